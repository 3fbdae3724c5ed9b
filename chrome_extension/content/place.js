// Where things go, in viewport pixels. Pure arithmetic.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const GAP = 8;
  const EDGE = 8;
  const ROOM = 420;
  /** @typedef {import("../types").Rect} Rect @typedef {import("../types").Size} Size @typedef {import("../types").Point} Point */

  /** @param {Point} point @param {Size} size @param {Size} viewport @returns {Point} */
  function clamp(point, size, viewport) {
    return {
      left: Math.max(EDGE, Math.min(point.left, viewport.width - size.width - EDGE)),
      top: Math.max(EDGE, Math.min(point.top, viewport.height - size.height - EDGE)),
    };
  }

  /** Below the last word, or above the first when selected backwards; flips where there is no room, clamps at the edges.
   * @param {{ rect: Rect, backwards: boolean, rtl: boolean }} selected @param {Size} size @param {Size} viewport */
  function button({ rect, backwards, rtl }, size, viewport) {
    const below = rect.bottom + GAP;
    const above = rect.top - GAP - size.height;
    const fitsBelow = below + size.height <= viewport.height - EDGE;
    const top = backwards ? (above >= EDGE ? above : below) : fitsBelow ? below : above;
    const atLeftEnd = backwards !== rtl;
    const left = atLeftEnd ? rect.left - size.width / 3 : rect.right - (size.width * 2) / 3;
    return clamp({ left, top }, size, viewport);
  }

  /** Under the selection when there is room to read, else above it, else over it; without a selection top right.
   * The side is chosen once and the card grows away from the selection, so that it does not jump while it fills.
   * @param {Rect | null} rect @param {number} width @param {Size} viewport @returns {import("../types").CardPlace} */
  function card(rect, width, viewport) {
    const whole = viewport.height - 2 * EDGE;
    if (!rect) return { left: Math.max(EDGE, viewport.width - width - 2 * EDGE), top: 2 * EDGE, maxHeight: whole - EDGE };
    const { left } = clamp({ left: rect.left, top: 0 }, { width, height: 0 }, viewport);
    // A selection may reach out of the window on either side.
    const [top, bottom] = [rect.top, rect.bottom].map((y) => Math.max(0, Math.min(y, viewport.height)));
    const below = viewport.height - bottom - GAP - 2 * EDGE;
    const above = top - GAP - 2 * EDGE;
    if (below >= ROOM || (below >= above && below >= ROOM / 2)) return { left, top: bottom + GAP + 4, maxHeight: below };
    if (above >= ROOM / 2) return { left, bottom: viewport.height - top + GAP + 4, maxHeight: above };
    return { left, top: EDGE, maxHeight: whole };
  }

  ns.place = { clamp, button, card };
})();
