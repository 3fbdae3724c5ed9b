// Marks sentences with the CSS Custom Highlight API, which does not change the page's document. Verdicts differ not only in colour
// but also in the line under the text. The names of the highlights are random, because the page can read them.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const FLASH_MS = 2400;
  /** The style and thickness of the line under each mark, and the token of its colour. @type {Record<import("../scan").Mark, [string, number, string]>} */
  const LINES = {
    found: ["solid", 1, "accent"],
    busy: ["dashed", 1, "accent"],
    true: ["solid", 3, "true-mark"],
    false: ["wavy", 2, "false-mark"],
    partial: ["dashed", 3, "partial-mark"],
    misleading: ["double", 3, "misleading-mark"],
    probably_true: ["dotted", 5, "true-mark"],
    probably_false: ["overline dotted", 3, "false-mark"],
    probably_partial: ["overline dotted", 1, "partial-mark"],
    unknown: ["dotted", 2, "unknown-mark"],
    opinion: ["dotted", 1, "opinion-mark"],
  };
  const tag = `m${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
  const nameOf = (/** @type {string} */ mark) => `${tag}-${mark}`;
  /** @type {Map<string, { range: Range, mark: import("../scan").Mark }>} */
  const marked = new Map();
  /** @type {CSSStyleSheet | null} */
  let sheet = null;

  /** Whether the text is light, which implies a dark background regardless of the system's theme. @param {Range} range */
  function onDark(range) {
    const around = range.startContainer.parentElement ?? document.documentElement;
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(around).color.match(/[\d.]+/g) ?? []).map(Number);
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140;
  }

  /** @param {Record<string, string>} colours */
  function css(colours) {
    const rules = Object.entries(LINES).map(([mark, [line, width, colour]]) => {
      const tint = mark === "found" ? 9 : 17;
      return `::highlight(${nameOf(mark)}){background-color:color-mix(in srgb,${colours[colour]} ${tint}%,transparent);
text-decoration:underline ${line} ${width}px ${colours[colour]};text-underline-offset:3px;text-decoration-skip-ink:none}`;
    });
    // In forced-colours mode, the browser paints marks in two colours of its own, which would make the line white on white.
    const every = Object.keys(LINES).map((mark) => `::highlight(${nameOf(mark)})`).join();
    return `${rules.join("\n")}
@media (forced-colors:active){${every}{text-underline-offset:1px}}
@media print{${every}{background-color:transparent;text-decoration:none}}
::highlight(${nameOf("flash")}){background-color:color-mix(in srgb,${colours.accent} 38%,transparent)}`;
  }

  /** Adds our style sheet, even after the page has replaced its style sheets and removed ours. @param {Range} range */
  function adoptSheet(range) {
    sheet ??= ns.styles.sheet(css(onDark(range) ? ns.tokens.dark : ns.tokens.light));
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }

  /** @param {string} mark @param {number} [priority] */
  function highlight(mark, priority = 0) {
    const known = CSS.highlights.get(nameOf(mark));
    if (known) return known;
    const made = new Highlight();
    made.priority = priority;
    CSS.highlights.set(nameOf(mark), made);
    return made;
  }

  /** @param {string} id @param {Range} range @param {import("../scan").Mark} mark */
  function put(id, range, mark) {
    remove(id);
    adoptSheet(range);
    marked.set(id, { range, mark });
    highlight(mark).add(range);
  }

  /** @param {string} id @param {import("../scan").Mark} mark */
  function change(id, mark) {
    const known = marked.get(id);
    if (known) put(id, known.range, mark);
  }

  /** @param {string} id */
  function remove(id) {
    const known = marked.get(id);
    if (known) CSS.highlights.get(nameOf(known.mark))?.delete(known.range);
    marked.delete(id);
  }

  function clear() {
    marked.clear();
    for (const mark of [...Object.keys(LINES), "flash"]) CSS.highlights.delete(nameOf(mark));
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    sheet = null;
  }

  /** Returns the id of the marked sentence under a point of the viewport, or "". @param {import("../types").Point} point */
  function at({ left, top }) {
    const caret = document.caretPositionFromPoint(left, top);
    if (!caret) return "";
    for (const [id, { range }] of marked) {
      // Beyond the end of a line, the caret position is in the line although the point is not on the line's text.
      if (range.isPointInRange(caret.offsetNode, caret.offset) && [...range.getClientRects()].some((box) => inside(box, left, top))) return id;
    }
    return "";
  }

  /** @param {DOMRect} box @param {number} x @param {number} y */
  const inside = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

  /** Scrolls to a sentence and briefly highlights it. @param {string} id */
  function flash(id) {
    const range = marked.get(id)?.range;
    if (!range) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const box = range.getBoundingClientRect();
    const hidden = box.top < 0 || box.bottom > innerHeight;
    const around = range.startContainer.parentElement;
    if (hidden && around) ns.selection.ask(around, "scrollIntoView", { block: "center", behavior: calm ? "instant" : "smooth" });
    const lit = highlight("flash", 1);
    lit.clear();
    lit.add(range);
    setTimeout(() => lit.delete(range), FLASH_MS);
  }

  ns.marks = { put, change, remove, clear, at, flash, rangeOf: (id) => marked.get(id)?.range, markOf: (id) => marked.get(id)?.mark, ids: () => [...marked.keys()] };
})();
