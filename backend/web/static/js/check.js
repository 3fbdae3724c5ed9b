// @ts-check
// The claim form: sends a claim, shows the progress and the answer, and resumes a check after a reload.

import { Refused, post } from "./api.js";
import { passage } from "./answer.js";
import { at, build } from "./dom.js";
import { follow } from "./follow.js";
import { session } from "./kept.js";
import { clearResult, showResult } from "./result.js";
import { complain, explain, hush, refuse, tell } from "./say.js";
import { clean, doing, stepOf } from "./trace.js";
import { gradeWords } from "./view.js";
import { plural, seconds, t } from "./words.js";

const LIMIT = 2000, WARN_BELOW = 300;
const RUNNING = "claimlight-running";
/** @typedef {{abort: AbortController, request: any, job: string, reader: string, parts: boolean}} Check */
/** @type {Check | null} */
let current = null;
/** @type {() => void} */
let afterwards = () => {};

/** @param {() => void} then called after every answer */
export function startCheck(then) {
  afterwards = then;
  at("ask").addEventListener("submit", (/** @type {any} */ event) => {
    event.preventDefault();
    const example = event.submitter?.name === "example" ? event.submitter.value : "";
    if (example) at("claim").value = example;
    count();
    void check(formRequest());
  });
  at("claim").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) at("ask").requestSubmit();
  });
  at("claim").addEventListener("input", count);
  at("stop").addEventListener("click", stop);
  count();
}

/** Returns the values of the form in the API's format. */
function formRequest() {
  const form = new FormData(at("ask"));
  return { claim: String(form.get("claim")), options: { mode: String(form.get("mode")), offline: form.has("offline") } };
}

/** Shows the length of the claim in characters, as the backend counts them. */
function count() {
  const used = [...at("claim").value.normalize("NFKC").trim().replace(/\s+/g, " ")].length;
  const left = LIMIT - used;
  const said = left < 0 ? t("page_over", -left) : left < WARN_BELOW ? t("page_left", left) : "";
  at("counter").textContent = said || (used ? t("popup_too_long", used, LIMIT) : t("page_keys"));
  at("counter").dataset.state = left < 0 ? "over" : "";
  at("counter-said").textContent = said;
}

/** Resumes a check that was running when the user left the page. */
export function resume() {
  const kept = JSON.parse(session.get(RUNNING) ?? "null");
  if (!kept) return;
  at("claim").value = kept.request.claim;
  count();
  void check(kept.request, kept);
}

function stop() {
  if (current?.job) void post(`/api/verify/${current.job}/cancel`, { reader: current.reader }).catch(() => {});
  session.remove(RUNNING);
  current?.abort.abort();
}

/** @param {any} request @param {{job: string, reader: string} | null} [known] */
async function check(request, known = null) {
  if (current) stop();
  const mine = (current = { abort: new AbortController(), request, job: known?.job ?? "", reader: known?.reader ?? "", parts: false });
  begin();
  const clock = setInterval(tick, 100, performance.now());
  try {
    await follow(request, (type, data) => { if (current === mine) onEvent(mine, type, data); }, mine.abort.signal, known);
  } catch (error) {
    if (!mine.abort.signal.aborted) failed(error, known !== null);
  } finally {
    clearInterval(clock);
    if (current === mine) end();
    afterwards();
  }
}

/** @param {any} error @param {boolean} resumed */
function failed(error, resumed) {
  session.remove(RUNNING);
  const again = { label: t("action_recheck"), act: () => at("ask").requestSubmit() };
  if (resumed && error instanceof Refused && error.status === 404) {
    complain(t("page_check_gone"), t("page_check_gone_about"), again);
  } else explain(error, error instanceof Refused && error.status === 400 ? undefined : again);
}

function begin() {
  history.replaceState(null, "", "#check");
  document.title = "Claimlight";
  hush();
  clearResult();
  at("trace").replaceChildren();
  at("found").replaceChildren();
  at("now").textContent = t("page_starting");
  at("working").hidden = false;
  at("stop").hidden = false;
  at("view-check").setAttribute("aria-busy", "true");
}

function end() {
  current = null;
  at("working").hidden = true;
  at("stop").hidden = true;
  at("view-check").removeAttribute("aria-busy");
}

/** @param {number} started */
function tick(started) {
  at("clock").textContent = seconds(performance.now() - started);
}

/** @type {Record<string, (mine: Check, data: any) => void>} */
const EVENTS = {
  accepted: (mine, data) => {
    Object.assign(mine, { job: data.job_id, reader: data.reader });
    session.set(RUNNING, JSON.stringify({ job: mine.job, reader: mine.reader, request: mine.request }));
  },
  stage: (mine, data) => {
    // "decompose" is sent only for a claim that was split, for which the verdict on one part is not the answer.
    mine.parts ||= data.stage === "decompose";
    at("now").textContent = doing(data.stage) || clean(data.message);
    at("trace").append(build("t-step", stepOf(data)));
  },
  evidence: (_mine, data) => showFound(data.view),
  verdict: (mine, data) => { if (!(data.part && mine.parts)) at("now").textContent = t("page_so_far", gradeWords(data)); },
  result: (_mine, data) => {
    // An answer that is not in the history can be fetched again by its job id for ten minutes, so the id is kept.
    if (data.saved) session.remove(RUNNING);
    const looking = document.body.dataset.view === "check";
    showResult(data, { looking });
    if (!looking) tell(t("page_ready"));
  },
  error: (_mine, data) => {
    session.remove(RUNNING);
    refuse(data.error, { label: t("action_recheck"), act: () => at("ask").requestSubmit() });
  },
  waiting: (_mine, data) => waiting(data),
  back: () => hush(),
  restarted: (mine) => {
    Object.assign(mine, { job: "", reader: "", parts: false });
    at("trace").replaceChildren();
    at("found").replaceChildren();
    at("now").textContent = t("page_restarted");
  },
};

/** @param {Check} mine @param {string} type @param {any} data */
function onEvent(mine, type, data) {
  EVENTS[type]?.(mine, data);
}

/** @param {{why: string, seconds?: number}} data */
function waiting({ why, seconds: left }) {
  if (why === "busy") {
    at("now").textContent = t("page_waiting_turn");
    complain(t("page_busy"), plural("failure_overloaded_body_in", left ?? 0));
  } else if (why === "lost") {
    at("now").textContent = t("page_waiting");
    complain(t("page_lost"), t("page_lost_about"));
  } else {
    at("now").textContent = t("page_waiting");
    complain(t("page_gone"), t("page_gone_check"));
  }
}

/** @param {any} item the passage as in the view of the answer */
function showFound(item) {
  if (item.stance === "neutral") return;
  const card = passage(item, t("view_whole_passage"));
  card.dataset.id = item.id;
  const known = at("found").querySelector(`[data-id="${CSS.escape(item.id)}"]`);
  if (known) known.replaceWith(card);
  else at("found").append(card);
}
