// Measures the free space on both sides of the column that contains the selection, by sampling the visible elements.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** Distance between the sampled points in pixels, small enough to hit nearly every line of text and every picture. */
  const STEP = { x: 64, y: 24 };
  /** Minimum width of an area to search. */
  const LEAST = 400;
  const PICTURES = "img,video,canvas,iframe,object,embed,input,button,select,textarea";
  /** @typedef {import("../types").Rect} Rect */

  const INLINE = /^(inline|contents|ruby)/;

  /** Returns the nearest block element around the text. @param {Node} node */
  const columnOf = (node) => ns.selection.outwards(node, (at) => !INLINE.test(getComputedStyle(at).display) && at);

  /** Returns the areas that an element paints itself: its text, or the whole box of a picture. @param {Element} element @returns {Rect[]} */
  function drawn(element) {
    const { ask, rootOf } = ns.selection;
    const whole = !(element instanceof HTMLElement) || ask(element, "matches", PICTURES) || rootOf(element) || getComputedStyle(element).backgroundImage.includes("url(");
    return whole ? [ask(element, "getBoundingClientRect")] : words(element);
  }

  /** Returns the areas of an element's own text. @param {Element} element @returns {Rect[]} */
  function words(element) {
    const range = document.createRange();
    return [...ns.selection.ask(element, "childNodes")].flatMap((node) => {
      if (!(node instanceof Text) || !node.data.trim()) return [];
      range.selectNodeContents(node);
      return [...range.getClientRects()];
    });
  }

  /** Returns the elements in an area of the window, in the tree that contains the text. @param {Node} node @param {Rect} area */
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

  /** Measures from the column outwards to the first separate element. Elements that overlap the column extend it.
   * @param {[number, number][]} ink intervals covered by elements @param {number} edge of the column @param {number} end of the window */
  function gap(ink, edge, end) {
    for (const [from, to] of ink.toSorted(([one], [other]) => one - other)) {
      if (from > edge) return { edge, room: Math.min(from, end) - edge };
      edge = Math.max(edge, to);
    }
    return { edge, room: end - edge };
  }

  /** @param {Node} node in which the selection begins @param {Rect} box of the selection @param {import("../types").Size} viewport
   * @returns {import("../types").Margin[]} with the margin at the end of the lines first */
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
