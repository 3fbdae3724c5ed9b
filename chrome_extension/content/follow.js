// Computes the position of a card as the page scrolls, and the card's maximum size. Pure arithmetic, in viewport pixels.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const EDGE = 8;
  const TALLEST = 640;
  /** Minimum height of the card that stays visible when the page scrolls the card to an edge of the window. */
  const KEPT = 320;
  const LEAST = { width: 280, height: 160 };
  /** @typedef {import("../types").Size} Size @typedef {import("../types").CardPlace} CardPlace */

  /** @param {number} value @param {number} low takes precedence if it is greater than `high` @param {number} high */
  const within = (value, low, high) => Math.max(low, Math.min(value, high));

  /** Returns the chosen position, shifted by the distance that the selected text has moved since the choice.
   * @param {CardPlace} place @param {{ dx: number, dy: number }} moved @param {Size} size of the card now @param {Size} viewport
   * @param {number} [chosen] height chosen by the user, which stays visible in full @returns {CardPlace} */
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

  /** Returns the width and the height as style values. The size chosen by the user takes precedence over the place's size, as far as the window allows.
   * @param {{ width: number, height: number }} chosen 0 if the user has not chosen one @param {CardPlace} place @param {Size} viewport */
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

  /** Limits a dragged size to the window. @param {Size} size @param {Size} viewport @returns {Size} */
  const sized = (size, viewport) => ({
    width: Math.round(within(size.width, Math.min(LEAST.width, viewport.width - 2 * EDGE), viewport.width - 2 * EDGE)),
    height: Math.round(within(size.height, LEAST.height, viewport.height - 2 * EDGE)),
  });

  ns.follow = { follow, extent, sized };
})();
