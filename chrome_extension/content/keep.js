// Restores the card when the page removes it, up to a limit, because some pages re-render their content or remove unknown elements.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const RETURNS = 6;
  /** Events of dialogs and popovers. */
  const CLOSES = ["close", "toggle"];

  /** @param {HTMLElement} host the popover on the page @param {HTMLElement} frame its visible part
   * @param {() => void} moved called after the host was restored @param {() => void} lost called if the page keeps removing the host @returns {() => void} stops watching */
  function keep(host, frame, moved, lost) {
    const { ask } = ns.selection;
    const place = /** @type {Element | null} */ (host.parentNode);
    let left = RETURNS;
    const watch = new MutationObserver(back);
    // Removing or hiding a dialog fires no event, but changes the size of the frame inside the dialog.
    const seen = new ResizeObserver(back);
    const look = () => [document, document.documentElement, host.parentNode].forEach((node) => node && watch.observe(node, { childList: true }));
    const stop = () => {
      watch.disconnect();
      seen.disconnect();
      host.removeEventListener("toggle", back);
      for (const type of CLOSES) if (place) ask(place, "removeEventListener", type, back);
    };
    /** Whether the card would be visible in its original parent, which may be a closed dialog or popover. */
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
