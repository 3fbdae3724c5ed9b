// Notices that the reader selected text worth a button, and reads it only then.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const AFTER_RELEASE_MS = 10;
  const AFTER_CHANGE_MS = 100;
  const EDITORS =
    'input, textarea, select, [role="textbox"], [role="searchbox"], [role="combobox"], .CodeMirror, .cm-editor, .monaco-editor, .ace_editor, .ProseMirror, .ql-editor';
  const BLOCKS = "p, li, td, th, blockquote, figcaption, h1, h2, h3, h4, h5, h6, dd, dt, caption, article, section, main, div, body";

  /** Fields, rich-text editors and code inputs never get a button (S12). @param {Element | null} element */
  function isEditor(element) {
    if (!element) return false;
    if (/** @type {HTMLElement} */ (element).isContentEditable === true) return true;
    return element.closest(EDITORS) !== null;
  }

  /** @param {Element | null} element the focused element @returns {boolean} whether selecting there may show a button */
  function allowed(element) {
    return !isEditor(element) && element?.tagName !== "IFRAME";
  }

  /** @param {Node | null} node @returns {Element | null} */
  function elementOf(node) {
    return node instanceof Element ? node : (node?.parentElement ?? null);
  }

  /** The drawn boxes of a range; collapsed boxes at line breaks do not count. @param {Range} range @param {boolean} backwards */
  function endRect(range, backwards) {
    const rects = Array.from(range.getClientRects()).filter((rect) => rect.width > 0 && rect.height > 0);
    const rect = (backwards ? rects[0] : rects.at(-1)) ?? range.getBoundingClientRect();
    return { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
  }

  /** @param {Selection} selection */
  function isBackwards(selection) {
    const { anchorNode, focusNode } = selection;
    if (!anchorNode || !focusNode) return false;
    if (anchorNode === focusNode) return selection.anchorOffset > selection.focusOffset;
    return Boolean(anchorNode.compareDocumentPosition(focusNode) & Node.DOCUMENT_POSITION_PRECEDING);
  }

  /** @returns {import("../types").Selected | null} */
  function read() {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || selection.rangeCount === 0 || document.designMode === "on") return null;
    const [start, end] = [elementOf(selection.anchorNode), elementOf(selection.focusNode)];
    if (!allowed(document.activeElement) || isEditor(start) || isEditor(end)) return null;
    const claim = ns.text.claimOf(selection.toString());
    if (claim.length < ns.text.MIN_CLAIM) return null;
    const backwards = isBackwards(selection);
    const range = selection.getRangeAt(0);
    const block = start?.closest(BLOCKS)?.textContent ?? "";
    return {
      claim,
      context: { title: ns.text.clean(document.title).slice(0, 300), surrounding: ns.text.surrounding(block.slice(0, 20_000), claim) },
      rect: endRect(range, backwards),
      box: range.getBoundingClientRect(),
      backwards,
      rtl: end ? getComputedStyle(end).direction === "rtl" : false,
    };
  }

  /** Calls back once the selection rests. No work is done before something is selected.
   * @param {(selected: import("../types").Selected) => void} onSelected @param {() => void} onGone @param {() => boolean} isOn */
  function watch(onSelected, onGone, isOn) {
    let timer = 0;
    let pressed = false;
    // A selection is offered once: clicks on our own card, or keys pressed later, must not bring the button back.
    let changed = false;

    const settle = () => {
      if (!changed) return;
      changed = false;
      const selected = isOn() && !document.fullscreenElement ? read() : null;
      if (selected) onSelected(selected);
      else onGone();
    };
    const soon = (/** @type {number} */ ms) => {
      clearTimeout(timer);
      timer = window.setTimeout(settle, ms);
    };
    const gone = () => {
      clearTimeout(timer);
      onGone();
    };

    /** @type {AddEventListenerOptions} */
    const quiet = { capture: true, passive: true };
    const on = (/** @type {string} */ type, /** @type {(event: Event) => void} */ listener) =>
      document.addEventListener(type, ns.dom.trusted(listener), quiet);
    on("mousedown", () => void (pressed = true));
    on("touchstart", () => void (pressed = true));
    for (const type of ["mouseup", "touchend", "touchcancel", "dragend"]) {
      on(type, () => {
        pressed = false;
        soon(AFTER_RELEASE_MS);
      });
    }
    on("keyup", (event) => {
      const key = /** @type {KeyboardEvent} */ (event);
      if (key.shiftKey || key.key === "Shift" || key.ctrlKey || key.metaKey) soon(AFTER_RELEASE_MS);
    });
    on("selectionchange", () => {
      changed = true;
      if (document.getSelection()?.isCollapsed) gone();
      else if (!pressed) soon(AFTER_CHANGE_MS);
    });
    on("scroll", gone);
    on("keydown", (event) => /** @type {KeyboardEvent} */ (event).key === "Escape" && gone());
  }

  ns.selection = { allowed, isEditor, read, watch };
})();
