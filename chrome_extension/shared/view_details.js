// Shows live progress, the parts of a claim, the missing evidence, and the footer.
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

  /** Draws each part with its grade, one sentence and its evidence. @param {import("../types").VerifyResult} result */
  function parts(result) {
    const { dom, i18n, sentence, viewEvidence, viewLead, viewVerdict, words } = ns;
    const { h } = dom;
    const evidenceByPart = viewLead.ofParts(result);
    const row = (/** @type {import("../types").SubResult} */ part, /** @type {number} */ place) => {
      const key = words.gradeKey(part);
      const drawn = result.view?.parts[place];
      const sure = drawn ? drawn.certainty : viewVerdict.sureLine(part);
      const own = new Set(part.evidence_ids ?? []);
      const says = drawn ? drawn.says : [sentence.found(part, result.evidence.filter(({ id }) => own.has(id))), sentence.past(part.explanation)].filter(Boolean).join(" ");
      return h(
        "li",
        { class: `part ${key}` },
        h("span", { class: "seal small" }, dom.icon(key, 12)),
        h(
          "div",
          { class: "part-body" },
          h("p", { class: "part-verdict" }, h("b", null, words.graded(part)), sure && h("span", { class: "part-sure" }, sure)),
          h("p", { class: "part-claim", dir: "auto" }, part.claim),
          h("p", { class: "part-says", dir: "auto" }, says),
          evidenceByPart[place].length > 0 && h("ol", { class: "cards" }, ...evidenceByPart[place].map(({ item, n }) => viewEvidence.card(item, n, true))),
        ),
      );
    };
    return h("section", { class: "split" }, h("h3", null, i18n.t("card_parts")), h("ul", { class: "parts" }, ...result.sub_results.map(row)));
  }

  /** Capitalises the backend's phrases about missing evidence, which begin with a lower-case letter. @param {string} text */
  const sentenceOf = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  /** Returns the missing evidence and what would change the answer, in the user's language, or in English for answers from earlier versions.
   * @param {import("../types").VerifyResult} result */
  function open({ view, explanation }) {
    const { missing = [], change = [] } = view ?? explanation ?? {};
    return { missing, change, lines: view ? { dir: "auto" } : ns.dom.BACKEND };
  }

  /** @param {string} title @param {string[]} lines @param {Readonly<import("../types").Props>} attributes of every line */
  function listed(title, lines, attributes) {
    const { dom: { h } } = ns;
    return lines.length > 0 && h("div", { class: "outlook-part" }, h("h4", null, title), h("ul", { class: "lines" }, ...lines.map((line) => h("li", attributes, sentenceOf(line)))));
  }

  /** Lists the evidence that would make a firm verdict more certain or would change the answer. @param {import("../types").VerifyResult} result */
  function outlook(result) {
    const { i18n: { t }, words } = ns;
    const { missing, change, lines } = open(result);
    return [listed(t("card_more_certain"), words.firm(result.verdict) ? missing : [], lines), listed(t("card_change"), change, lines)];
  }

  /** Draws one line about the evidence that an undecided claim lacks, and a button to search further. @param {import("../types").VerifyResult} result
   * @param {import("../types").CardActions} actions */
  function next(result, actions) {
    const { dom, i18n, viewNotices, words } = ns;
    const { h } = dom;
    if (words.firm(result.verdict)) return null;
    const { missing, lines } = open(result);
    const further = !viewNotices.applying(result.issues ?? []) && viewNotices.checkable(result) && actions.mode?.() === "main";
    if (missing.length === 0 && !further) return null;
    return h(
      "section",
      { class: "next" },
      missing.length > 0 && h("p", { class: "missing" }, h("b", null, i18n.t("label_value", [i18n.t("card_missing"), ""]).trim()), " ", h("span", lines, missing.join("; "))),
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

  ns.viewDetails = { progress, parts, outlook, next, footer };
})();
