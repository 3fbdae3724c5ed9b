// Pages redraw themselves, and some throw out what they do not know: the card comes back, but does not fight for ever.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const RETURNS = 6;

  /** @param {HTMLElement} host on the page, as a popover @param {() => void} lost the page insists
   * @returns {() => void} stops watching */
  function keep(host, lost) {
    const place = host.parentNode;
    let left = RETURNS;
    const watch = new MutationObserver(back);
    const look = () => [document, document.documentElement, host.parentNode].forEach((node) => node && watch.observe(node, { childList: true }));
    const stop = () => {
      watch.disconnect();
      host.removeEventListener("toggle", back);
    };

    function back() {
      if (host.isConnected && host.matches(":popover-open")) return;
      left -= 1;
      if (left < 0 || !document.documentElement) {
        stop();
        lost();
        return;
      }
      if (!host.isConnected) (place?.isConnected ? place : document.documentElement).appendChild(host);
      host.popover = "manual";
      host.showPopover();
      look();
    }
    look();
    host.addEventListener("toggle", back);
    return stop;
  }

  ns.keep = keep;
})();
