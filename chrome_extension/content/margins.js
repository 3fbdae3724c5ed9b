// Measures the free space on both sides of the column that contains the selection, from the elements drawn there.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** The distance between the sampled points, small enough to hit nearly every line of text and picture. */
  const STEP = { x: 64, y: 24 };
  /** Narrower areas are ignored. */
  const LEAST = 400;
  const PICTURES = "img,video,canvas,iframe,object,embed,input,button,select,textarea";
  /** @typedef {import("../types").Rect} Rect */

  const INLINE = /^(inline|contents|ruby)/;

  /** The box that the text's lines fill. @param {Node} node */
  const columnOf = (node) => ns.selection.outwards(node, (at) => !INLINE.test(getComputedStyle(at).display) && at);

  /** The areas in which an element itself is visible: its text, or a whole picture. @param {Element} element @returns {Rect[]} */
  function drawn(element) {
    const { ask, rootOf } = ns.selection;
    const whole = !(element instanceof HTMLElement) || ask(element, "matches", PICTURES) || rootOf(element) || getComputedStyle(element).backgroundImage.includes("url(");
    return whole ? [ask(element, "getBoundingClientRect")] : words(element);
  }

  /** Where an element's own text is. @param {Element} element @returns {Rect[]} */
  function words(element) {
    const range = document.createRange();
    return [...ns.selection.ask(element, "childNodes")].flatMap((node) => {
      if (!(node instanceof Text) || !node.data.trim()) return [];
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    });
  }

  /** Returns the elements in an area of the window, in the tree of the text. @param {Node} node @param {Rect} area */
  function elementsIn(node, area) {
    const root = ns.selection.ask(node, "getRootNode");
    /** @type {Set<Element>} */
    const found = new Set();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return found;
    const { elementFromPoint } = root instanceof Document ? Document.prototype : ShadowRoot.prototype;
    if (area.right - area.left < LEAST) return found;
    for (let y = area.top + 1; y < area.bottom; y += STEP.y) {
      for (let x = area.left + 1; x < area.right; x += STEP.x) {
        const hit = elementFromPoint.call(root, x, y);
        if (hit) found.add(hit);
      }
    }
    return found;
  }

  /** Measures from the column outwards to the first separate element. What reaches into the column belongs to it.
   * @param {[number, number][]} ink from where to where, the column's edge being `edge` @param {number} edge @param {number} end of the window */
  function gap(ink, edge, end) {
    for (const [from, to] of ink.toSorted(([one], [other]) => one - other)) {
      if (from > edge) return { edge, room: Math.min(from, end) - edge };
      edge = Math.max(edge, to);
    }
    return { edge, room: end - edge };
  }

  /** @param {Node} node that the selection begins in @param {Rect} box of the selection @param {import("../types").Size} viewport
   * @returns {import("../types").Margin[]} where lines end first */
  function measure(node, box, viewport) {
    const column = columnOf(node);
    if (!column) return [];
    const { outwards, ask } = ns.selection;
    const { top, bottom } = ns.stretchOf(box, viewport);
    const around = new Set();
    outwards(node, (at) => void around.add(at));
    const own = ask(column, "getBoundingClientRect");
    const [left, right] = [Math.min(own.left, box.left), Math.max(own.right, box.right)];
    /** @param {Rect} area */
    const ink = (area) => [...elementsIn(node, area)].flatMap((element) => (around.has(element) ? words(element) : drawn(element)))
      .filter((rect) => rect.right > rect.left && rect.bottom > top && rect.top < bottom);
    const toRight = () => gap(ink({ left: right, right: viewport.width, top, bottom }).map((rect) => [rect.left, rect.right]), right, viewport.width);
    const toLeft = () => gap(ink({ left: 0, right: left, top, bottom }).map((rect) => [-rect.right, -rect.left]), -left, 0);
    /** @type {import("../types").Margin[]} */
    const margins = [{ side: "right", ...toRight() }, { side: "left", ...mirrored(toLeft()) }];
    return getComputedStyle(column).direction === "rtl" ? margins.reverse() : margins;
  }

  const mirrored = (/** @type {{ edge: number, room: number }} */ { edge, room }) => ({ edge: -edge, room });

  ns.margins = measure;
})();
