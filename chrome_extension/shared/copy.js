// The answer as plain text, for the clipboard.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @param {import("../types").EvidenceItem} item @param {number} index */
  function source(item, index) {
    const { text, words } = ns;
    const { text: passage, quoted } = words.said(item);
    const said = quoted ? `“${text.clean(passage)}”` : text.clean(passage);
    const where = [text.clean(item.title), text.clean(item.domain), words.date(item.published)].filter(Boolean).join(", ");
    return `[${item.n ?? index + 1}] ${ns.i18n.t("label_value", [words.stance(item.stance), said])} — ${where}\n    ${text.safeLink(item.source)}`;
  }

  /** @param {import("../types").VerifyResult} result */
  function asText(result) {
    const { text, words } = ns;
    const verdict = words.verdict(result.verdict);
    const sure = words.verdictKey(result.verdict) === "opinion" ? "" : ` (${words.confidenceLine(result.confidence)})`;
    return [
      `“${text.clean(result.claim)}”`,
      `${verdict}${sure}`,
      text.clean(result.reasoning),
      ...result.evidence.map(source),
      ns.i18n.t("copy_checked_with"),
    ]
      .filter(Boolean)
      .join("\n\n");
  }

  ns.copy = { asText };
})();
