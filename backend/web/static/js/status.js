// @ts-check
// Shows the state of the backend in the badge, the side panel and the status page.

import { get, post } from "./api.js";
import { currentView } from "./current.js";
import { at, build, detail } from "./dom.js";
import { clean } from "./trace.js";
import { engineView } from "./view.js";
import { ago, moment, number, span, t } from "./words.js";

/** @param {any} state */
export function healthOf(state) {
  const { engine, state: name, words } = engineView(state);
  const left = state.until - Date.now() / 1000;
  const until = moment(1000 * state.until, { timeStyle: "short" });
  return {
    engine, state: name, answered: state.answered ? ago(Date.now() / 1000 - state.answered) : t("page_never"),
    words: name === "open" && left > 0 ? t("page_engine_until", span(left), until) : words,
    happened: state.failures ? t("page_engine_failures", state.failures) : t("page_engine_fine"),
    reason: state.failures ? clean(state.reason) : "",
  };
}

/** @param {number} megabytes */
function size(megabytes) {
  const large = megabytes >= 1024;
  return number(large ? megabytes / 1024 : megabytes, { style: "unit", unit: large ? "gigabyte" : "megabyte", maximumFractionDigits: 1 });
}

/** @param {any} status */
function facts(status) {
  const { queue, disk, models, knowledge } = status;
  return Object.entries({
    panel_version: status.version,
    page_uptime: span(status.uptime_s),
    page_checks: t("page_checks_about", queue.running, queue.queued, queue.workers, queue.queue_size),
    page_deadline: number(status.deadline_s, { style: "unit", unit: "second", unitDisplay: "long" }),
    page_verifier: models.verifier,
    page_embedder: models.embedder,
    page_llm: models.llm ?? t("page_llm_none"),
    panel_passages: number(status.kb_size),
    page_index: knowledge.index ?? "",
    page_past_answers: number(status.history_entries),
    page_disk: t("page_disk_about", size(disk.used_mb), size(disk.free_mb)),
    page_network: t(status.offline ? "page_network_off" : "page_network_on"),
  }).map(([key, value]) => ({ name: t(key), value })).filter(({ value }) => value);
}

/** @param {any} status */
function summary(status) {
  const paused = status.engines.filter((/** @type {any} */ e) => e.state === "open").length;
  const all = status.engines.length;
  if (status.offline) return t("page_up_offline");
  if (!all) return t("page_up_none");
  if (all === 1) return t(paused ? "page_up_one_paused" : "page_up_one");
  return paused ? t("page_up_paused", paused, all) : t("page_up_all", all);
}

/** @param {any} status */
function draw(status) {
  at("kb-size").textContent = number(status.kb_size);
  badge(status.offline ? "offline" : "up", t(status.offline ? "page_offline_mode" : "page_running"));
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
  detail("current-detail", current.detail);
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

/** Displays the current status. Throws the same errors as `get`. */
export async function refresh() {
  try {
    draw(await get("/api/status"));
  } catch (error) {
    gone();
    throw error;
  }
}

/** Starts a refresh of the current affairs at the user's request. Throws the same errors as `post`. */
export async function renew() {
  at("renew").disabled = true;
  await post("/api/knowledge/refresh").finally(refresh);
}

export function gone() {
  badge("down", t("page_unreachable"));
  at("status-line").textContent = `${t("page_gone")} ${t("page_gone_look")}`;
}
