// Where things go, in viewport pixels. Pure arithmetic.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const GAP = 8;
  const EDGE = 8;
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

  /** Under the selection when there is room, else above, else beside it; without a selection top right.
   * @param {Rect | null} rect @param {Size} size @param {Size} viewport */
  function card(rect, size, viewport) {
    if (!rect) return clamp({ left: viewport.width, top: 2 * EDGE }, size, viewport);
    const below = rect.bottom + GAP + 4;
    const above = rect.top - GAP - 4 - size.height;
    const left = rect.left;
    if (below + size.height <= viewport.height - EDGE) return clamp({ left, top: below }, size, viewport);
    if (above >= EDGE) return clamp({ left, top: above }, size, viewport);
    const beside = rect.right + GAP + size.width <= viewport.width ? rect.right + GAP : rect.left - GAP - size.width;
    return clamp({ left: beside, top: below }, size, viewport);
  }

  ns.place = { clamp, button, card };
})();
