// Controls the visible button: it follows its text for a short distance, hides when another frame shows a button, and can be
// reached with Tab after a selection with the keyboard.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** Distance in pixels beyond which the text counts as scrolled away. */
  const FAR = 32;

  /** Tells the tab's other frames to hide their buttons. Sending the message throws after an update of the extension.
   * @param {import("../types").Bubble} bubble */
  async function announce({ at }) {
    try {
      await chrome.runtime?.sendMessage({ type: "button-shown", at });
    } catch {
      // The other frames cannot be notified.
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
    // The page may have been scrolled while the files were loaded.
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
    /** Handles the announcement of a button in another frame. If that button is older, this frame announces its newer button again.
     * @param {{ at: number }} message */
    async "button-elsewhere"({ at }) {
      const bubble = ns.bubble.now();
      if (!bubble || bubble.at === at) return;
      if (bubble.at < at) bubble.hide();
      else await announce(bubble);
    },
  });
})();
