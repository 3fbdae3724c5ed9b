// One state, one sentence why, one action that helps.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @type {Record<string, [string, keyof import("../types").CardActions]>} */
  const ACTIONS = {
    retry: ["action_retry", "retry"],
    recheck: ["action_recheck", "recheck"],
    options: ["action_options", "openOptions"],
  };

  /** @param {import("../types").Failure} failure @param {import("../types").CardActions} actions */
  function panel(failure, actions) {
    const { dom, i18n, words } = ns;
    const { h } = dom;
    const say = words.failure(failure);
    const action = ACTIONS[say.action];
    const command = say.command;
    const copy = i18n.t("action_copy_command");
    return h(
      "section",
      { class: `failure kind-${failure.kind}`, role: "alert" },
      h("span", { class: "failure-icon" }, dom.icon(failure.kind === "down" ? "plug" : "alert", 20)),
      h("h2", null, say.title),
      say.body ? h("p", null, say.body) : null,
      command
        ? h(
            "div",
            { class: "command" },
            h("code", null, command),
            dom.copyButton(() => command, { class: "icon-button", "aria-label": copy, title: copy }, actions.copy, dom.icon("copy", 15)),
          )
        : null,
      action ? h("button", { type: "button", class: "primary", click: () => /** @type {() => void} */ (actions[action[1]])() }, i18n.t(action[0])) : null,
    );
  }

  ns.viewFailure = { panel };
})();
