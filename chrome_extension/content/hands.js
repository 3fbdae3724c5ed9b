// Handles dragging with the pointer or the arrow keys, for moving and resizing.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const STEP = 16;
  const LEAP = 64;
  /** @type {Record<string, [number, number]>} */
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  /** @typedef {import("../types").Grip} Grip */

  /** @param {HTMLElement} element drag handle @param {Grip} grip @param {string} [not] selector of parts that do not start a drag */
  function byPointer(element, grip, not = "") {
    element.addEventListener("pointerdown", ns.dom.trusted((event) => {
      const down = /** @type {PointerEvent} */ (event);
      if (down.button !== 0 || (not && /** @type {Element} */ (down.target).closest(not))) return;
      grip.begin();
      element.setPointerCapture(down.pointerId);
      const move = (/** @type {PointerEvent} */ now) => grip.to(now.clientX - down.clientX, now.clientY - down.clientY);
      const end = () => {
        element.removeEventListener("pointermove", move);
        element.removeEventListener("pointerup", end);
        element.removeEventListener("pointercancel", end);
        grip.end();
      };
      element.addEventListener("pointermove", move);
      element.addEventListener("pointerup", end);
      element.addEventListener("pointercancel", end);
    }));
  }

  /** @param {HTMLElement} element handles the keys while it has the focus @param {Grip} grip */
  function byKeys(element, grip) {
    element.addEventListener("keydown", ns.dom.trusted((event) => {
      const key = /** @type {KeyboardEvent} */ (event);
      const way = ARROWS[key.key];
      if (!way || key.altKey || key.ctrlKey || key.metaKey) return;
      const far = key.shiftKey ? LEAP : STEP;
      key.preventDefault();
      grip.begin();
      grip.to(way[0] * far, way[1] * far);
      grip.end();
    }));
  }

  ns.hands = { byPointer, byKeys };
})();
