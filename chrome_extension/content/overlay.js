// The card on the page: a window of our own around the shared view, with a header that can be dragged.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const WIDTH = 428;
  const CSS = `
.cl{width:min(${WIDTH}px,calc(100vw - 16px));max-height:min(640px,calc(100vh - 16px));display:flex;flex-direction:column;border-radius:16px;
  background:var(--ground);box-shadow:var(--shadow);overflow:hidden;animation:rise .16s ease-out}
.cl:focus{outline:none}
.head{display:flex;align-items:center;gap:8px;padding:11px 12px 9px 18px;cursor:grab;touch-action:none;flex:none}
.head:active{cursor:grabbing}
.logo{width:20px;height:20px;border-radius:6px;background:#1f2c52;color:#ffc857;display:grid;place-items:center}
.logo .icon{stroke-width:3.2}
.cl h1{font-size:13px;font-weight:640;letter-spacing:-.005em;margin-inline-end:auto}
.tools{display:contents}
.body{overflow-y:auto;overscroll-behavior:contain;min-height:0;scrollbar-width:thin;scrollbar-color:var(--line) transparent}
@keyframes rise{from{opacity:0;transform:translateY(6px)}}
@media (prefers-reduced-motion:reduce){.cl{animation:none}}
@media (forced-colors:active){.cl{border:1px solid CanvasText}}`;

  /** @type {{ close: () => void } | null} */
  let current = null;

  /** Moves the frame with the pointer, inside the window. @param {HTMLElement} head @param {HTMLElement} frame */
  function draggable(head, frame) {
    const { trusted } = ns.dom;
    head.addEventListener("pointerdown", trusted((event) => {
      const down = /** @type {PointerEvent} */ (event);
      if (/** @type {Element} */ (down.target).closest("button")) return;
      const start = frame.getBoundingClientRect();
      head.setPointerCapture(down.pointerId);
      const move = (/** @type {PointerEvent} */ now) => {
        const point = { left: start.left + now.clientX - down.clientX, top: start.top + now.clientY - down.clientY };
        put(frame, ns.place.clamp(point, { width: start.width, height: start.height }, viewport()));
      };
      head.addEventListener("pointermove", move);
      const end = () => head.removeEventListener("pointermove", move);
      head.addEventListener("pointerup", end, { once: true });
      head.addEventListener("pointercancel", end, { once: true });
    }));
  }

  const viewport = () => ({ width: document.documentElement.clientWidth, height: innerHeight });

  /** @param {HTMLElement} frame @param {import("../types").Point} at */
  function put(frame, at) {
    hold(frame, { ...at, maxHeight: viewport().height - at.top - 8 });
  }

  /** @param {HTMLElement} frame @param {import("../types").CardPlace} at */
  function hold(frame, { left, top, bottom, maxHeight }) {
    const pixels = (/** @type {number | undefined} */ value) => (value === undefined ? "auto" : `${Math.round(value)}px`);
    Object.assign(frame.style, { left: pixels(left), top: pixels(top), bottom: pixels(bottom), maxHeight: `min(640px, ${pixels(maxHeight)})` });
  }

  /** @param {string} name @param {string} label @param {() => void} click */
  function iconButton(name, label, click) {
    return ns.dom.h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, click }, ns.dom.icon(name, 16));
  }

  /** An empty card on the page. @param {import("../types").Rect | null} rect @param {string} theme @param {() => void} onClose */
  function shell(rect, theme, onClose) {
    current?.close();
    const { h, icon } = ns.dom;
    const focused = document.activeElement;
    const { host, root, frame, remove } = ns.host.create(ns.tokens.css(".cl") + ns.styles.card + CSS, theme);
    frame.dir = ns.i18n.dir();
    frame.lang = ns.i18n.language();
    const tools = h("div", { class: "tools" });
    const head = h("header", { class: "head" }, h("span", { class: "logo" }, icon("mark", 14)), h("h1", null, "Claimlight"), tools, iconButton("close", ns.i18n.t("action_close"), () => close()));
    const body = h("div", { class: "body" });
    frame.append(head, body);
    for (const [name, value] of Object.entries({ role: "dialog", "aria-label": ns.i18n.t("card_title"), tabindex: "-1" })) frame.setAttribute(name, value);
    draggable(head, frame);

    let moved = false;
    head.addEventListener("pointerdown", () => void (moved = true));
    const settle = () => {
      const box = frame.getBoundingClientRect();
      if (moved) put(frame, ns.place.clamp({ left: box.left, top: box.top }, box, viewport()));
      else hold(frame, ns.placeCard(rect, box.width, viewport()));
    };
    const keys = ns.dom.trusted((event) => {
      const key = /** @type {KeyboardEvent} */ (event);
      if (key.key !== "Escape" || key.isComposing) return;
      // Only a card that is there takes the key: pages redraw themselves, and ours may have gone with it.
      if (host.isConnected) {
        event.stopPropagation();
        event.preventDefault();
      }
      close();
    });
    const mine = { close };
    function close() {
      if (current !== mine) return;
      current = null;
      window.removeEventListener("keydown", keys, true);
      window.removeEventListener("resize", settle);
      const mayReturn = document.activeElement === host || document.activeElement === document.body || !host.isConnected;
      remove();
      onClose();
      if (mayReturn && focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    }
    current = mine;
    settle();
    window.addEventListener("keydown", keys, true);
    window.addEventListener("resize", settle);
    frame.focus({ preventScroll: true });
    return { host, root, body, tools };
  }

  /** Check a claim and show how it goes. @param {import("../types").ClaimRequest} request
   * @param {import("../types").Rect | null} rect the selection @param {string} theme */
  function open(request, rect, theme) {
    if (request.claim.length > ns.text.MAX_CLAIM) {
      return fail({ kind: "too_long", length: request.claim.length }, theme, rect);
    }
    /** @type {import("../types").Client | null} */
    let client = null;
    let state = ns.model.initial(request.claim);
    const { root, body, tools } = shell(rect, theme, () => client?.close());
    const copy = (/** @type {string} */ text) => ns.dom.copyText(text, root);
    const card = ns.view.create({ recheck: begin, retry: () => client?.retry(), openOptions, copy });
    const label = ns.i18n.t("card_copy");
    const copyAnswer = ns.dom.copyButton(() => (state.result ? ns.copy.asText(state.result) : state.claim),
      { class: "icon-button", "aria-label": label, title: label, hidden: true }, copy, ns.dom.icon("copy", 16));
    const again = iconButton("again", ns.i18n.t("action_recheck"), begin);
    again.hidden = true;
    tools.append(copyAnswer, again);
    body.append(card.element);

    function begin() {
      client?.close();
      state = ns.model.initial(request.claim);
      client = ns.client.create({
        request,
        run: ns.client.runId(),
        connect: () => chrome.runtime.connect({ name: "verify" }),
        onMessage: (message) => show(ns.model.reduce(state, message)),
        isVisible: () => document.visibilityState === "visible",
      });
      show(state);
      client.start();
    }
    /** @param {import("../types").CardState} next */
    function show(next) {
      state = next;
      copyAnswer.hidden = again.hidden = state.phase !== "done";
      card.show(state);
    }
    begin();
  }

  function openOptions() {
    void chrome.runtime.sendMessage({ type: "open-options" });
  }

  /** A card that only says why there is nothing to show. @param {import("../types").Failure} failure @param {string} theme
   * @param {import("../types").Rect | null} [rect] */
  function fail(failure, theme, rect = null) {
    const { body } = shell(rect, theme, () => {});
    const nothing = () => {};
    const panel = ns.viewFailure.panel(failure, { recheck: nothing, retry: nothing, openOptions, copy: async () => false });
    body.append(ns.dom.h("div", { class: "card" }, panel));
  }

  ns.overlay = { open, fail, close: () => current?.close() };
})();
