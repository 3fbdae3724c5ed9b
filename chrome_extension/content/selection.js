// Detects selections. Until the first one, a page has only six passive listeners.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const AFTER_RELEASE_MS = 10;
  const AFTER_CHANGE_MS = 100;
  /** Longer, because selection handles fire no events. */
  const AFTER_TOUCH_MS = 300;
  const EDITORS =
    'input,textarea,select,[contenteditable]:not([contenteditable=false i]),[role=textbox],[role=searchbox],[role=combobox],[role=spinbutton],.CodeMirror,.cm-editor,.monaco-editor,.ace_editor,.ProseMirror,.ql-editor';
  const SHORTEST = 3;

  /** Form fields can shadow a form's properties. @type {typeof ns.selection.ask} */
  const ask = (node, what, ...how) => {
    const own = Reflect.get(HTMLElement.prototype, String(what), node);
    return typeof own === "function" ? own.apply(node, how) : own;
  };

  /** Also finds closed shadow roots. @type {typeof ns.selection.rootOf} */
  function rootOf(node) {
    if (!(node instanceof HTMLElement)) return null;
    try {
      return ask(node, "shadowRoot") ?? chrome.dom.openOrClosedShadowRoot(node);
    } catch {
      return null;
    }
  }

  /** Returns the closest match among ancestors, across shadow roots. @type {typeof ns.selection.outwards} */
  const outwards = (node, find) => {
    for (let at = node; at; at = ask(at, "parentNode") ?? (at instanceof ShadowRoot ? at.host : null)) {
      const found = at instanceof Element && find(at);
      if (found) return found;
    }
    return null;
  };

  /** Form fields and editors never get a button (S12). @param {Node | null} node */
  const isEditor = (node) => outwards(node, (at) => ask(at, "matches", EDITORS)) !== null;

  function focused() {
    let at = document.activeElement;
    for (let inner = rootOf(at)?.activeElement; inner; inner = rootOf(at)?.activeElement) at = inner;
    return at;
  }

  /** Returns the range inside shadow roots; the document reports only their hosts.
   * @param {Selection} selection @returns {StaticRange | Range} */
  function ends(selection) {
    /** @type {Set<ShadowRoot>} */
    const roots = new Set();
    for (;;) {
      const range = selection.getComposedRanges?.({ shadowRoots: [...roots] })[0] ?? selection.getRangeAt(0);
      const { startContainer, startOffset, endContainer, endOffset } = range;
      const last = ask(endContainer, "childNodes");
      const near = [startContainer, endContainer, ask(startContainer, "childNodes")[startOffset], last[endOffset], last[endOffset - 1]];
      const found = near.map(rootOf).find((root) => root && !roots.has(root));
      if (!found || !selection.getComposedRanges) return range;
      roots.add(found);
    }
  }

  /** Limits the range to the tree that contains the selection's end. @param {StaticRange | Range} between @param {boolean} backwards */
  function drawn({ startContainer, startOffset, endContainer, endOffset }, backwards) {
    const range = document.createRange();
    const whole = ask(startContainer, "getRootNode") === ask(endContainer, "getRootNode");
    range.selectNodeContents(backwards ? startContainer : endContainer);
    if (whole || backwards) range.setStart(startContainer, startOffset);
    if (whole || !backwards) range.setEnd(endContainer, endOffset);
    return range;
  }

  /** Returns the selection's box and its end (its start if backwards), in viewport pixels. */
  function measure() {
    const selection = document.getSelection();
    if (selection?.type !== "Range") return null;
    const backwards = selection.direction === "backward";
    const between = ends(selection);
    const [start, end] = [between.startContainer, between.endContainer];
    const range = drawn(between, backwards);
    // Skip the empty rectangles of line breaks.
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    const box = range.getBoundingClientRect();
    const rect = rects.at(backwards ? 0 : -1) ?? box;
    const rtl = outwards(backwards ? start : end, (at) => getComputedStyle(at).direction) === "rtl";
    return { start, end, box, rect, backwards, rtl };
  }

  /** @type {typeof ns.selection.read} */
  function read() {
    const measured = document.designMode === "on" || isEditor(focused()) ? null : measure();
    if (!measured || isEditor(measured.start) || isEditor(measured.end)) return null;
    const text = String(document.getSelection());
    return text.replace(/[\s\p{C}]/gu, "").length < SHORTEST ? null : { ...measured, text, touch: false, byKeys: false };
  }

  /** Reads only in the focused frame, because the shortcut reaches all frames. */
  const readHere = () => (document.hasFocus() && document.activeElement?.tagName !== "IFRAME" ? read() : null);

  function inFilm() {
    const full = document.fullscreenElement;
    return full !== null && ((ask(full, "matches", "video,iframe") || ask(full, "querySelector", "video") !== null));
  }

  /** @type {typeof ns.selection.watch} */
  function watch(tell, until) {
    let timer = 0;
    let armed = false;
    let pressed = false;
    let touch = false;
    let byKeys = false;
    let released = 0;
    // Offer a selection once: later clicks or keys must not show the button again.
    let changed = false;

    /** @param {string} type @param {(event: any) => void} listener */
    const on = (type, listener) =>
      document.addEventListener(type, (event) => void (event.isTrusted && listener(event)), { capture: true, passive: true, signal: until });
    const settle = () => {
      if (!changed || pressed || until.aborted) return;
      changed = false;
      const selected = inFilm() || document.activeElement?.tagName === "IFRAME" ? null : read();
      if (selected) tell.rests({ ...selected, touch, byKeys });
      else tell.gone();
    };
    const soon = (/** @type {number} */ ms) => {
      clearTimeout(timer);
      timer = window.setTimeout(settle, ms);
    };
    const release = (/** @type {boolean} */ keys) => {
      [pressed, byKeys, released] = [false, keys, performance.now()];
      if (changed) soon(touch ? AFTER_TOUCH_MS : AFTER_RELEASE_MS);
    };

    on("pointerdown", (event) => {
      pressed = true;
      touch = event.pointerType === "touch";
    });
    for (const type of ["pointerup", "pointercancel", "dragend"]) on(type, () => release(false));
    on("selectionchange", () => {
      if (document.getSelection()?.type === "Range") {
        if (!armed) {
          armed = true;
          tell.begun();
          on("keyup", ({ shiftKey }) => shiftKey || release(true));
          // A release over a frame fires no event here.
          on("pointerover", ({ buttons }) => pressed && buttons === 0 && release(false));
        }
        changed = true;
        // A quick click or key press ends before this event.
        const quick = performance.now() - released < AFTER_CHANGE_MS / 2;
        if (touch) soon(AFTER_TOUCH_MS);
        else if (!pressed) soon(quick ? AFTER_RELEASE_MS : AFTER_CHANGE_MS);
      } else if (armed) {
        clearTimeout(timer);
        changed = false;
        tell.gone();
      }
    });
  }

  ns.selection = { ask, measure, outwards, read, readHere, rootOf, watch };
})();
