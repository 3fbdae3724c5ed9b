// Live progress, sub-claims, what went wrong, how it was decided, and the closing line.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @param {import("../types").CardState} state */
  function progress(state) {
    const { dom, i18n, words } = ns;
    const { h } = dom;
    const latest = state.stages.at(-1);
    const reached = latest ? words.phaseOf(latest.stage) : 0;
    const phases = words.phases().map((name, index) => {
      const place = index < reached ? "past" : index === reached ? "now" : "next";
      return h("li", { class: place, "aria-current": index === reached ? "step" : null }, h("span", { class: "dot" }), name);
    });
    const message = state.waiting ? i18n.t("card_waiting") : latest?.message || i18n.t("card_asking");
    const searched = state.stages.filter((line) => line !== latest).slice(-3);
    return h(
      "section",
      { class: "progress", "aria-label": i18n.t("card_progress") },
      h("ol", { class: "phases" }, ...phases),
      h("p", { class: "now-line" }, h("span", { class: "pulse" }), message),
      searched.length > 0 && h("ul", { class: "past-lines" }, ...searched.reverse().map((line) => h("li", null, line.message))),
    );
  }

  /** @param {import("../types").SubResult[]} parts */
  function parts(parts) {
    const { dom, i18n, words } = ns;
    const { h } = dom;
    const row = (/** @type {import("../types").SubResult} */ part) => {
      const key = words.verdictKey(part.verdict);
      const sure = key === "opinion" ? "" : words.confidenceLine(part.confidence);
      return h(
        "li",
        { class: `part ${key}` },
        h("span", { class: "seal small" }, dom.icon(key, 12)),
        h("div", null, h("p", { class: "part-claim", dir: "auto" }, part.claim), h("p", { class: "part-verdict" }, h("b", null, words.verdict(part.verdict)), sure && ` · ${sure}`)),
      );
    };
    return h("section", { class: "block" }, h("h3", null, i18n.t("card_parts")), h("ul", { class: "parts" }, ...parts.map(row)));
  }

  /** @param {import("../types").Issue[]} issues */
  function issues(issues) {
    const { dom, i18n } = ns;
    const { h } = dom;
    const row = (/** @type {import("../types").Issue} */ issue) =>
      h("li", { class: `issue ${issue.severity}` }, dom.icon("alert", 14), h("span", null, issue.message));
    return h("section", { class: "block" }, h("h3", null, i18n.t("card_limits")), h("ul", { class: "issues" }, ...issues.map(row)));
  }

  /** @param {import("../types").VerifyResult} result */
  function decided(result) {
    const { dom, i18n, words } = ns;
    const { h } = dom;
    const traced = result.trace?.length
      ? result.trace.map((step) => h("li", null, h("span", null, step.message), h("time", null, words.seconds(step.elapsed_ms))))
      : (result.steps ?? []).map((step) => h("li", null, h("span", null, step)));
    return h(
      "details",
      { class: "decided" },
      h("summary", null, dom.icon("chevron", 14), i18n.t("card_decided")),
      h("ol", { class: "steps" }, ...traced),
    );
  }

  /** @param {import("../types").VerifyResult} result */
  function footer(result) {
    const { dom, i18n, words } = ns;
    const total = result.timings_ms?.total ?? result.trace?.at(-1)?.elapsed_ms;
    const facts = [words.dataSource(result.data_source), total === undefined ? "" : words.seconds(total), result.saved === false ? i18n.t("card_not_saved") : ""];
    return dom.h("p", { class: "closing" }, facts.filter(Boolean).join(" · "));
  }

  ns.viewDetails = { progress, parts, issues, decided, footer };
})();
