// Collects the article's text as paragraphs, each with its text nodes.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** Maximum number of characters of text, which is the backend's limit (docs/api.md). */
  const MOST_TEXT = 300_000;
  const MOST_BLOCKS = 10_000;
  const SHORTEST = 20;
  /** Maximum share of a block's characters in links. A block with a higher share is a list of links. */
  const MOST_LINKED = 0.6;
  /** Minimum share of all text that a part of the page must contain to be the article. */
  const ARTICLE_SHARE = 0.4;
  /** Elements that are not displayed as text, and elements that the user types into. */
  const NEVER =
    "script,style,noscript,template,iframe,object,embed,svg,math,canvas,video,audio,input,textarea,select," +
    '[contenteditable]:not([contenteditable="false" i]),[hidden],[role="textbox"],.CodeMirror,.cm-editor,.monaco-editor,.ace_editor,.ProseMirror,.ql-editor';
  /** Elements around and inside an article that are not part of its text. The `pre` element of a plain text file is kept. */
  const BESIDE =
    "nav,aside,footer,form,button,code,pre:not(body > pre),kbd,samp,dialog,menu," +
    '[aria-hidden="true"],[role="navigation"],[role="banner"],[role="contentinfo"],[role="complementary"],[role="search"],[role="dialog"],[role="alertdialog"],[role="menu"],[role="toolbar"]';
  /** The end of a paragraph in a text file: an empty line, or a line break before a list item. */
  const PARAGRAPH = /\n(?=[^\S\n]*(?:\n|[-*+•#>]\s|\d{1,3}[.)]\s))/;
  const ARTICLES = 'article,main,[role="main"],[role="article"],[itemprop="articleBody"]';
  const REFERENCE = /^\s*(\[[^\]]{1,12}\]\s*)+$/u;

  /** @param {Element} element @param {CSSStyleDeclaration} style @param {boolean} includeAll */
  function unseen(element, style, includeAll) {
    if (style.display === "none" || style.visibility === "hidden" || (style.position === "fixed" && !includeAll)) return true;
    if (style.position !== "absolute") return false;
    // Text for screen readers is hidden by clipping it to a tiny box.
    const box = ns.selection.ask(element, "getBoundingClientRect");
    return box.width <= 2 || box.height <= 2;
  }

  /** Whether the element is the site's header, which is not part of the article, unlike a header inside an article. @param {Element} element */
  const isSiteHeader = (element) => element.tagName === "HEADER" && !element.closest(ARTICLES);

  /** Whether the element is a footnote number, which would split a sentence, rather than an exponent. @param {Element} element */
  const isReference = (element) => element.tagName === "SUP" && (REFERENCE.test(element.textContent ?? "") || element.querySelector('a[href^="#"]') !== null);

  /** Determines, once per element, which paragraph the element belongs to and whether it is left out. @param {boolean} includeAll */
  function layout(includeAll) {
    /** @type {WeakMap<Element, Element>} */
    const blockOf = new WeakMap();
    /** @param {Element} element @returns {boolean} */
    function enter(element) {
      const { ask } = ns.selection;
      if (ask(element, "matches", NEVER) || isReference(element)) return false;
      if (!includeAll && (ask(element, "matches", BESIDE) || isSiteHeader(element))) return false;
      const style = getComputedStyle(element);
      if (unseen(element, style, includeAll)) return false;
      const inline = style.display.startsWith("inline") || style.display === "contents" || style.display.startsWith("ruby");
      const parent = ask(element, "parentElement");
      const around = parent && blockOf.get(parent);
      blockOf.set(element, inline && around ? around : element);
      return true;
    }
    return { enter, of: (/** @type {Element} */ element) => blockOf.get(element) ?? element };
  }

  /** Returns the paragraphs of the article in reading order. @param {Document} page
   * @param {boolean} [includeAll] returns all visible text, including short lines and lists of links, because the user may select any of it */
  function collect(page, includeAll = false) {
    if (!page.body) return [];
    const places = layout(includeAll);
    places.enter(page.body);
    const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      node instanceof Element && !places.enter(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    /** @type {(import("../scan").Block & { linked: number })[]} */
    const blocks = [];
    let remaining = MOST_TEXT;
    while (remaining > 0 && walker.nextNode()) {
      const node = walker.currentNode;
      const last = blocks.at(-1);
      if (node instanceof Element) {
        if (node.tagName === "BR" && last) last.text += "\n";
        continue;
      }
      const parent = /** @type {Element} */ (node.parentElement);
      const linked = ns.selection.ask(parent, "closest", "a") !== null;
      remaining -= add(blocks, places.of(parent), /** @type {Text} */ (node), linked);
    }
    if (includeAll) return blocks.filter((block) => block.text.trim());
    const kept = blocks.filter((block) => block.text.trim().length >= SHORTEST && block.linked <= MOST_LINKED * block.text.length);
    return article(page, kept).slice(0, MOST_BLOCKS);
  }

  /** Adds a node's text to the last block or to a new one. A text file becomes many blocks. @param {(import("../scan").Block & { linked: number })[]} blocks
   * @param {Element} element @param {Text} node @param {boolean} linked @returns {number} characters added */
  function add(blocks, element, node, linked) {
    let from = 0;
    for (const said of ns.selection.ask(element, "matches", "body > pre") ? node.data.split(PARAGRAPH) : [node.data]) {
      const last = blocks.at(-1);
      const block = last?.element === element && from === 0 ? last : { element, text: "", pieces: [], linked: 0 };
      if (block !== last) blocks.push(block);
      // The paragraph of a text file may begin in the middle of a text node.
      block.pieces.push({ node, at: block.text.length - from });
      // Replacing single characters keeps offsets in the text equal to offsets in the nodes. The backend refuses unpaired surrogates.
      block.text += said.replace(/[\s\p{Cc}]/gu, " ").toWellFormed();
      if (linked) block.linked += said.trim().length;
      from += said.length + 1;
    }
    return node.length;
  }

  /** Returns the blocks of the largest part of the page that can be the article, or all blocks if there is no such part. @param {Document} page @param {import("../scan").Block[]} blocks */
  function article(page, blocks) {
    const sizeOf = (/** @type {import("../scan").Block[]} */ some) => some.reduce((sum, block) => sum + block.text.trim().length, 0);
    const all = sizeOf(blocks);
    let best = blocks;
    let most = ARTICLE_SHARE * all;
    for (const part of page.querySelectorAll(ARTICLES)) {
      const inside = blocks.filter((block) => ns.selection.ask(part, "contains", block.element));
      const size = sizeOf(inside);
      // An article inside the main part is preferred if the article contains nearly the same text.
      if (size > most || (size >= 0.9 * most && inside.length < best.length && best !== blocks)) [best, most] = [inside, size];
    }
    return best;
  }

  /** @param {import("../scan").Block} block @param {number} start @param {number} end @returns {Range | null} */
  function range(block, start, end) {
    const first = block.pieces.findLast((piece) => piece.at <= start);
    const last = block.pieces.findLast((piece) => piece.at < end);
    if (!first || !last || end <= start) return null;
    const made = first.node.ownerDocument.createRange();
    made.setStart(first.node, Math.min(start - first.at, first.node.length));
    made.setEnd(last.node, Math.min(end - last.at, last.node.length));
    return made;
  }

  ns.blocks = { MOST_TEXT, collect, range };
})();
