// Summarises the answer in the user's language: a headline and one plain sentence that names the sources.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const MAX_NAMES = 2;
  /** @typedef {import("../types").EvidenceItem} EvidenceItem @typedef {import("../types").Graded} Graded @typedef {import("../types").SubResult} SubResult */

  /** Returns the distinct publishers of evidence with a stance, and whether the evidence counts. Leads are used only if there is no other evidence. @param {EvidenceItem[]} evidence @param {import("../types").Stance} stance */
  function sideOf(evidence, stance) {
    const { words } = ns;
    const side = evidence.filter((item) => item.stance === stance);
    const firm = side.filter((item) => !words.leadBecause(item));
    return { names: [...new Set((firm.length > 0 ? firm : side).map(words.publisher))], firm: firm.length > 0 };
  }

  /** Returns the names as text, for example "NASA, AP News and 3 more", or "" if there are no names. @param {string[]} names */
  function listed(names) {
    const { i18n } = ns;
    // Naming a single further publisher takes no more room than counting it.
    const more = names.length > MAX_NAMES + 1 ? names.length - MAX_NAMES : 0;
    const named = [...names.slice(0, names.length - more), ...(more > 0 ? [i18n.plural("found_others", more)] : [])];
    return new Intl.ListFormat(i18n.language()).format(named);
  }

  /** @param {EvidenceItem[]} evidence @param {import("../types").Stance} stance */
  const publishers = (evidence, stance) => listed(sideOf(evidence, stance).names);

  /** Returns the sentence for a firm verdict, and a second one that names any sources against the verdict. @param {EvidenceItem[]} evidence @param {boolean} holds */
  function decided(evidence, holds) {
    const { i18n: { plural, t } } = ns;
    const [own, other] = holds ? [sideOf(evidence, "supports"), sideOf(evidence, "refutes")] : [sideOf(evidence, "refutes"), sideOf(evidence, "supports")];
    const against = other.firm ? other.names.filter((name) => !own.names.includes(name)) : [];
    const said = t(holds ? "found_true" : "found_false", listed(own.names));
    if (against.length === 0) return said;
    return `${said} ${plural(holds ? "view_weaker_against" : "view_weaker_for", against.length, [listed(against)])}`;
  }

  /** @param {EvidenceItem[]} evidence */
  function open(evidence) {
    const { t } = ns.i18n;
    const [pro, contra] = [publishers(evidence, "supports"), publishers(evidence, "refutes")];
    if (pro && contra) return t("found_open_both", [pro, contra]);
    if (pro) return t("found_open_for", pro);
    if (contra) return t("found_open_against", contra);
    return t(evidence.length > 0 ? "found_open_neutral" : "found_nothing");
  }

  /** Returns one sentence about a claim or a part of a claim. @param {Graded} graded @param {EvidenceItem[]} evidence */
  function found(graded, evidence) {
    const { i18n: { t }, words } = ns;
    const key = words.gradeKey(graded);
    const [pro, contra] = [publishers(evidence, "supports"), publishers(evidence, "refutes")];
    if (key === "unknown") return open(evidence);
    if (key === "true" && pro) return decided(evidence, true);
    if (key === "false" && contra) return decided(evidence, false);
    if (key === "misleading" && contra) return t("found_misleading", contra);
    if (key === "partial" && pro && contra) return t("found_disputed", [pro, contra]);
    return words.verdictSays(words.grade(graded));
  }

  /** Returns the number of confirmed parts, or 0 if all parts are confirmed. @param {SubResult[]} parts */
  function confirmed(parts) {
    const held = parts.filter(({ verdict }) => verdict === "True").length;
    return held < parts.length ? held : 0;
  }

  /** Whether the claim is undecided but has a confirmed part. @param {Graded} graded @param {SubResult[]} parts */
  const mixed = (graded, parts) => ns.words.gradeKey(graded) === "unknown" && confirmed(parts) > 0;

  /** Returns the grade, or the number of confirmed parts of an undecided claim. @param {Graded} graded @param {SubResult[]} [parts] */
  const headline = (graded, parts = []) =>
    mixed(graded, parts) ? ns.i18n.t("card_parts_title", [confirmed(parts), parts.length]) : ns.words.graded(graded);

  /** @param {import("../types").VerifyResult} result */
  function summary(result) {
    const { t } = ns.i18n;
    if (result.view) return result.view.says;
    const parts = result.sub_results ?? [];
    const held = confirmed(parts);
    const before = past(result.explanation);
    const open = parts.every((part) => part.verdict === "True" || ns.words.gradeKey(part) === "unknown");
    if (mixed(result, parts)) return open ? t("card_parts_rest") : "";
    if (held === 0) return [found(result, result.evidence), before].filter(Boolean).join(" ");
    return [ns.words.verdictSays(ns.words.grade(result)), t("card_parts_confirmed", [held, parts.length])].filter(Boolean).join(" ");
  }

  /** Returns what older sources said about a claim about the present, as sentences. @param {import("../types").Explanation | null | undefined} explanation */
  function past(explanation) {
    const { i18n: { t }, text, words } = ns;
    const said = (explanation?.past ?? []).map(({ kind, published, domain, publisher }) => t(`past_${kind}`, [words.date(published) || text.clean(published), text.clean(publisher || domain)]));
    return said.join(" ");
  }

  ns.sentence = { found, headline, mixed, past, summary };
})();
