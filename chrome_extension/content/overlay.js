// The card on the page: a window that contains the shared view, and the actions of its buttons. Only one card is open at a time.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @typedef {import("../types").Failure} Failure @typedef {import("../types").CardState} CardState @typedef {import("../types").Anchor} Anchor */

  /** @type {{ close: () => void } | null} */
  let current = null;
  /** Number of requests to open a card. Only the latest request gets a window. */
  let turn = 0;
  /** Delay before the text of a live region is set: screen readers announce a change of the text, but not the region's insertion. */
  const HEARD_MS = 100;

  /** @param {Anchor} anchor @param {string} theme @param {import("../types").WindowEnds} on @returns {Promise<import("../types").CardWindow | null>} */
  async function shell(anchor, theme, on) {
    const mine = ++turn;
    const shape = await ns.shape.load();
    if (mine !== turn) return null;
    current?.close();
    const close = () => {
      if (current === shown) current = null;
      on.close();
    };
    const shown = ns.window.open(anchor, shape, theme, { ...on, close });
    current = shown;
    return shown;
  }

  /** Draws the label of the minimised window: the verdict or the progress. @param {HTMLElement} pill @param {CardState} state */
  function label(pill, state) {
    const { dom, i18n, sentence, viewVerdict, words } = ns;
    const { h } = dom;
    const { verdict, failure, phase, result } = state;
    const parts = result?.sub_results ?? [];
    const key = !verdict ? "unknown" : sentence.mixed(verdict, parts) ? "mixed" : words.gradeKey(verdict);
    const said = failure ? i18n.t("card_pill_failed") : verdict ? sentence.headline(verdict, parts) : i18n.t("card_pill_working");
    const sure = verdict && !failure && !verdict.leaning ? viewVerdict.sureLine(verdict) : "";
    const mark = phase === "working" ? h("span", { class: "pulse" }) : h("span", { class: "seal small" }, dom.icon(failure ? "alert" : key, 12));
    pill.className = `pill ${failure ? "unknown" : key}`;
    pill.replaceChildren(mark, h("b", null, said), ...(sure ? [h("span", { class: "sure" }, sure)] : []), h("span", { class: "unseen" }, i18n.t("card_expand")));
  }

  /** Checks a claim and shows the progress. @param {import("../types").ClaimRequest} request
   * @param {import("../types").Rect | null} rect of the selection @param {string} theme @param {Node | null} [node] in which the selection begins */
  async function open(request, rect, theme, node = null) {
    if (request.claim.length > ns.text.MAX_CLAIM) return fail({ kind: "too_long", length: request.claim.length }, theme, rect);
    const check = new Check(request);
    const chosen = ns.settings.load().catch(() => ns.settings.DEFAULTS);
    const [shown, { mode }] = await Promise.all([shell({ box: rect, node }, theme, { close: check.stop, thrownOut: check.handOver }), chosen]);
    if (shown) check.start(shown, request.mode ?? mode);
  }

  /** One check and the window that shows it. */
  class Check {
    /** @type {import("../types").Client | null} */
    client = null;
    /** @type {import("../types").Mode} */
    mode = "main";
    stopped = false;
    /** @type {(state: CardState) => void} */
    draw = () => {};

    /** @param {import("../types").ClaimRequest} request */
    constructor(request) {
      this.request = request;
      this.state = ns.model.initial(request.claim);
    }

    /** @param {import("../types").CardWindow} shown @param {import("../types").Mode} mode */
    start(shown, mode) {
      if (this.stopped) return;
      this.mode = mode;
      const actions = { ...actionsOf(shown), recheck: this.begin, retry: this.retry, edit: this.edit, mode: () => this.mode, setMode: this.setMode };
      this.draw = drawing(shown, actions, () => this.state);
      window.addEventListener("online", this.online);
      this.begin();
    }

    begin = () => {
      this.client?.close();
      this.client = ns.client.create({
        request: { ...this.request, mode: this.mode },
        run: ns.client.runId(),
        connect: () => chrome.runtime.connect({ name: "verify" }),
        onMessage: (message) => this.show(ns.model.reduce(this.state, message)),
        isVisible: () => document.visibilityState === "visible",
      });
      this.show(ns.model.initial(this.request.claim));
      this.client.start();
    };

    /** @param {CardState} state */
    show(state) {
      this.state = state;
      this.draw(state);
    }

    retry = () => this.client?.retry();

    /** @param {import("../types").Mode} mode */
    setMode = (mode) => {
      this.mode = mode;
      this.begin();
    };

    /** @param {string} claim */
    edit = (claim) => {
      this.request = { ...this.request, claim };
      this.begin();
    };

    online = () => {
      if (this.state.phase === "done" && ns.viewNotices.mayRecover(this.state.result)) this.begin();
      else if (this.state.phase === "failed") this.retry();
    };

    handOver = () => this.client?.handOver();

    stop = () => {
      this.stopped = true;
      window.removeEventListener("online", this.online);
      this.client?.close();
    };
  }

  /** @param {import("../types").CardWindow} shown @param {import("../types").CardActions} actions @param {() => CardState} now */
  function drawing(shown, actions, now) {
    const { copy, dom, i18n, view } = ns;
    const card = view.create(actions);
    const name = i18n.t("card_copy");
    const copyAnswer = dom.copyButton(() => copy.asText(/** @type {import("../types").VerifyResult} */ (now().result)),
      { class: "icon-button", "aria-label": name, title: name, hidden: true }, actions.copy, dom.icon("copy", 16));
    const again = ns.window.iconButton("again", i18n.t("action_recheck"), actions.recheck);
    shown.tools.append(copyAnswer, again);
    shown.body.append(card.element);
    return (/** @type {CardState} */ state) => {
      copyAnswer.hidden = again.hidden = state.phase !== "done";
      label(shown.pill, state);
      card.show(state);
    };
  }

  const openOptions = async () => chrome.runtime.sendMessage({ type: "open-options" });

  /** The actions that every card has. @param {import("../types").CardWindow} shown @returns {import("../types").CardActions} */
  function actionsOf(shown) {
    const nothing = () => {};
    return {
      recheck: nothing,
      retry: nothing,
      copy: (text) => ns.dom.copyText(text, shown.root),
      // The call fails if the extension was updated while the card was open.
      openOptions: () => void openOptions().catch(() => fail({ kind: "updated" }, shown.frame.dataset.theme ?? "auto")),
      reload: () => location.reload(),
      close: shown.close,
      // Nothing is stored for a private window.
      ...(chrome.extension?.inIncognitoContext ? {} : { report: ns.reports.add }),
    };
  }

  /** Shows a card that only explains a failure. @param {Failure} failure @param {string} theme
   * @param {import("../types").Rect | null} [rect] */
  async function fail(failure, theme, rect = null) {
    const shown = await shell({ box: rect, node: null }, theme, { close() {} });
    if (!shown) return;
    const state = /** @type {CardState} */ ({ ...ns.model.initial(""), phase: "failed", failure });
    const { title, body } = ns.words.failure(failure);
    label(shown.pill, state);
    const status = ns.dom.h("p", { class: "unseen", role: "status" });
    shown.body.append(ns.dom.h("div", { class: "card" }, ns.viewFailure.panel(failure, actionsOf(shown)), status));
    setTimeout(() => void (status.textContent = ns.text.clean(`${title}. ${body}`)), HEARD_MS);
  }

  ns.overlay = { open, fail, close: () => current?.close() };
})();
