// Where the card goes, in viewport pixels. Pure arithmetic.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const GAP = 8;
  const EDGE = 8;
  const ROOM = 420;
  const TALL = 600;
  /** @typedef {import("../types").Rect} Rect @typedef {import("../types").Size} Size */

  /** Under the selection when there is room to read, else above it, else beside it, else where most room is, else over it;
   * without a selection top right. The side is chosen once and the card grows away from the selection, so that it does not
   * jump while it fills. @param {Rect | null} rect @param {number} width @param {Size} viewport @returns {import("../types").CardPlace} */
  function card(rect, width, viewport) {
    const whole = viewport.height - 2 * EDGE;
    if (!rect) return { left: Math.max(EDGE, viewport.width - width - 2 * EDGE), top: 2 * EDGE, maxHeight: whole - EDGE };
    const { left } = ns.place.clamp({ left: rect.left, top: 0 }, { width, height: 0 }, viewport);
    // A selection may reach out of the window on either side.
    const [top, bottom] = [rect.top, rect.bottom].map((y) => Math.max(0, Math.min(y, viewport.height)));
    const under = { left, top: bottom + GAP + 4, maxHeight: viewport.height - bottom - GAP - 2 * EDGE };
    const over = { left, bottom: viewport.height - top + GAP + 4, maxHeight: top - GAP - 2 * EDGE };
    if (under.maxHeight >= ROOM) return under;
    if (over.maxHeight >= ROOM) return over;
    return beside(rect, top, width, viewport) ?? roomier(under, over) ?? { left, top: EDGE, maxHeight: whole };
  }

  /** @param {Rect} rect @param {number} start @param {number} width @param {Size} viewport */
  function beside(rect, start, width, viewport) {
    const top = Math.max(EDGE, Math.min(start, viewport.height - TALL - 2 * EDGE));
    const maxHeight = viewport.height - top - EDGE;
    if (rect.right + GAP + width + EDGE <= viewport.width) return { left: Math.max(EDGE, rect.right + GAP), top, maxHeight };
    if (rect.left - GAP - width >= EDGE) return { left: Math.min(rect.left, viewport.width) - GAP - width, top, maxHeight };
    return null;
  }

  /** @param {import("../types").CardPlace} one @param {import("../types").CardPlace} other */
  function roomier(one, other) {
    const best = one.maxHeight >= other.maxHeight ? one : other;
    return best.maxHeight >= ROOM / 2 ? best : null;
  }

  ns.placeCard = card;
})();
