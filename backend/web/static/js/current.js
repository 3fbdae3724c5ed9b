// @ts-check
// Describes the freshness of current affairs: what is stored, whether a refresh is running, and how the last one ended.

import { clean } from "./trace.js";

const STAGES = /** @type {Record<string, string>} */ ({
  searching: "searching", reading: "reading pages", storing: "storing passages", switching: "switching to the new ones",
});
const MINUTE = 60, HOUR = 3600, DAY = 86_400;

/** For example "3 hours". @param {number} seconds */
export function span(seconds) {
  const [size, name] = seconds >= DAY ? [DAY, "day"] : seconds >= HOUR ? [HOUR, "hour"] : seconds >= MINUTE ? [MINUTE, "minute"] : [1, "second"];
  const count = Math.max(1, Math.round(seconds / /** @type {number} */ (size)));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** @param {string} time ISO 8601 @param {number} now Unix seconds */
const ago = (time, now) => `${span(Math.max(0, now - Date.parse(time) / 1000))} ago`;

/** `line` describes what is stored and what is running, `last` the last failure, `may` whether a refresh can be started now.
 * @param {any} status @param {number} now Unix seconds */
export function currentView(status, now) {
  const { running, passages, since, last, next, hours } = status.refresh;
  const there = since ? `${passages.toLocaleString("en")} ${passages === 1 ? "passage" : "passages"} from ${ago(since, now)}.` : "Nothing has been collected yet.";
  const plan = next ? `Renewed every ${span(hours * HOUR).replace(/^1 /, "")}; the next time in ${span(Math.max(0, Date.parse(next) / 1000 - now))}.` : "Renewed only when you ask for it.";
  return {
    line: `${running ? `Being renewed: ${doing(status.refresh)}. Until then: ` : ""}${there} ${status.offline ? "Offline mode: not renewed." : plan}`,
    last: last && !last.ok && !running ? `The last try, ${ago(last.finished, now)}, brought nothing: ${clean(last.message)} What was there before still is.` : "",
    may: !running && !status.offline,
  };
}

/** @param {{stage: string, done: number, total: number}} progress */
function doing({ stage, done, total }) {
  const words = STAGES[stage] ?? "beginning";
  return total > 1 ? `${words}, ${done} of ${total}` : words;
}
