// @ts-check
// Why this verdict, in the words of the page; says the same as backend/api/trace_view.py.

const ROW = 26, TOP = 26, AXIS = 246, REACH = 78;
const MAX_BARS = 8;
const FULL = 2;
const NAME = 20;
const CLEAR = 0.6;

/** @type {Record<string, string>} */
const STAGES = {
  intake: "Claim", classify: "Kind of claim", decompose: "Parts", recall: "Knowledge base", search: "Search",
  acquire: "Reading", rank: "Ranking", stance: "Judging", sufficiency: "Enough?", verdict: "Verdict", learn: "Remembering",
};
const FIGURES = [
  ["coverage", "Covered by evidence"], ["diversity", "Different sources"], ["agreement", "Sources agree"],
  ["trust_post", "Trust in the evidence"],
];
const SIGNS = [
  ["llm", "The language model decided, with a quote that stands in the passage."],
  ["weak", "It takes its side only weakly, so no firm answer rests on it."],
];
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu;

/** Without control characters and without those that reorder or hide text. @param {string} text */
export const clean = (text) => text.replace(HIDDEN, "");

/** @param {number} value */
export const percent = (value) => `${Math.floor(value + 0.5)}%`;

/** Rounded to tenths, halves up, as on the server. @param {number} value */
const tenth = (value) => Math.floor(value * 10 + 0.5) / 10;

/** @param {number} ms */
export const seconds = (ms) => `${tenth(ms / 1000).toFixed(1)} s`;

/** @param {string} name */
const stageOf = (name) => STAGES[name] || name.slice(0, 1).toUpperCase() + name.slice(1);

/** One chart for the claim, or one for each of its parts; none where no source takes a side. @param {any} result */
export function charts(result) {
  const drawn = result.sub_results.length
    ? result.sub_results.map((/** @type {any} */ part, /** @type {number} */ place) => chart(`“${clean(part.claim)}”`, part.belief ?? {}, `chart-${place}`))
    : [chart("Evidence for and against", result.belief, "chart-0")];
  return drawn.filter((/** @type {any} */ one) => one.bars.length);
}

/** @param {string} title @param {any} belief @param {string} name */
function chart(title, belief, name) {
  const order = (/** @type {any} */ a, /** @type {any} */ b) => Math.abs(b.log_odds) - Math.abs(a.log_odds) || (a.domain < b.domain ? -1 : a.domain > b.domain ? 1 : 0);
  const heard = [...(belief.voices ?? [])].sort(order).filter((voice) => voice.log_odds);
  const bars = heard.slice(0, MAX_BARS).map(bar);
  return {
    id: name, title, words: chartWords(heard), height: TOP + ROW * bars.length + 4, bars, more: more(heard.length - bars.length),
  };
}

/** Support goes right, refutation left; the publishers' names have a column of their own. @param {any} voice @param {number} place */
function bar(voice, place) {
  const width = tenth(REACH * Math.min(1, Math.abs(voice.log_odds) / FULL));
  const pro = voice.log_odds > 0;
  return {
    side: pro ? "for" : "against", name: short(publisher(voice)), weight: tenth(Math.abs(voice.log_odds)).toFixed(1),
    x: pro ? AXIS : tenth(AXIS - width), y: TOP + ROW * place, width,
    weight_x: pro ? tenth(AXIS + width + 6) : tenth(AXIS - width - 6),
  };
}

/** The chart as one sentence, for those who do not see it. @param {any[]} heard */
function chartWords(heard) {
  const side = (/** @type {string} */ name, /** @type {any[]} */ voices) => {
    const named = voices.map((/** @type {any} */ v) => `${publisher(v)} ${tenth(Math.abs(v.log_odds)).toFixed(1)}`).join(", ");
    return `${name}: ${named || "no source"}.`;
  };
  const pro = heard.filter((v) => v.log_odds > 0), con = heard.filter((v) => v.log_odds < 0);
  return `${side("For it", pro)} ${side("Against it", con)} A clear statement of a good source weighs 2.0.`;
}

/** @param {number} count */
const more = (count) => (count <= 0 ? "" : count === 1 ? "One weaker source is not drawn." : `${count} weaker sources are not drawn.`);

/** By name where it is known; answers of earlier versions have domains only. @param {any} voice */
const publisher = (voice) => clean(voice.publisher || voice.domain);

/** By characters, as on the server. @param {string} name */
function short(name) {
  const signs = [...name];
  return signs.length <= NAME ? name : `${signs.slice(0, NAME - 1).join("")}…`;
}

/** The trace: which stage, on which part of the claim, what it found, when. @param {any} result */
export function steps(result) {
  const places = new Map(result.sub_results.map((/** @type {any} */ part, /** @type {number} */ place) => [part.id, place + 1]));
  return result.trace.map((/** @type {any} */ step) => ({
    stage: stageOf(step.stage), part: places.has(step.part) ? `Part ${places.get(step.part)}` : "",
    message: clean(step.message), time: seconds(step.elapsed_ms),
  }));
}

/** One line of the trace while the work goes on. @param {any} event */
export const stepOf = (event) => ({ stage: stageOf(event.stage), message: clean(event.message), time: seconds(event.elapsed_ms) });

/** Where the time went, the longest stage first. @param {any} result */
export function spent(result) {
  const timings = Object.entries(result.timings_ms).filter(([stage]) => stage !== "total");
  timings.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const said = timings.map(([stage, ms]) => `${stageOf(stage).toLowerCase()} ${tenth(ms).toFixed(1)} ms`).join(", ");
  return said && `Time spent: ${said}.`;
}

/** @type {Record<string, string>} */
const STATES = {
  confirmed: "Confirmed", provisional: "Provisional", revoked: "An earlier verdict is withdrawn",
  evidence_insufficiency: "Not enough to go on",
};
/** @type {Record<string, string>} */
const COVERS = {
  STRONGLY_VALID: "Clearly supported", VALID: "Supported, but contested", PARTIALLY_VALID: "Partly supported",
  PARTIALLY_INVALID: "Partly refuted", INVALID: "Refuted", UNKNOWN: "Open",
};

/** The figures that the verdict went through, each with its name. @param {any} result */
export function gauges(result) {
  const found = [{ name: "Belief that it is true", value: percent(100 * result.belief.probability) }];
  const trust = result.trust;
  if (!trust) return found;
  for (const [name, words] of FIGURES) found.push({ name: words, value: percent(100 * trust[name]) });
  // Answers of earlier versions, kept in the history, have neither state nor segments.
  if (trust.state) found.push({ name: "Trust", value: STATES[trust.state] });
  found.push({ name: "Gate", value: clean(trust.reason) });
  const segments = trust.segments ?? [];
  if (segments.length < 2) return found;
  return [...found, ...segments.map((/** @type {any} */ s) => ({ name: `“${clean(s.text)}”`, value: COVERS[s.status] }))];
}

/** How one passage came to its side. @param {any} item */
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
