// Shows how the verdict was reached: a chart of the weights of supporting and refuting sources, the scores, and the steps.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const MOST_VOICES = 8;
  /** @typedef {import("../types").Voice} Voice @typedef {import("../types").VerifyResult} VerifyResult */

  /** Draws a bar from the middle to the right if the source supports the claim, or to the left if the source refutes it.
   * @param {number} share -1..1 of half the width */
  function bar(share) {
    const { dom } = ns;
    const width = Math.abs(share) * 50;
    return dom.svg(
      "svg",
      { class: "voice-bar", width: "100%", height: 12, "aria-hidden": "true" },
      dom.svg("rect", { class: "axis", x: "50%", y: 0, width: 1, height: 12 }),
      dom.svg("rect", { class: share > 0 ? "pro" : "contra", x: `${share > 0 ? 50 : 50 - width}%`, y: 2, width: `${width}%`, height: 8, rx: 2 }),
    );
  }

  /** Draws a source with the odds that it contributes to the verdict. Log-odds of 2 mean odds of about 7 to 1. @param {Voice} voice
   * @param {string} name @param {number} most */
  function row(voice, name, most) {
    const { dom: { h }, i18n } = ns;
    const odds = i18n.number(Math.exp(Math.abs(voice.log_odds)), { maximumSignificantDigits: 2 });
    return h(
      "li",
      { class: "voice" },
      h("bdi", { class: "voice-name", title: voice.domain }, name),
      bar(voice.log_odds / most),
      h("span", { class: "voice-odds" }, i18n.t(voice.log_odds > 0 ? "card_odds_for" : "card_odds_against", odds)),
    );
  }

  /** @param {import("../types").Belief | undefined} belief @param {boolean} firm whether the probability is shown
   * @param {string} [about] the part of the claim that the chart is about @param {Map<string, string>} [names] of publishers, by domain */
  function chart(belief, firm, about = "", names = new Map()) {
    const { dom: { h }, i18n } = ns;
    const voices = [...(belief?.voices ?? [])].sort((one, other) => Math.abs(other.log_odds) - Math.abs(one.log_odds));
    if (!belief || voices.length === 0) return null;
    const most = Math.abs(voices[0].log_odds) || 1;
    const likely = i18n.number(belief.probability, { style: "percent" });
    return h(
      "figure",
      { class: "chart" },
      h("figcaption", { dir: "auto" }, about || i18n.t("card_chart")),
      h("p", { class: "chart-sides", "aria-hidden": "true" }, h("span", null, i18n.t("stance_refutes")), h("span", null, i18n.t("stance_supports"))),
      h("ul", { class: "voices" }, ...voices.slice(0, MOST_VOICES).map((voice) => row(voice, names.get(voice.domain) || voice.publisher || voice.domain, most))),
      firm && h("p", { class: "chart-sum" }, i18n.t("card_chart_sum", likely)),
    );
  }

  /** @param {VerifyResult} result */
  function charts(result) {
    const parts = result.sub_results ?? [];
    const { firm, publisher } = ns.words;
    const names = new Map(result.evidence.map((item) => [item.domain, publisher(item)]));
    return parts.length > 1
      ? parts.map((part) => chart(part.belief, firm(part.verdict), part.claim, names))
      : [chart(result.belief, firm(result.verdict), "", names)];
  }

  /** @param {VerifyResult} result */
  function scores(result) {
    const { dom: { h }, i18n } = ns;
    const { trust } = result;
    if (!trust || result.evidence.length === 0) return null;
    /** @type {[string, number][]} */
    const values = [
      ["coverage", trust.coverage], ["agreement", trust.agreement], ["diversity", trust.diversity],
      ["trust", trust.trust_post], ["quality", result.evidence_quality_percent / 100],
    ];
    const drawn = values.map(([name, value]) =>
      h(
        "div",
        { class: "score" },
        ns.viewVerdict.meter(i18n.t(`card_score_${name}`), i18n.number(value, { style: "percent" }), value * 100, "score"),
        h("p", { class: "score-means" }, i18n.t(`card_score_${name}_means`)),
      ),
    );
    return h("div", { class: "scores" }, ...drawn);
  }

  /** @param {VerifyResult} result */
  function steps(result) {
    const { dom: { h, BACKEND }, words } = ns;
    const traced = result.trace?.length
      ? result.trace.map((step) => h("li", null, h("span", BACKEND, step.message), h("time", null, words.seconds(step.elapsed_ms))))
      : (result.steps ?? []).map((step) => h("li", null, h("span", BACKEND, step)));
    return h("ol", { class: "steps" }, ...traced);
  }

  /** Draws the backend's explanation of the evidence, which is in English. @param {VerifyResult} result @param {(n: number) => void} cite */
  function account({ view, explanation: why, reasoning, evidence, sub_results: parts = [] }, cite) {
    if (view && view.language !== "en") return null;
    const said = why?.found ? [why.found, why.sources].filter(Boolean).join(parts.length > 0 ? "\n" : " ") : reasoning;
    return said ? ns.viewVerdict.reasoning(said, evidence.length, cite) : null;
  }

  /** @param {VerifyResult} result @param {(n: number) => void} cite shows evidence n */
  function decided(result, cite) {
    const { dom, i18n } = ns;
    const { h } = dom;
    return h(
      "details",
      { class: "decided" },
      h("summary", null, dom.icon("chevron", 14), i18n.t("card_decided")),
      (result.view || result.explanation) && account(result, cite),
      ...ns.viewDetails.outlook(result),
      ...charts(result),
      scores(result),
      ns.viewNotices.rest(result),
      h("details", { class: "log" }, h("summary", null, dom.icon("chevron", 12), i18n.t("card_steps")), steps(result)),
    );
  }

  ns.viewDecided = { decided, chart, scores };
})();
