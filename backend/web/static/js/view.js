// @ts-check
// A result in the words of the page; says the same as backend/api/page_view.py.

import { charts, clean, gauges, judged, percent, spent, steps } from "./trace.js";

const TONES = {
  "True": "true", "False": "false", "Partially True": "partial", "Misleading": "misleading",
  "Not Enough Evidence": "unknown", "Not Verifiable": "opinion",
};
const ORIGINS = { kb: "Knowledge base", web: "Web source", fact_check: "Fact-checker" };
const TYPES = { FACTUAL: "Factual claim", OPINION: "Opinion", MIXED: "Fact and opinion mixed", AMBIGUOUS: "Unclear claim" };
const ENGINE_STATES = { closed: "ready", open: "paused", half_open: "trying again" };

/** @param {number} value */
const level = (value) => (value >= 75 ? "High" : value >= 45 ? "Medium" : "Low");

/** The real host to show, and the link; no link unless it is http or https. @param {string} url */
export function place(url) {
  try {
    const parsed = new URL(url);
    const host = parsed.hostname.replace(/^www\./, "");
    return { host, link: ["http:", "https:"].includes(parsed.protocol) && host ? url : "" };
  } catch {
    return { host: "", link: "" };
  }
}

/** @param {number} stars */
export function starSigns(stars) {
  const signs = "★".repeat(Math.floor(stars)) + (stars % 1 ? "½" : "");
  return signs + "☆".repeat(5 - signs.length);
}

/** Text pieces, each with the number of the evidence that follows it; 0 for none. @param {string} reasoning @param {number} highest */
export function cited(reasoning, highest) {
  const pieces = [];
  let begin = 0;
  for (const match of reasoning.matchAll(/\[(\d{1,3})\]/g)) {
    const n = Number(match[1]);
    if (n >= 1 && n <= highest) {
      pieces.push([clean(reasoning.slice(begin, match.index)), n]);
      begin = match.index + match[0].length;
    }
  }
  return [...pieces, [clean(reasoning.slice(begin)), 0]];
}

/** What was put together from data, so that its page does not say it in these words. @type {Record<string, string>} */
const COMPOSED = { review: "Published rating", record: "Database record" };

/** Why no verdict may rest on it, or "". @param {any} item */
function leadBecause(item) {
  if (item.kind === "snippet") return "found, not read in full";
  if (item.lead_only) return "this source never decides a verdict";
  return item.quarantined && item.origin === "kb" ? "stored, not confirmed yet" : "";
}

/** @param {any} item */
export function cautionOf(item) {
  const lead = leadBecause(item);
  return lead && `Lead: ${lead}`;
}

/** @param {any} item evidence in the wire's shape */
export function evidenceView(item) {
  const text = clean(item.text);
  const quote = clean(item.quote);
  const composed = COMPOSED[item.kind] || "";
  const statement = item.kind === "record" ? quote || text : text;
  const { host, link } = place(item.source);
  return {
    n: item.n || "", stance: item.stance, origin_words: ORIGINS[item.origin], rated_words: composed,
    caution: cautionOf(item), relevance_words: percent(100 * item.relevance),
    shown: composed ? "" : quote || text, statement: composed ? statement : "",
    context: quote && quote !== text && !composed ? text : "",
    title: clean(item.title) || host, link, host, published: item.published,
    star_signs: starSigns(item.stars), star_words: `Source rated ${item.stars} of 5`, judged: judged(item),
  };
}

/** @param {any} state */
export const engineView = (state) => ({
  engine: state.engine.replaceAll("_", " "), state: state.state, words: ENGINE_STATES[state.state],
});

/** @param {string} verdict */
export const toneOf = (verdict) => TONES[verdict];

/** @param {any} result */
function figures(result) {
  const checked = result.verdict !== "Not Verifiable";
  const confidence = 100 * result.confidence;
  const truth = result.truthfulness_percent;
  const quality = result.evidence_quality_percent;
  return {
    confidence, confidence_words: `${level(confidence)} · ${percent(confidence)}`,
    confidence_note: "How sure Claimlight is of this verdict",
    truth: checked ? truth : 0, truth_words: checked ? percent(truth) : "Not rated",
    truth_note: "How much of the claim holds",
    quality, quality_words: `${level(quality)} · ${percent(quality)}`,
    quality_note: "How well the sources cover it",
  };
}

/** @param {any} result */
function decided(result) {
  const counts = result.analysis_counts;
  const where = result.used_web_search ? "Searched the web." : "Decided without a web search.";
  return `${counts.supports} for, ${counts.refutes} against, ${counts.neutral} neutral, from ${counts.domains} sources. ${where}`;
}

/** @param {any} part of a claim */
function partView(part) {
  const why = part.explanation ?? {};
  const said = [why.sources ?? "", ...(why.change ?? [])].filter(Boolean).join(" ");
  return { tone: toneOf(part.verdict), verdict: part.verdict, claim: clean(part.claim), why: clean(said) };
}

/** @param {any} result in the wire's shape */
export function verdictView(result) {
  const cards = result.evidence.map(evidenceView);
  const side = (stance) => cards.filter((card) => card.stance === stance);
  return {
    tone: toneOf(result.verdict), verdict: result.verdict, type_words: TYPES[result.claim_type],
    claim_shown: clean(result.original_claim),
    extracted: result.claim !== result.original_claim ? clean(result.claim) : "",
    ...figures(result),
    reasoning: cited(result.reasoning, cards.length),
    parts: result.sub_results.map(partView),
    issues: result.issues.map((i) => ({ ...i, message: clean(i.message) })),
    supports: side("supports"), refutes: side("refutes"), neutral: side("neutral"),
    charts: charts(result), steps: steps(result), gauges: gauges(result), spent: spent(result), decided: decided(result),
  };
}
