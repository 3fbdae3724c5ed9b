// The bubble once it is there: it goes with its text for a little way, hides when another frame shows one, and is reached with Tab
// after a selection by keyboard.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** The text moved so many pixels since: the reader goes on reading. */
  const FAR = 32;

  /** Tells the tab's other frames, which hide theirs. Once the extension was updated under this page, sending throws at once.
   * @param {import("../types").Bubble} bubble */
  async function announce({ at }) {
    try {
      await chrome.runtime?.sendMessage({ type: "button-shown", at });
    } catch {
      // No other frame can be told.
    }
  }

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
    if (!bubble.gone.aborted) void announce(bubble);
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
  ns.answers = Object.assign(ns.answers ?? {}, {
    /** Another frame shows a button. A frame that was late to tell of an older one is told of the newer. @param {{ at: number }} message */
    async "button-elsewhere"({ at }) {
      const bubble = ns.bubble.now();
      if (!bubble || bubble.at === at) return;
      if (bubble.at < at) bubble.hide();
      else await announce(bubble);
    },
  });
})();
