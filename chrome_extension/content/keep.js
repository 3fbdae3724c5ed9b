// Pages redraw themselves, and some throw out what they do not know: the card comes back, but does not fight for ever.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const RETURNS = 6;
  /** Events of dialogs and of popovers. */
  const CLOSES = ["close", "toggle"];

  /** @param {HTMLElement} host on the page, as a popover @param {() => void} lost the page insists
   * @returns {() => void} stops watching */
  function keep(host, lost) {
    const place = /** @type {Element | null} */ (host.parentNode);
    let left = RETURNS;
    const watch = new MutationObserver(back);
    const look = () => [document, document.documentElement, host.parentNode].forEach((node) => node && watch.observe(node, { childList: true }));
    const stop = () => {
      watch.disconnect();
      host.removeEventListener("toggle", back);
      for (const type of CLOSES) place?.removeEventListener(type, back);
    };
    /** Whether we are seen there: the page's dialog, or popover, that the text stood in may be closed. */
    const open = () => place === document.documentElement || place?.checkVisibility() === true;

    function back() {
      const there = host.isConnected && (host.parentNode !== place || open());
      if (there && host.matches(":popover-open")) return;
      left -= 1;
      if (left < 0 || !document.documentElement) {
        stop();
        lost();
        return;
      }
      if (!there) (place && open() ? place : document.documentElement).appendChild(host);
      host.popover = "manual";
      host.showPopover();
      look();
    }
    look();
    host.addEventListener("toggle", back);
    for (const type of CLOSES) place?.addEventListener(type, back);
    return stop;
  }

  ns.keep = keep;
})();
