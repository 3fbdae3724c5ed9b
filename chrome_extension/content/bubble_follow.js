// The bubble once it is there: it goes with its text for a little way, and those who select with the keyboard reach it with Tab.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** The text moved so many pixels since: the reader goes on reading. */
  const FAR = 32;

  /** @param {import("../types").Bubble} bubble */
  function attend(bubble) {
    const { rect, byKeys } = bubble.selected;
    bubble.follow = () => {
      const now = ns.selection.measure();
      if (!now || Math.hypot(now.rect.right - rect.right, now.rect.bottom - rect.bottom) > FAR) bubble.hide();
      else bubble.put(now);
    };
    // The page may have been moved while this was fetched.
    if (!bubble.gone.aborted) bubble.follow();
    if (byKeys) window.addEventListener("keydown", ns.dom.trusted(step), { capture: true, signal: bubble.gone });

    /** @param {Event} event */
    function step(event) {
      const { key, shiftKey, ctrlKey, altKey, metaKey } = /** @type {KeyboardEvent} */ (event);
      if (key !== "Tab" || shiftKey || ctrlKey || altKey || metaKey || bubble.root.activeElement) return;
      event.preventDefault();
      event.stopPropagation();
      bubble.frame.querySelector("button")?.focus({ preventScroll: true });
    }
  }

  ns.bubbleFollow = { attend };
})();
