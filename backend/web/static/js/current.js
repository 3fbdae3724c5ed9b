// @ts-check
// Describes the state of the current affairs in the knowledge base: the stored passages, a running refresh, and the last failure.

import { clean } from "./trace.js";
import { ago, ahead, has, number, plural, t } from "./words.js";

/** @param {string} time ISO 8601 @param {number} now Unix seconds */
const since = (time, now) => ago(now - Date.parse(time) / 1000);

/** Returns the data to show: `line` describes the passages and any running refresh, `last` the last failure, and `detail` the reason for it;
 * `may` tells whether a refresh can be started.
 * @param {any} status @param {number} now Unix seconds */
export function currentView(status, now) {
  const { running, passages, since: begun, last, next, hours } = status.refresh;
  const failed = Boolean(last && !last.ok && !running);
  const plan = next ? t("page_current_plan", number(hours, { style: "unit", unit: "hour", unitDisplay: "long" }), ahead(Date.parse(next) / 1000 - now)) : t("page_current_manual");
  const lines = [
    running ? t("page_current_running", doing(status.refresh)) : "",
    begun ? t("page_current_there", plural("page_passages", passages), since(begun, now)) : t("page_current_nothing"),
    status.offline ? t("page_current_offline") : plan,
  ];
  return {
    line: lines.filter(Boolean).join(" "),
    last: failed ? t("page_current_failed", since(last.finished, now)) : "",
    detail: failed ? clean(last.message) : "",
    may: !running && !status.offline,
  };
}

/** @param {{stage: string, done: number, total: number}} progress */
function doing({ stage, done, total }) {
  const words = t(has(`page_renew_${stage}`) ? `page_renew_${stage}` : "page_renew_begin");
  return total > 1 ? t("page_renew_of", words, done, total) : words;
}
