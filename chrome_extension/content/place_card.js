// Computes the card's initial position in viewport pixels. Pure arithmetic.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const GAP = 8;
  const EDGE = 8;
  const ROOM = 420;
  const TALL = 600;
  /** Default width of a card in a margin, and minimum width of a margin that can hold the card. */
  const OWN = 500;
  const MARGIN = 400;
  const AIR = 16;
  /** @typedef {import("../types").Rect} Rect @typedef {import("../types").Size} Size @typedef {import("../types").CardPlace} CardPlace */

  /** Places the card in a free margin beside the column of text. Without such a margin, the first of these positions with enough
   * room is used: below the selection, above it, beside it, the larger of below and above, or on top of it. Without a selection, the
   * card is at the top right. The card grows away from the selection, so that it does not jump while content is added. @param {Rect | null} rect @param {number} width @param {Size} viewport
   * @param {import("../types").Margin[]} [margins] the better margin first @param {number} [chosen] width chosen by the user @returns {CardPlace} */
  function card(rect, width, viewport, margins = [], chosen = 0) {
    const whole = viewport.height - 2 * EDGE;
    if (!rect) return { left: Math.max(EDGE, viewport.width - width - 2 * EDGE), top: 2 * EDGE, maxHeight: whole - EDGE };
    const roomy = margins.find(({ room }) => room >= Math.max(MARGIN, chosen + AIR + EDGE));
    if (roomy) return inMargin(roomy, chosen || Math.min(OWN, roomy.room - AIR - EDGE), stretch(rect, viewport));
    const { left } = ns.place.clamp({ left: rect.left, top: 0 }, { width, height: 0 }, viewport);
    // A selection may extend beyond the top or the bottom of the window.
    const [top, bottom] = [rect.top, rect.bottom].map((y) => Math.max(0, Math.min(y, viewport.height)));
    const under = { left, top: bottom + GAP + 4, maxHeight: viewport.height - bottom - GAP - 2 * EDGE };
    const over = { left, bottom: viewport.height - top + GAP + 4, maxHeight: top - GAP - 2 * EDGE };
    if (under.maxHeight >= ROOM) return under;
    if (over.maxHeight >= ROOM) return over;
    return beside(rect, width, viewport) ?? roomier(under, over) ?? { left, top: EDGE, maxHeight: whole };
  }

  /** Returns the top, the bottom and the maximum height of a card beside the text. @param {Rect} rect @param {Size} viewport */
  const stretch = (rect, viewport) => {
    const top = Math.max(EDGE, Math.min(rect.top, viewport.height - TALL - 2 * EDGE));
    return { top, bottom: Math.min(top + TALL, viewport.height - EDGE), maxHeight: viewport.height - top - EDGE };
  };

  /** @param {import("../types").Margin} margin @param {number} width @param {{ top: number, maxHeight: number }} stretch @returns {CardPlace} */
  const inMargin = ({ side, edge }, width, { top, maxHeight }) => ({ left: side === "right" ? edge + AIR : edge - AIR - width, top, maxHeight, width });

  /** @param {Rect} rect @param {number} width @param {Size} viewport */
  function beside(rect, width, viewport) {
    const { top, maxHeight } = stretch(rect, viewport);
    if (rect.right + GAP + width + EDGE <= viewport.width) return { left: Math.max(EDGE, rect.right + GAP), top, maxHeight };
    if (rect.left - GAP - width >= EDGE) return { left: Math.min(rect.left, viewport.width) - GAP - width, top, maxHeight };
    return null;
  }

  /** @param {CardPlace} one @param {CardPlace} other */
  function roomier(one, other) {
    const best = one.maxHeight >= other.maxHeight ? one : other;
    return best.maxHeight >= ROOM / 2 ? best : null;
  }

  ns.placeCard = card;
  ns.stretchOf = stretch;
})();
