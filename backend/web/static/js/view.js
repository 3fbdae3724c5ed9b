// @ts-check
// A result in the words of the page; says the same as backend/api/page_view.py.

import { evidenceView } from "./evidence.js";
import { firm, grade, odds, says } from "./grade.js";
import { charts, clean, gauges, percent, spent, steps } from "./trace.js";

/** @type {Record<string, string>} */
const TONES = {
  "True": "true", "False": "false", "Partially True": "partial", "Misleading": "misleading",
  "Not Enough Evidence": "unknown", "Not Verifiable": "opinion",
  "Probably true": "probably_true", "Probably false": "probably_false",
};
/** @type {Record<string, string>} */
const TYPES = { FACTUAL: "Factual claim", OPINION: "Opinion", MIXED: "Fact and opinion mixed", AMBIGUOUS: "Unclear claim" };
/** @type {Record<string, string>} */
const ENGINE_STATES = { closed: "ready", open: "paused", half_open: "trying again" };
/** The extension's words for confidence, each from its least value. @type {[number, string][]} */
const SURE = [[0.9, "Very sure"], [0.75, "Fairly sure"], [0.6, "Somewhat sure"], [0, "Unsure"]];

/** @param {number} value */
const level = (value) => (value >= 75 ? "High" : value >= 45 ? "Medium" : "Low");

/** Of 0..1. @param {number} confidence */
const sureWords = (confidence) => /** @type {[number, string]} */ (SURE.find(([least]) => confidence >= least))[1];

/** @param {string} sentence */
const capital = (sentence) => sentence.slice(0, 1).toUpperCase() + sentence.slice(1);

/** Of a result, a part of one or a history entry; "" where nothing is decided. @param {any} result */
export function sureLine(result) {
  if (result.leaning) return capital(odds(result));
  return !firm(result) ? "" : `${sureWords(result.confidence)} · ${percent(100 * result.confidence)}`;
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

/** @param {any} state */
export const engineView = (state) => ({
  engine: state.engine.replaceAll("_", " "), state: state.state, words: ENGINE_STATES[state.state],
});

/** @param {string} verdict */
export const toneOf = (verdict) => TONES[verdict];

/** @param {string[]} items */
const listed = (items) => (items.length === 1 ? items[0] : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`);

/** What is missing and what would change the verdict have lists of their own. @param {string} reasoning @param {any} explained */
function withoutOutlook(reasoning, { missing = [], change = [] }) {
  const outlook = [missing.length ? `Missing: ${listed(missing)}.` : "", ...change].filter(Boolean).join(" ");
  return outlook && reasoning.endsWith(outlook) ? reasoning.slice(0, -outlook.length).trimEnd() : reasoning;
}

/** @param {string[]} sentences */
const lines = (sentences = []) => sentences.map(clean).map((words) => ({ words: capital(words) }));

/** @param {any} result */
function figures(result) {
  const truth = result.truthfulness_percent;
  const quality = result.evidence_quality_percent;
  return {
    rated: firm(result), confidence: 100 * result.confidence, confidence_words: sureLine(result),
    confidence_note: "How sure Claimlight is of this verdict",
    truth, truth_words: percent(truth),
    truth_note: "How much of the claim holds",
    quality, quality_words: `${level(quality)} · ${percent(quality)}`,
    quality_note: "How well the sources cover it",
  };
}

/** @param {any} result */
function decided(result) {
  const counts = result.analysis_counts;
  const where = result.used_web_search ? "Searched the web." : "Decided without a web search.";
  return `${counts.supports} for, ${counts.refutes} against, ${counts.neutral} neutral, from ${counts.domains} ${counts.domains === 1 ? "source" : "sources"}. ${where}`;
}

/** @param {any} part of a claim */
function partView(part) {
  const why = part.explanation ?? {};
  const said = [why.sources ?? "", ...(why.change ?? [])].filter(Boolean).join(" ");
  return {
    tone: toneOf(grade(part)), verdict: grade(part), claim: clean(part.claim), sure: sureLine(part), why: clean(said),
  };
}

/** @param {any} result in the wire's shape */
export function verdictView(result) {
  const cards = result.evidence.map(evidenceView);
  const side = (/** @type {string} */ stance) => cards.filter((/** @type {any} */ card) => card.stance === stance);
  const explained = result.explanation ?? {};
  return {
    tone: toneOf(grade(result)), verdict: grade(result), says: says(result), odds: capital(odds(result)), type_words: TYPES[result.claim_type],
    claim_shown: clean(result.original_claim),
    extracted: clean(result.read_as || (result.claim !== result.original_claim ? result.claim : "")),
    extracted_label: result.read_as ? "Read as" : "Checked part",
    ...figures(result),
    reasoning: cited(withoutOutlook(result.reasoning, explained), cards.length),
    missing: lines(explained.missing), change: lines(explained.change),
    parts: result.sub_results.map(partView),
    issues: result.issues.map((/** @type {any} */ i) => ({ ...i, message: clean(i.message) })),
    supports: side("supports"), refutes: side("refutes"), neutral: side("neutral"),
    charts: charts(result), steps: steps(result), gauges: gauges(result), spent: spent(result), decided: decided(result),
    unsaved: result.saved ? "" : "This answer is not kept in your history.",
  };
}
