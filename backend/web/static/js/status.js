// @ts-check
// The state of the backend: the badge, the side panel, the status page.

import { get, post } from "./api.js";
import { currentView, span } from "./current.js";
import { at, build } from "./dom.js";
import { clean } from "./trace.js";
import { engineView } from "./view.js";

/** @param {number} time Unix seconds */
const ago = (time) => (time ? `${span(Math.max(0, Date.now() / 1000 - time))} ago` : "never");

/** @param {any} state */
export function healthOf(state) {
  const { engine, state: name, words } = engineView(state);
  const left = state.until - Date.now() / 1000;
  const until = new Date(1000 * state.until).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const failed = state.failures === 1 ? "failed once" : `failed ${state.failures} times in a row`;
  return {
    engine, state: name, answered: ago(state.answered),
    words: name === "open" && left > 0 ? `${words} for ${span(left)}, until ${until}` : words,
    reason: state.failures ? `${clean(state.reason)} It ${failed}.`.trim() : "Nothing to report.",
  };
}

/** @param {number} megabytes */
const size = (megabytes) => (megabytes >= 1024 ? `${(megabytes / 1024).toFixed(1)} GB` : `${megabytes} MB`);

/** @param {any} status */
function facts(status) {
  const { queue, disk, models, knowledge } = status;
  const busy = `${queue.running} running, ${queue.queued} waiting; up to ${queue.workers} at once and ${queue.queue_size} in the queue`;
  return Object.entries({
    "Version": status.version,
    "Running for": span(status.uptime_s),
    "Checks": busy,
    "Time for a check": `${status.deadline_s} seconds`,
    "Verifier": models.verifier,
    "Embedder": models.embedder,
    "Language model": models.llm ?? "none; everything is decided by the models on this machine",
    "Passages": status.kb_size.toLocaleString("en"),
    "Index": knowledge.index ?? "",
    "Past answers": status.history_entries.toLocaleString("en"),
    "Disk": `${size(disk.used_mb)} used, ${size(disk.free_mb)} free`,
    "Network": status.offline ? "offline: nothing leaves this machine" : "searches and page reads leave this machine, nothing else",
  }).map(([name, value]) => ({ name, value })).filter(({ value }) => value);
}

/** @param {any} status */
function summary(status) {
  const paused = status.engines.filter((/** @type {any} */ e) => e.state === "open").length;
  const all = status.engines.length;
  if (status.offline) return "Running, offline: answers come from the knowledge base only.";
  if (!all) return "Running. No search engine is set up.";
  if (all === 1) return `Running. The search engine is ${paused ? "paused" : "ready"}.`;
  return paused ? `Running. ${paused} of ${all} search engines and sources ${paused === 1 ? "is" : "are"} paused.` : `Running. All ${all} search engines and sources are ready.`;
}

/** @param {any} status */
function draw(status) {
  at("kb-size").textContent = status.kb_size.toLocaleString("en");
  badge(status.offline ? "offline" : "up", status.offline ? "Offline mode" : "Running on this machine");
  if (status.engines.length) {
    at("engines").replaceChildren(...status.engines.map((/** @type {any} */ state) => build("t-engine", engineView(state))));
  }
  at("status-line").textContent = summary(status);
  at("health-table").hidden = status.engines.length === 0;
  at("health-empty").hidden = status.engines.length > 0;
  at("health-rows").replaceChildren(...status.engines.map((/** @type {any} */ state) => build("t-engine-row", healthOf(state))));
  const current = currentView(status, Date.now() / 1000);
  at("current-line").textContent = current.line;
  at("current-last").textContent = current.last;
  at("current-last").hidden = !current.last;
  at("renew").hidden = status.offline;
  at("renew").disabled = !current.may;
  at("facts").replaceChildren(...facts(status).map((one) => build("t-number", one)));
}

/** @param {string} state @param {string} words */
function badge(state, words) {
  if (at("health").dataset.state === state && at("health").firstElementChild.textContent === words) return;
  at("health").dataset.state = state;
  at("health").firstElementChild.textContent = words;
}

/** Displays the current status. Throws what `get` throws. */
export async function refresh() {
  try {
    draw(await get("/api/status"));
  } catch (error) {
    gone();
    throw error;
  }
}

/** Starts a refresh at the user's request. Throws what `post` throws. */
export async function renew() {
  at("renew").disabled = true;
  await post("/api/knowledge/refresh").finally(refresh);
}

export function gone() {
  badge("down", "Not reachable");
  at("status-line").textContent = "Claimlight cannot be reached. Start it with scripts/start; this page notices by itself.";
}
