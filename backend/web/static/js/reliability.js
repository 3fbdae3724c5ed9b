// @ts-check
// What a confidence was worth when it was measured; says the same as `told` in backend/api/reliability_view.py.

import { percent } from "./trace.js";

/** Confidences of firm verdicts, from above the first to the second. */
const LEVELS = [[0.6, 0.8], [0.8, 1]];
const FEWEST = 5;
const NEAR = 1e-3;

/** @param {any} data the measured file @param {number} confidence 0..1 @param {string | undefined} verifier of the result's fingerprint: "" unless it is the one that was measured */
export function told(data, confidence, verifier) {
  if (verifier !== data.verifier) return "";
  const level = LEVELS.find(([low, high]) => low < confidence && confidence <= high);
  if (!level) return "";
  const [low, high] = level;
  const bins = data.sets.filter((/** @type {any} */ one) => one.of === "answers").flatMap((/** @type {any} */ one) => one.bins);
  const inside = bins.filter((/** @type {any} */ b) => low - NEAR <= b.low && b.high <= high + NEAR);
  const sum = (/** @type {(bin: any) => number} */ of) => inside.reduce((/** @type {number} */ all, /** @type {any} */ bin) => all + of(bin), 0);
  const given = sum((bin) => bin.count);
  if (given < FEWEST) return "";
  const right = Math.round(sum((bin) => bin.count * bin.accuracy));
  return `Measured: of ${given} test answers between ${percent(100 * low)} and ${percent(100 * high)}, ${right} were right.`;
}

/** @type {Promise<any> | null} */
let file = null;

/** The shipped figures, fetched once. */
export const measured = () => (file ??= fetch("/static/data/reliability.json").then((answer) => answer.json()));
