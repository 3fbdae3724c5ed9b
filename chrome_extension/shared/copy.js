// The answer as plain text and as Markdown, for the clipboard. The backend provides both formats; for answers from earlier versions, they
// are composed here.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @typedef {import("../types").VerifyResult} VerifyResult */

  /** Returns the fields with which a piece of evidence is cited. @param {import("../types").EvidenceItem} item @param {number} index */
  function cited(item, index) {
    const { text, words } = ns;
    const { shown, quoted, kind } = words.said(item);
    const plainly = text.clean(shown);
    return {
      n: item.n ?? index + 1,
      said: quoted ? `“${plainly}”` : kind ? ns.i18n.t("label_value", [kind, plainly]) : plainly,
      quoted,
      title: text.clean(item.title) || words.publisher(item),
      from: [words.publisher(item), words.date(item.published)].filter(Boolean),
      url: text.safeLink(item.source),
    };
  }

  /** @param {import("../types").EvidenceItem} item @param {number} index */
  function source(item, index) {
    const { n, said, title, from, url } = cited(item, index);
    const line = ns.i18n.t("label_value", [ns.words.stanceOf(item), said]);
    return `[${n}] ${line} — ${[title, ...from].join(", ")}\n    ${url}`;
  }

  /** @param {VerifyResult} result */
  function asText(result) {
    const { i18n, text, words } = ns;
    if (result.view) return result.view.copies.text;
    const sure = words.sure(result);
    const verdict = words.graded(result);
    return [
      `“${text.clean(result.claim)}”`,
      sure ? i18n.t("grade_certainty", [verdict, sure]) : verdict,
      text.clean(result.reasoning),
      ...result.evidence.map(source),
      i18n.t("copy_checked_with"),
    ]
      .filter(Boolean)
      .join("\n\n");
  }

  /** Escapes all characters that Markdown would interpret. @param {string} said */
  const plain = (said) => ns.text.clean(said).replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&").replace(/\s*\n\s*/g, "\n");
  /** Also escapes characters that would begin a list or a heading at the start of a line. @param {string} said */
  const lines = (said) => plain(said).replace(/^(\s*)([-+=]|\d+(?=[.)]))/gm, (_all, blank, sign) => (/\d/.test(sign) ? `${blank}${sign}\\` : `${blank}\\${sign}`));

  /** @param {import("../types").EvidenceItem} item @param {number} index */
  function entry(item, index) {
    const { n, said, quoted, title, from, url } = cited(item, index);
    const linked = url ? `[${plain(title)}](<${url}>)` : plain(title);
    const source = `— \\[${n}\\] ${[linked, ...from.map(plain)].join(", ")}`;
    if (!quoted) return `${lines(said)}\n\n${source}`;
    const quote = lines(said).split("\n").map((line) => `> ${line}`).join("\n");
    return `${quote}\n>\n> ${source}`;
  }

  /** @param {VerifyResult} result */
  function asMarkdown(result) {
    const { i18n, words } = ns;
    if (result.view) return result.view.copies.markdown;
    const said = words.sure(result);
    const verdict = `**${plain(words.graded(result))}**`;
    const sides = /** @type {const} */ (["supports", "refutes", "neutral"]).flatMap((stance) => {
      const found = result.evidence.map((item, index) => ({ item, index })).filter(({ item }) => item.stance === stance);
      return found.length > 0 ? [`### ${plain(words.stance(stance))}`, ...found.map(({ item, index }) => entry(item, index))] : [];
    });
    return [
      `## “${plain(result.claim)}”`,
      said ? i18n.t("grade_certainty", [verdict, plain(said)]) : verdict,
      lines(result.reasoning),
      ...sides,
      `*${plain(i18n.t("copy_checked_with"))}*`,
    ]
      .filter(Boolean)
      .join("\n\n");
  }

  ns.copy = { asText, asMarkdown };
})();
