// @ts-check
// Grades and states, worded for the lists of the page.

import { firm, odds } from "./grade.js";
import { percent } from "./trace.js";

/** @type {Record<string, string>} */
const TONES = {
  "True": "true", "False": "false", "Partially True": "partial", "Misleading": "misleading",
  "Not Enough Evidence": "unknown", "Not Verifiable": "opinion",
  "Probably true": "probably_true", "Probably false": "probably_false",
};
/** @type {Record<string, string>} */
const ENGINE_STATES = { closed: "ready", open: "paused", half_open: "trying again" };
/** The extension's words for confidence, each with its lowest value. @type {[number, string][]} */
const SURE = [[0.9, "Very sure"], [0.75, "Fairly sure"], [0.6, "Somewhat sure"], [0, "Unsure"]];

/** Of 0..1. @param {number} confidence */
const sureWords = (confidence) => /** @type {[number, string]} */ (SURE.find(([least]) => confidence >= least))[1];

/** @param {string} sentence */
const capital = (sentence) => sentence.slice(0, 1).toUpperCase() + sentence.slice(1);

/** The certainty of a result, of one of its parts or of a history entry; "" if nothing is decided. @param {any} result */
export function sureLine(result) {
  if (result.leaning) return capital(odds(result));
  return !firm(result) ? "" : `${sureWords(result.confidence)} · ${percent(100 * result.confidence)}`;
}

/** @param {any} state */
export const engineView = (state) => ({
  engine: state.engine.replaceAll("_", " "), state: state.state, words: ENGINE_STATES[state.state],
});

/** @param {string} verdict */
export const toneOf = (verdict) => TONES[verdict];
