// Shows the verdict in one line and one sentence, and the reasoning with links to the evidence.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

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

  /** Returns the certainty of the grade: the measured accuracy if this verifier was evaluated, otherwise a description in words. @param {import("../types").Graded} verdict
   * @param {import("../types").VerifyResult | null} [result] */
  function sureLine(verdict, result = null) {
    const { calibration, i18n, words } = ns;
    if (result?.view) return result.view.certainty;
    const sure = words.sure(verdict);
    const level = sure && !verdict.leaning && result?.fingerprint?.verifier === calibration.VERIFIER ? calibration.levelOf(verdict.confidence) : null;
    if (level && level.given >= calibration.FEWEST) return i18n.t("leaning_sure", [Math.min(9, Math.round((10 * level.right) / level.given)), 10]);
    return sure && !verdict.leaning ? words.confidence(verdict.confidence) : sure;
  }

  /** @param {import("../types").VerdictEvent} verdict @param {import("../types").VerifyResult | null} [result] the complete answer, if already available */
  function headline(verdict, result = null) {
    const { dom, i18n, sentence, words } = ns;
    const { h } = dom;
    const parts = result?.sub_results ?? [];
    const key = result?.view?.grade.key ?? (sentence.mixed(verdict, parts) ? "mixed" : words.gradeKey(verdict));
    const sure = sureLine(verdict, result);
    const says = result ? sentence.summary(result) : i18n.t("card_so_far");
    return h(
      "section",
      { class: `verdict ${key}`, "aria-label": i18n.t("card_verdict") },
      h(
        "div",
        { class: "verdict-line" },
        h("span", { class: "seal" }, dom.icon(key, 18)),
        h("div", { class: "verdict-words" }, h("h2", null, result?.view?.grade.words ?? sentence.headline(verdict, parts)), sure && h("p", { class: "sure" }, sure)),
      ),
      says && h("p", { class: "says", dir: "auto" }, says),
    );
  }

  /** Draws text in which every valid [n] is a button that shows evidence n. A button stays on the same line as the full stop after it.
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

  ns.viewVerdict = { sureLine, meter, headline, reasoning };
})();
