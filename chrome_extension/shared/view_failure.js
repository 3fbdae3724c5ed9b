// Shows a failure: its title, one sentence that explains it, and one helpful action.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @typedef {import("../types").CardActions} CardActions */

  /** @type {Record<string, keyof CardActions>} the message and the action of its button */
  const ACTIONS = { retry: "retry", recheck: "recheck", options: "openOptions", reload: "reload", close: "close" };

  /** @param {string} command @param {CardActions} actions */
  function copyable(command, actions) {
    const { dom, i18n } = ns;
    const copy = dom.copyButton(() => command, { class: "primary", "aria-label": i18n.t("action_copy_command") }, actions.copy, dom.icon("copy", 14), i18n.t("action_copy"));
    return dom.h("div", { class: "command", dir: "ltr" }, dom.h("code", null, command), copy);
  }

  /** @param {import("../types").Failure} failure @param {CardActions} actions */
  function panel(failure, actions) {
    const { dom, i18n, words } = ns;
    const { h } = dom;
    const say = words.failure(failure);
    const { message, hint } = failure;
    // The backend's sentences are marked with their language for screen readers (WCAG 3.1.2).
    const props = (/** @type {string} */ text) => (text && (text === message || text === hint) ? dom.BACKEND : null);
    const act = /** @type {(() => void) | undefined} */ (actions[ACTIONS[say.action]]);
    return h(
      "section",
      { class: `failure kind-${failure.kind}` },
      h("span", { class: "failure-icon" }, dom.icon(failure.kind === "down" ? "plug" : "alert", 20)),
      h("h2", props(say.title), say.title),
      say.body ? h("p", props(say.body), say.body) : null,
      say.command && copyable(say.command, actions),
      act && h("button", { type: "button", class: "primary", click: () => act() }, i18n.t(`action_${say.action}`)),
    );
  }

  ns.viewFailure = { panel };
})();
