// The card's window on the page. It follows the selected text, and the user can move, resize and minimise it.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const CSS = `
.cl{width:min(500px,calc(100vw - 16px));display:flex;flex-direction:column;border-radius:16px;
  background:var(--ground);box-shadow:var(--shadow);overflow:hidden;animation:rise .16s ease-out}
.cl:focus{outline:none}
.head{display:flex;align-items:center;gap:4px;padding:9px 10px 8px 12px;cursor:grab;touch-action:none;flex:none}
.head:active{cursor:grabbing}
.cl .grip{display:flex;align-items:center;gap:9px;padding:4px 6px;border-radius:8px;cursor:inherit;min-width:0}
.logo{width:20px;height:20px;border-radius:6px;background:#1f2c52;color:#ffc857;display:grid;place-items:center;flex:none}
.logo .icon{stroke-width:3.2}
.cl h1{font-size:13.5px;font-weight:640;letter-spacing:-.005em;margin-inline-end:auto;min-width:0}
.tools{display:contents}
.body{overflow-y:auto;overscroll-behavior:contain;min-height:0;flex:1 1 auto;scrollbar-width:thin;scrollbar-color:var(--line) transparent}
.cl .body:focus-visible{outline-offset:-3px}
.cl .corner{position:absolute;inset-block-end:0;inset-inline-end:0;width:24px;height:24px;cursor:nwse-resize;touch-action:none;color:var(--soft);
  display:grid;place-items:end;padding:5px;opacity:.55}
.cl .corner:dir(rtl){cursor:nesw-resize;transform:scaleX(-1)}
.cl .corner:is(:hover,:focus-visible){opacity:1}
.cl.small{width:auto!important;height:auto!important;max-width:calc(100vw - 16px);border-radius:999px}
.small :is(.corner,.tools,.tool-fold,h1,.card>:not([role=status])),.cl:not(.small) .pill{display:none!important}
.small .body{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);visibility:hidden}
.small [role=status]{visibility:visible}
.small .head{padding:5px 6px}
.cl .pill{display:flex;align-items:center;gap:8px;padding:3px 6px;border-radius:999px;font-size:14px;min-width:0}
.pill b{font-weight:640;color:var(--text,inherit);white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
.pill span.sure{color:var(--soft);font-size:13px;padding:0;white-space:nowrap}
@keyframes rise{from{opacity:0;transform:translateY(6px)}}
@media (prefers-reduced-motion:reduce){.cl{animation:none}}
@media (forced-colors:active){.cl{border:1px solid CanvasText}}`;
  /** @typedef {import("../types").Shape} Shape */

  /** @param {string} name @param {string} label @param {() => void} click */
  function iconButton(name, label, click) {
    return ns.dom.h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, click }, ns.dom.icon(name, 16));
  }

  /** Creates the elements of an empty window. @param {HTMLElement} frame @param {{ small: () => void, large: () => void, close: () => void }} on */
  function furnish(frame, on) {
    const { dom, i18n } = ns;
    const { h, icon } = dom;
    const tools = h("div", { class: "tools" });
    const grip = h("button", { type: "button", class: "grip", "aria-label": i18n.t("card_move"), title: i18n.t("card_move") }, h("span", { class: "logo" }, icon("mark", 14)));
    const pill = h("button", { type: "button", class: "pill", title: i18n.t("card_expand"), click: on.large });
    const fold = iconButton("fold", i18n.t("card_collapse"), on.small);
    fold.classList.add("tool-fold");
    const head = h("div", { class: "head" }, grip, h("h1", null, "Claimlight"), pill, tools, fold, iconButton("close", i18n.t("action_close"), on.close));
    const body = h("div", { class: "body", tabindex: "0" });
    const corner = h("button", { type: "button", class: "corner", "aria-label": i18n.t("card_resize"), title: i18n.t("card_resize") }, icon("grow", 13));
    frame.append(head, body, corner);
    for (const [name, value] of Object.entries({ role: "dialog", "aria-label": i18n.t("card_title"), tabindex: "-1", dir: i18n.dir(), lang: i18n.language() })) {
      frame.setAttribute(name, value);
    }
    return { head, grip, pill, fold, tools, body, corner };
  }

  /** @param {HTMLElement} frame @param {ReturnType<typeof furnish>} parts @param {import("../types").Placing} place @param {Shape} shape */
  function handles(frame, { head, grip, corner }, place, shape) {
    const { move, resize } = ns.placing.grips(frame, place, shape);
    ns.hands.byPointer(head, move, "button:not(.grip)");
    ns.hands.byKeys(grip, move);
    ns.hands.byPointer(corner, resize);
    ns.hands.byKeys(corner, resize);
    corner.addEventListener("dblclick", ns.dom.trusted(() => {
      Object.assign(shape, { width: 0, height: 0 });
      void ns.shape.save(shape);
      place.again();
    }));
  }

  /** @param {import("../types").Anchor} anchor @param {Shape} kept @param {string} theme
   * @param {import("../types").WindowEnds} on */
  function open(anchor, kept, theme, on) {
    const shape = { ...kept };
    const focused = document.activeElement;
    const ours = ns.host.create(ns.tokens.css(".cl") + ns.styles.card + CSS, theme);
    const { host, root, frame, remove } = ours;
    const parts = furnish(frame, { small: () => fold(true), large: () => fold(false), close: () => close() });
    const place = ns.placing.start(ours, anchor, shape);
    handles(frame, parts, place, shape);

    /** @param {boolean} small */
    function fold(small) {
      shape.small = small;
      frame.classList.toggle("small", small);
      place.settle();
      (small ? parts.pill : parts.fold).focus({ preventScroll: true });
      void ns.shape.save(shape);
    }
    const stops = [listen(host, frame, place, () => close()), ns.keep(host, frame, place.settle, thrownOut), ns.leave(anchor.node, () => close())];
    let closed = false;
    function close() {
      if (closed) return;
      closed = true;
      for (const stop of stops) stop();
      const mayReturn = document.activeElement === host || document.activeElement === document.body || !host.isConnected;
      remove();
      on.close();
      if (mayReturn && focused instanceof HTMLElement) ns.selection.ask(focused, "focus", { preventScroll: true });
    }
    function thrownOut() {
      on.thrownOut?.();
      close();
    }
    frame.classList.toggle("small", shape.small);
    place.settle();
    (shape.small ? parts.pill : frame).focus({ preventScroll: true });
    return { root, frame, body: parts.body, tools: parts.tools, pill: parts.pill, close };
  }

  /** Follows the page, and closes on Escape. @param {HTMLElement} host @param {HTMLElement} frame
   * @param {import("../types").Placing} place @param {() => void} close @returns {() => void} stops following */
  function listen(host, frame, place, close) {
    let asked = 0;
    const soon = (/** @type {() => void} */ then) => () => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(then);
    };
    const follow = soon(place.settle);
    const resized = soon(place.again);
    /** Returns the focused edit form, in which Escape first cancels the edit. */
    const editing = () => /** @type {ShadowRoot} */ (frame.getRootNode()).activeElement?.closest(".edit") ?? null;
    const keys = ns.dom.trusted((event) => {
      const key = /** @type {KeyboardEvent} */ (event);
      if (key.key !== "Escape" || key.isComposing || editing()) return;
      // A card that the page has removed must not intercept the page's keys.
      if (host.isConnected) {
        event.stopPropagation();
        event.preventDefault();
      }
      close();
    });
    // Keys typed into the card must not trigger the page's shortcuts.
    for (const type of ["keydown", "keyup", "keypress"]) frame.addEventListener(type, (event) => event.stopPropagation());
    const grown = new ResizeObserver(follow);
    // Device pixels do not depend on the page's CSS zoom.
    grown.observe(frame, { box: "device-pixel-content-box" });
    /** @type {AddEventListenerOptions} */
    const quiet = { capture: true, passive: true };
    document.addEventListener("scroll", follow, quiet);
    window.addEventListener("resize", resized);
    // The text may move when a part of the page enters or leaves the full screen, although the window keeps its size.
    document.addEventListener("fullscreenchange", resized);
    window.addEventListener("keydown", keys, true);
    return () => {
      cancelAnimationFrame(asked);
      grown.disconnect();
      document.removeEventListener("scroll", follow, quiet);
      window.removeEventListener("resize", resized);
      document.removeEventListener("fullscreenchange", resized);
      window.removeEventListener("keydown", keys, true);
    };
  }

  ns.window = { open, iconButton };
})();
