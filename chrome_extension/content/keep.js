// Restores the card when the page removes it, up to a limit, because some pages re-render their content or remove unknown elements.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const RETURNS = 6;
  /** Events of dialogs and popovers. */
  const CLOSES = ["close", "toggle"];

  /** @param {HTMLElement} host the popover on the page @param {HTMLElement} frame its visible part
   * @param {() => void} onRestored called after the host was restored @param {() => void} onLost called if the page keeps removing the host @returns {() => void} stops watching */
  function keep(host, frame, onRestored, onLost) {
    const { ask } = ns.selection;
    const place = /** @type {Element | null} */ (host.parentNode);
    let restoresLeft = RETURNS;
    const mutationObserver = new MutationObserver(restore);
    // Removing or hiding a dialog fires no event, but changes the size of the frame inside the dialog.
    const resizeObserver = new ResizeObserver(restore);
    const observe = () => [document, document.documentElement, host.parentNode].forEach((node) => node && mutationObserver.observe(node, { childList: true }));
    const stop = () => {
      mutationObserver.disconnect();
      resizeObserver.disconnect();
      host.removeEventListener("toggle", restore);
      for (const type of CLOSES) if (place) ask(place, "removeEventListener", type, restore);
    };
    /** Whether the card would be visible in its original parent, which may be a closed dialog or popover. */
    const open = () => place === document.documentElement || (place !== null && ask(place, "checkVisibility"));

    function restore() {
      const there = host.isConnected && (host.parentNode !== place || open());
      if (there && host.matches(":popover-open")) return;
      restoresLeft -= 1;
      if (restoresLeft < 0 || !document.documentElement) {
        stop();
        onLost();
        return;
      }
      if (!there) ask(place && open() ? place : document.documentElement, "append", host);
      host.popover = "manual";
      host.showPopover();
      onRestored();
      observe();
    }
    observe();
    host.addEventListener("toggle", restore);
    for (const type of CLOSES) if (place) ask(place, "addEventListener", type, restore);
    resizeObserver.observe(frame);
    return stop;
  }

  ns.keep = keep;
})();
