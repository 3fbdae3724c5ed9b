// @ts-check
// Progress messages during a check: its steps, and how a passage was judged.

const CLEAR = 0.6;

/** @type {Record<string, string>} */
const STAGES = {
  intake: "Claim", classify: "Kind of claim", decompose: "Parts", recall: "Knowledge base", search: "Search",
  acquire: "Reading", rank: "Ranking", stance: "Judging", sufficiency: "Enough?", verdict: "Verdict", learn: "Remembering",
};
const SIGNS = [
  ["llm", "The language model decided, with a quote that stands in the passage."],
  ["weak", "It takes its side only weakly, so no firm answer rests on it."],
];
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

/** Removes control characters and characters that reorder or hide text. @param {string} text */
export const clean = (text) => text.replace(HIDDEN, "");

/** @param {number} value */
export const percent = (value) => `${Math.floor(value + 0.5)}%`;

/** Rounds to tenths, halves up. @param {number} value */
const tenth = (value) => Math.floor(value * 10 + 0.5) / 10;

/** @param {number} ms */
export const seconds = (ms) => `${tenth(ms / 1000).toFixed(1)} s`;

/** @param {string} name */
const stageOf = (name) => STAGES[name] || name.slice(0, 1).toUpperCase() + name.slice(1);

/** One line of the trace during a check. @param {any} event */
export const stepOf = (event) => ({ stage: stageOf(event.stage), message: clean(event.message), time: seconds(event.elapsed_ms) });

/** How the stance of one passage was determined. @param {any} item */
export function judged(item) {
  const { scores, signals } = item;
  const said = [`Supports ${percent(100 * scores.supports)}, contradicts ${percent(100 * scores.refutes)}, neither ${percent(100 * scores.neutral)}.`];
  if ("topicality" in signals) said.push(`About the claim: ${percent(100 * signals.topicality)}.`);
  for (const [name, words] of SIGNS) if (signals[name]) said.push(words);
  if (item.graph_path) said.push(`Found through the knowledge graph: ${clean(item.graph_path)}.`);
  if (item.stance === "neutral" && Math.max(scores.supports, scores.refutes) >= CLEAR) {
    said.push("The two sides are too close to each other to take one.");
  }
  if ("passes" in signals) said.push(signals.passes > 0 ? "The second reading agrees." : "The second reading disagrees, so it counts less.");
  return said.join(" ");
}
