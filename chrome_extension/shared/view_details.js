// Live progress, the parts of a claim, what is missing, and the closing line.
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
      return h("li", { class: place, "aria-current": index === reached ? "step" : null }, h("span", { class: "dot" }), h("span", { class: "phase" }, name));
    });
    const message = state.waiting ? i18n.t("card_waiting") : latest ? words.stage(latest.stage) : i18n.t("card_asking");
    return h(
      "section",
      { class: "progress", "aria-label": i18n.t("card_progress") },
      h("h2", { class: "unseen" }, i18n.t("card_progress")),
      h("ol", { class: "phases" }, ...phases),
      h("p", { class: "now-line" }, h("span", { class: "pulse" }), message),
    );
  }

  /** @param {import("../types").SubResult[]} parts @param {number} count of evidence @param {(n: number) => void} onCite */
  function parts(parts, count, onCite) {
    const { dom, i18n, words } = ns;
    const { h } = dom;
    const row = (/** @type {import("../types").SubResult} */ part) => {
      const key = words.gradeKey(part);
      const sure = words.sure(part);
      const why = part.explanation?.found || part.reasoning;
      return h(
        "li",
        { class: `part ${key}` },
        h("span", { class: "seal small" }, dom.icon(key, 12)),
        h(
          "div",
          { class: "part-body" },
          h("p", { class: "part-verdict" }, h("b", null, words.graded(part)), sure && h("span", { class: "part-sure" }, sure)),
          h("p", { class: "part-claim", dir: "auto" }, part.claim),
          why && ns.viewVerdict.reasoning(why, count, onCite),
        ),
      );
    };
    return h("section", { class: "block" }, h("h3", null, i18n.t("card_parts")), h("ul", { class: "parts" }, ...parts.map(row)));
  }

  /** The backend names what is missing in phrases that begin small. @param {string} text */
  const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  /** What is missing and what would change the verdict. @param {import("../types").VerifyResult} result
   * @param {import("../types").CardActions} actions */
  function outlook(result, actions) {
    const { dom, i18n, words } = ns;
    const { h } = dom;
    const { missing = [], change = [] } = result.explanation ?? {};
    const listed = (/** @type {string} */ title, /** @type {string[]} */ lines) =>
      lines.length > 0 && h("div", { class: "outlook-part" }, h("h3", null, title), h("ul", { class: "lines" }, ...lines.map((line) => h("li", dom.BACKEND, sentence(line)))));
    const further = !ns.viewNotices.applying(result.issues ?? []) && !words.firm(result.verdict) && ["FACTUAL", "MIXED"].includes(result.claim_type) && actions.mode?.() === "main";
    if (missing.length + change.length === 0 && !further) return null;
    return h(
      "section",
      { class: "block outlook" },
      listed(i18n.t("card_missing"), missing),
      listed(i18n.t("card_change"), change),
      further && h("button", { type: "button", class: "secondary", click: () => actions.setMode?.("deep") }, dom.icon("deeper", 14), i18n.t("card_look_deeper")),
    );
  }

  /** @param {import("../types").VerifyResult} result */
  function footer(result) {
    const { dom, i18n, words } = ns;
    const total = result.timings_ms?.total ?? result.trace?.at(-1)?.elapsed_ms;
    const facts = [words.dataSource(result.data_source), total === undefined ? "" : words.seconds(total), result.saved === false ? i18n.t("card_not_saved") : ""];
    return dom.h("p", { class: "closing" }, ...facts.filter(Boolean).map((fact) => dom.h("span", null, fact)));
  }

  ns.viewDetails = { progress, parts, outlook, footer };
})();
