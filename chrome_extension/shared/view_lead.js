// Shows the best evidence first: one quote for a firm verdict, or one supporting and one refuting quote for an undecided claim. All
// other evidence is folded under a summary with counts.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @typedef {import("../types").EvidenceItem} EvidenceItem @typedef {import("../types").Numbered} Numbered */
  /** @typedef {import("../types").VerifyResult} VerifyResult @typedef {import("../types").Stance} Stance */

  /** The stances to quote for each grade, with the agreeing stance first. @type {Record<string, Stance[]>} */
  const SIDES = {
    true: ["supports"], false: ["refutes"], misleading: ["refutes", "supports"], probably_true: ["supports", "refutes"], probably_false: ["refutes", "supports"],
  };
  /** Grades for which one quote is enough, even if evidence with the other stance exists. */
  const ONE = new Set(["true", "false", "misleading"]);
  /** @type {Stance[]} */
  const STANCES = ["supports", "refutes", "neutral"];

  /** @param {EvidenceItem[]} evidence in the order of the [n] in the reasoning @returns {Numbered[]} */
  const numbered = (evidence) => evidence.map((item, index) => ({ item, n: item.n ?? index + 1 }));

  /** Ranks evidence: items that count rank above leads, and quotations above summaries and headlines. @param {EvidenceItem} item */
  const worth = (item) => 2 * Number(!ns.words.leadBecause(item)) + Number(ns.words.said(item).quoted && !ns.words.isHeadline(item));

  /** Returns the best evidence for one stance: in a tie the first item, because the backend sorts the most decisive evidence first. @param {Numbered[]} found @param {Stance} stance @returns {Numbered[]} */
  function best(found, stance) {
    const side = found.filter(({ item }) => item.stance === stance);
    const most = Math.max(...side.map(({ item }) => worth(item)));
    return side.filter(({ item }) => worth(item) === most).slice(0, 1);
  }

  /** @param {import("../types").Graded} graded @param {Numbered[]} found */
  function picks(graded, found) {
    const key = ns.words.gradeKey(graded);
    const sides = (SIDES[key] ?? ["supports", "refutes"]).flatMap((stance) => best(found, stance));
    const chosen = sides.length > 0 ? sides : best(found, "neutral");
    return ONE.has(key) ? chosen.slice(0, 1) : chosen;
  }

  /** Returns the evidence to show for each part of the claim, or none for a part whose evidence the answer does not name. @param {VerifyResult} result @returns {Numbered[][]} */
  function ofParts(result) {
    const all = numbered(result.evidence);
    if (result.view) return result.view.parts.map(({ best: first }) => all.filter((_, index) => first.includes(index + 1)));
    /** @type {Set<number>} */
    const shown = new Set();
    return result.sub_results.map((part) => {
      const own = new Set(part.evidence_ids ?? []);
      const chosen = picks(part, all.filter(({ item, n }) => own.has(item.id) && !shown.has(n))).slice(0, 1);
      for (const { n } of chosen) shown.add(n);
      return chosen;
    });
  }

  /** Returns the evidence that is shown unfolded, per part or for the whole claim. @param {VerifyResult} result */
  function shown(result) {
    const parts = ofParts(result);
    if (result.view) return { parts, whole: result.view.best.flatMap((n) => numbered(result.evidence)[n - 1] ?? []) };
    const whole = parts.some((chosen) => chosen.length > 0) ? [] : picks(result, numbered(result.evidence));
    return { parts, whole };
  }

  /** @param {Numbered[]} rest */
  function counts(rest) {
    const { dom: { h, icon }, i18n, words } = ns;
    const chip = (/** @type {Stance} */ stance, /** @type {number} */ count) =>
      h("span", { class: `stance ${stance}` }, icon(stance, 12), words.stance(stance), h("span", { class: "count" }, i18n.number(count)));
    return STANCES.flatMap((stance) => {
      const count = rest.filter(({ item }) => item.stance === stance).length;
      return count > 0 ? [chip(stance, count)] : [];
    });
  }

  /** @param {Numbered[]} rest @param {Set<Stance>} above stances that are quoted above the list */
  function others(rest, above) {
    const { dom: { h, icon }, i18n, viewEvidence } = ns;
    const summary = h("summary", null, icon("chevron", 14), h("span", null, i18n.t("card_more_evidence")), h("span", { class: "counts" }, ...counts(rest)));
    return h("details", { class: "others" }, summary, viewEvidence.list(rest, above));
  }

  /** @param {VerifyResult} result */
  function lead(result) {
    const { dom: { h }, i18n, viewEvidence } = ns;
    const { parts, whole } = shown(result);
    const first = [...parts.flat(), ...whole];
    const taken = new Set(first.map(({ n }) => n));
    const rest = numbered(result.evidence).filter(({ n }) => !taken.has(n));
    if (whole.length + rest.length === 0) return null;
    return h(
      "section",
      { class: "lead" },
      h("h3", { class: "unseen" }, i18n.t("card_evidence")),
      whole.length > 0 && h("ol", { class: "cards" }, ...whole.map(({ item, n }) => viewEvidence.card(item, n, true))),
      rest.length > 0 && others(rest, new Set(first.map(({ item }) => item.stance))),
    );
  }

  ns.viewLead = { lead, ofParts };
})();
