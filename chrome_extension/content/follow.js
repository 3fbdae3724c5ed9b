// Where a card is as the page moves under it, and how large it may be. Pure arithmetic, in viewport pixels.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const EDGE = 8;
  const TALLEST = 640;
  /** The page may push the card against an edge of the window, but so much of it stays to be read. */
  const KEPT = 320;
  const LEAST = { width: 280, height: 160 };
  /** @typedef {import("../types").Size} Size @typedef {import("../types").CardPlace} CardPlace */

  /** @param {number} value @param {number} low @param {number} high wins against `low` only where there is room */
  const within = (value, low, high) => Math.max(low, Math.min(value, high));

  /** The place that was chosen, moved as far as the text that was selected has moved since.
   * @param {CardPlace} place @param {{ dx: number, dy: number }} moved @param {Size} size of the card now @param {Size} viewport
   * @param {number} [chosen] height that the reader gave it, which then is not taken away @returns {CardPlace} */
  function follow(place, { dx, dy }, size, viewport, chosen = 0) {
    const left = within(place.left + dx, EDGE, viewport.width - size.width - EDGE);
    const kept = Math.min(chosen || Math.min(size.height, KEPT), viewport.height - 2 * EDGE);
    const last = viewport.height - EDGE - kept;
    if (place.bottom !== undefined) {
      const bottom = within(place.bottom - dy, EDGE, last);
      return { ...place, left, bottom, maxHeight: viewport.height - bottom - EDGE };
    }
    const top = within((place.top ?? EDGE) + dy, EDGE, last);
    return { ...place, left, top, maxHeight: viewport.height - top - EDGE };
  }

  /** Width and height as style values. What the reader chose wins over the place, as far as the window allows.
   * @param {{ width: number, height: number }} chosen 0: not chosen @param {CardPlace} place @param {Size} viewport */
  function extent({ width: wide, height }, { width: room, maxHeight }, viewport) {
    const width = wide || room;
    const widest = viewport.width - 2 * EDGE;
    const tallest = Math.round(height ? maxHeight : Math.min(TALLEST, maxHeight));
    return {
      width: width ? `${Math.min(width, widest)}px` : "",
      height: height ? `${Math.min(height, tallest)}px` : "",
      maxHeight: `${tallest}px`,
    };
  }

  /** A size that the reader drags to, inside the window. @param {Size} size @param {Size} viewport @returns {Size} */
  const sized = (size, viewport) => ({
    width: Math.round(within(size.width, Math.min(LEAST.width, viewport.width - 2 * EDGE), viewport.width - 2 * EDGE)),
    height: Math.round(within(size.height, LEAST.height, viewport.height - 2 * EDGE)),
  });

  ns.follow = { follow, extent, sized };
})();
