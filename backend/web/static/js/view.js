// @ts-check
// Describes grades and states in words for the lists on the page.

import { firm, grade } from "./grade.js";
import { percent, t } from "./words.js";

/** @type {Record<string, string>} */
const TONES = {
  "True": "true", "False": "false", "Partially True": "partial", "Misleading": "misleading",
  "Not Enough Evidence": "unknown", "Not Verifiable": "opinion",
  "Probably true": "probably_true", "Probably false": "probably_false", "Probably partly true": "probably_partial",
};
/** Levels of confidence, each with its minimum value. @type {[number, string][]} */
const CONFIDENCE_LEVELS = [[0.9, "very_sure"], [0.75, "fairly_sure"], [0.6, "somewhat_sure"], [0, "unsure"]];
/** Maximum for a leaning, which is never "10 in 10" because a leaning is not firm. */
const MAX_LEANING = 9;

/** @param {string} verdict */
export const toneOf = (verdict) => TONES[verdict];

/** The grade of a result, of one of its parts or of a history entry. @param {any} graded */
export const gradeWords = (graded) => t(`verdict_${toneOf(grade(graded))}`);

/** Returns the certainty of the answer, or "" if nothing is decided. @param {any} graded */
export function sureLine(graded) {
  if (graded.leaning) return t("leaning_sure", Math.min(MAX_LEANING, Math.round(10 * graded.leaning.probability)), 10);
  if (!firm(graded)) return "";
  const [, level] = /** @type {[number, string]} */ (CONFIDENCE_LEVELS.find(([least]) => graded.confidence >= least));
  return t("confidence_line", t(`confidence_${level}`), percent(100 * graded.confidence));
}

/** @param {any} state */
export const engineView = (state) => ({
  engine: state.engine.replaceAll("_", " "), state: state.state, words: t(`page_engine_${state.state}`),
});
