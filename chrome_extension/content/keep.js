// Pages redraw themselves, and some throw out what they do not know: the card comes back, but does not fight for ever.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const RETURNS = 6;
  /** Events of dialogs and of popovers. */
  const CLOSES = ["close", "toggle"];

  /** @param {HTMLElement} host on the page, as a popover @param {HTMLElement} frame what is seen of it
   * @param {() => void} moved it is elsewhere now @param {() => void} lost the page insists @returns {() => void} stops watching */
  function keep(host, frame, moved, lost) {
    const { ask } = ns.selection;
    const place = /** @type {Element | null} */ (host.parentNode);
    let left = RETURNS;
    const watch = new MutationObserver(back);
    // Dialogs that are taken away or hidden tell nobody.
    const seen = new ResizeObserver(back);
    const look = () => [document, document.documentElement, host.parentNode].forEach((node) => node && watch.observe(node, { childList: true }));
    const stop = () => {
      watch.disconnect();
      seen.disconnect();
      host.removeEventListener("toggle", back);
      for (const type of CLOSES) if (place) ask(place, "removeEventListener", type, back);
    };
    /** Whether we are seen there: the page's dialog, or popover, that the text stood in may be closed. */
    const open = () => place === document.documentElement || (place !== null && ask(place, "checkVisibility"));

    function back() {
      const there = host.isConnected && (host.parentNode !== place || open());
      if (there && host.matches(":popover-open")) return;
      left -= 1;
      if (left < 0 || !document.documentElement) {
        stop();
        lost();
        return;
      }
      if (!there) ask(place && open() ? place : document.documentElement, "append", host);
      host.popover = "manual";
      host.showPopover();
      moved();
      look();
    }
    look();
    host.addEventListener("toggle", back);
    for (const type of CLOSES) if (place) ask(place, "addEventListener", type, back);
    seen.observe(frame);
    return stop;
  }

  ns.keep = keep;
})();
