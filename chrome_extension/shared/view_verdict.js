// The verdict in one line with its bars, the claim, and the reasoning with links to the evidence.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @param {string} label @param {string} value */
  function line(label, value) {
    const { h } = ns.dom;
    return h("p", { class: "claim-line" }, h("span", { class: "claim-label" }, label), h("q", { dir: "auto" }, value));
  }

  /** @param {import("../types").CardState} state */
  function claim(state) {
    const { dom: { h }, i18n } = ns;
    const result = state.result;
    const selected = result?.original_claim || state.claim;
    if (result?.read_as) return h("div", { class: "claim" }, line(i18n.t("card_read_as"), result.read_as));
    if (result?.claim_type === "MIXED" && result.claim !== selected) {
      return h("div", { class: "claim mixed" }, line(i18n.t("card_selected"), selected), line(i18n.t("card_checked"), result.claim));
    }
    return h("div", { class: "claim" }, h("p", { class: "claim-line" }, h("q", { dir: "auto" }, selected)));
  }

  /** @param {string} label @param {string} value @param {number} percent 0..100 @param {string} kind */
  function meter(label, value, percent, kind) {
    const { dom: { h }, i18n } = ns;
    const bar = h("span", { class: `bar bar-${kind}` }, h("span", { class: "fill" }));
    const width = Math.max(0, Math.min(100, Math.round(percent)));
    /** @type {HTMLElement} */ (bar.firstChild).style.setProperty("--at", `${width}%`);
    return h(
      "div",
      { class: "meter", role: "img", "aria-label": i18n.t("label_value", [label, value]) },
      h("span", { class: "meter-label" }, label),
      h("span", { class: "meter-value" }, value),
      bar,
    );
  }

  /** Of a claim of several parts, how many hold where not all do. @param {import("../types").SubResult[]} parts */
  function confirmed(parts) {
    const held = parts.filter(({ verdict }) => verdict === "True").length;
    return held > 0 && held < parts.length ? ns.i18n.t("card_parts_confirmed", [held, parts.length]) : "";
  }

  /** @param {import("../types").VerdictEvent} verdict @param {import("../types").VerifyResult | null} [result] */
  function headline(verdict, result = null) {
    const { calibration, dom, i18n, words } = ns;
    const { h } = dom;
    const key = words.gradeKey(verdict);
    const sure = words.sure(verdict);
    const measured = sure && !verdict.leaning;
    const percent = i18n.number(verdict.confidence, { style: "percent" });
    const says = verdict.provisional ? i18n.t("card_so_far") : [words.verdictSays(words.grade(verdict)), confirmed(result?.sub_results ?? [])].filter(Boolean).join(" ");
    return h(
      "section",
      { class: `verdict ${key}`, "aria-label": i18n.t("card_verdict") },
      h(
        "div",
        { class: "verdict-line" },
        h("span", { class: "seal" }, dom.icon(key, 18)),
        h("div", { class: "verdict-words" }, h("h2", null, words.graded(verdict)), sure && h("p", { class: "sure" }, sure)),
      ),
      says && h("p", { class: "says" }, says),
      measured &&
        h(
          "div",
          { class: "meters" },
          meter(i18n.t("card_confidence"), percent, verdict.confidence * 100, "confidence"),
          meter(i18n.t("card_truthfulness"), i18n.t("card_of_100", Math.round(verdict.truthfulness_percent)), verdict.truthfulness_percent, "truth"),
        ),
      measured && result?.fingerprint?.verifier === calibration.VERIFIER && ns.viewCalibration.explained(verdict.confidence),
    );
  }

  /** Text with every [n] that exists turned into a button that shows evidence n; kept on one line with its full stop.
   * @param {string} text @param {number} count @param {(n: number) => void} onCite */
  function reasoning(text, count, onCite) {
    const { dom: { h, BACKEND }, i18n } = ns;
    const chip = (/** @type {string} */ piece) => {
      const n = Number(/^\[(\d+)\]$/.exec(piece)?.[1] ?? 0);
      if (n < 1 || n > count) return piece;
      return h("button", { type: "button", class: "cite", lang: i18n.language(), dir: i18n.dir(), "aria-label": i18n.t("card_evidence_n", n), click: () => onCite(n) }, i18n.number(n));
    };
    const runs = text.split(/((?:\[\d{1,3}\])+[.,;:!?)]*)/);
    const children = runs.map((run, index) =>
      index % 2 === 0 ? run : h("span", { class: "cites" }, ...run.split(/(\[\d+\])/).map(chip)),
    );
    return h("p", { class: "reasoning", ...BACKEND }, ...children);
  }

  ns.viewVerdict = { claim, meter, headline, reasoning };
})();
