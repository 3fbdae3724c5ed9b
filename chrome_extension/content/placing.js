// Controls the position of the card's window on the page.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @typedef {import("../types").Shape} Shape @typedef {import("../types").CardPlace} CardPlace */

  const viewport = () => ({ width: document.documentElement.clientWidth, height: innerHeight });

  /** Positions the card. It follows the text until the user moves it, and then stays in place.
   * @param {{ frame: HTMLElement, fit: () => void }} ours
   * @param {import("../types").Anchor} anchor @param {Shape} shape @returns {import("../types").Placing} */
  function start({ frame, fit }, anchor, shape) {
    const rectOf = () => {
      const around = anchor.node instanceof Element ? anchor.node : anchor.node?.parentElement;
      return around && ns.selection.ask(around, "getBoundingClientRect");
    };
    const origin = rectOf();
    /** @type {CardPlace | null} */
    let chosen = null;
    /** @type {CardPlace | null} */
    let put = null;

    function moved() {
      const now = rectOf();
      const there = now && origin && (now.width > 0 || now.height > 0);
      return there ? { dx: now.left - origin.left, dy: now.top - origin.top } : { dx: 0, dy: 0 };
    }
    /** Chooses the card's position for a selection with this box on the screen. @param {import("../types").Rect | null} box */
    function choose(box) {
      const view = viewport();
      frame.style.pointerEvents = "none";
      const margins = box && anchor.node ? ns.margins(anchor.node, box, view) : [];
      frame.style.pointerEvents = "";
      return ns.placeCard(box, frame.offsetWidth, view, margins, shape.width);
    }
    function settle() {
      fit();
      const view = viewport();
      chosen ??= choose(anchor.box);
      frame.style.width = ns.follow.extent(shape, put ?? chosen, view).width;
      const { width, height } = frame.getBoundingClientRect();
      const at = ns.follow.follow(put ?? chosen, put ? { dx: 0, dy: 0 } : moved(), { width, height }, view, shape.small ? 0 : shape.height);
      const pixels = (/** @type {number | undefined} */ value) => (value === undefined ? "auto" : `${Math.round(value)}px`);
      Object.assign(frame.style, { left: pixels(at.left), top: pixels(at.top), bottom: pixels(at.bottom) }, ns.follow.extent(shape, at, view));
    }
    /** Fixes the card in its current position. */
    function pin() {
      const box = frame.getBoundingClientRect();
      put = { left: box.left, top: box.top, maxHeight: 0, width: (put ?? chosen)?.width };
      return box;
    }
    return {
      settle,
      pin,
      /** @param {CardPlace} place */
      put(place) {
        put = { ...place, width: (put ?? chosen)?.width };
        settle();
      },
      /** Chooses a new position after the browser window is resized, unless the user has moved the card. */
      again() {
        if (!put && anchor.box) {
          const { dx, dy } = moved();
          const { left, top, right, bottom } = anchor.box;
          const now = choose({ left: left + dx, right: right + dx, top: top + dy, bottom: bottom + dy });
          const back = { left: now.left - dx, ...(now.bottom === undefined ? { top: (now.top ?? 0) - dy } : { bottom: now.bottom + dy }) };
          chosen = { ...back, maxHeight: 0, width: now.width };
        } else if (!put) chosen = null;
        settle();
      },
    };
  }

  /** @param {HTMLElement} frame @param {import("../types").Placing} place @param {Shape} shape @returns {{ move: import("../types").Grip, resize: import("../types").Grip }} */
  function grips(frame, place, shape) {
    let start = frame.getBoundingClientRect();
    const begin = () => {
      start = place.pin();
    };
    const rtl = () => ns.i18n.dir() === "rtl";
    return {
      move: {
        begin,
        to: (dx, dy) => place.put({ ...ns.place.clamp({ left: start.left + dx, top: start.top + dy }, start, viewport()), maxHeight: 0 }),
        end: () => {},
      },
      resize: {
        begin,
        to(dx, dy) {
          const size = ns.follow.sized({ width: start.width + (rtl() ? -dx : dx), height: start.height + dy }, viewport());
          Object.assign(shape, size);
          place.put({ left: rtl() ? start.right - size.width : start.left, top: start.top, maxHeight: 0 });
        },
        end: () => void ns.shape.save(shape),
      },
    };
  }

  ns.placing = { start, grips };
})();
