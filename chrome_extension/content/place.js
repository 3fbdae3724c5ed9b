// The button's position, in viewport pixels. Pure arithmetic.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const EDGE = 8;
  const GAP = 8;
  const BELOW_HANDLES = 30;

  /** @type {typeof ns.place.clamp} */
  const clamp = (point, size, viewport) => ({
    left: Math.max(EDGE, Math.min(point.left, viewport.width - size.width - EDGE)),
    top: Math.max(EDGE, Math.min(point.top, viewport.height - size.height - EDGE)),
  });

  /** Places it below the last word, or above the first after a backward selection; flips and clamps at edges. @type {typeof ns.place.button} */
  const button = ({ rect, backwards, rtl, touch }, size, viewport) => {
    const below = rect.bottom + (touch ? BELOW_HANDLES : GAP);
    const above = rect.top - GAP - size.height;
    const fitsBelow = below + size.height <= viewport.height - EDGE;
    const top = backwards && !touch ? (above >= EDGE ? above : below) : fitsBelow ? below : above;
    const atLeftEnd = backwards !== rtl;
    const left = atLeftEnd ? rect.left - size.width / 3 : rect.right - (size.width * 2) / 3;
    return clamp({ left, top }, size, viewport);
  };

  ns.place = { clamp, button };
})();
