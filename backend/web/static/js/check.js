// @ts-check
// The claim form: sends a claim, shows progress, resumes a check after a reload, and shows the answer.

import { Refused, post } from "./api.js";
import { at, build } from "./dom.js";
import { evidenceView } from "./evidence.js";
import { follow } from "./follow.js";
import { grade } from "./grade.js";
import { session } from "./kept.js";
import { clearResult, showResult } from "./result.js";
import { complain, explain, hush, tell } from "./say.js";
import { clean, seconds, stepOf } from "./trace.js";

const LIMIT = 2000, NEAR = 300;
const RUNNING = "claimlight-running";
/** What the backend does at each stage, in the words of the extension. @type {Record<string, string>} */
const STAGES = {
  intake: "Reading the claim", classify: "Working out what kind of statement it is", decompose: "Taking the claim apart",
  recall: "Looking in what is known already", search: "Searching the web", acquire: "Reading the pages that were found",
  rank: "Putting the most telling passages first", stance: "Asking each passage whether it agrees",
  sufficiency: "Weighing whether this is enough", verdict: "Coming to a verdict", learn: "Keeping what was found",
};
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
    void check(wanted());
  });
  at("claim").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) at("ask").requestSubmit();
  });
  at("claim").addEventListener("input", count);
  at("stop").addEventListener("click", stop);
  count();
}

/** The values of the form, in the API's format. */
function wanted() {
  const form = new FormData(at("ask"));
  return { claim: String(form.get("claim")), options: { mode: String(form.get("mode")), offline: form.has("offline") } };
}

/** Length in characters, as the backend counts it. */
function count() {
  const used = [...at("claim").value.normalize("NFKC").trim().replace(/\s+/g, " ")].length;
  const left = LIMIT - used;
  const said = left < 0 ? `${-left} characters too many` : left < NEAR ? `${left} characters left` : "";
  at("counter").textContent = said || (used ? `${used.toLocaleString("en")} of 2,000 characters` : "Ctrl + Enter to check");
  at("counter").dataset.state = left < 0 ? "over" : "";
  at("counter-said").textContent = said;
}

/** Resumes a check that was running when the page was left. */
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
  const again = { label: "Check again", act: () => at("ask").requestSubmit() };
  if (resumed && error instanceof Refused && error.status === 404) {
    complain("The check that ran here is no longer known.", "Claimlight was restarted, or it was long ago.", again);
  } else explain(error, error instanceof Refused && error.status === 400 ? undefined : again);
}

function begin() {
  history.replaceState(null, "", "#check");
  document.title = "Claimlight";
  hush();
  clearResult();
  at("trace").replaceChildren();
  at("found").replaceChildren();
  at("now").textContent = "Starting…";
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
    // Sent only for a claim that was split: the verdict on one part is not the answer.
    mine.parts ||= data.stage === "decompose";
    at("now").textContent = STAGES[data.stage] ?? clean(data.message);
    at("trace").append(build("t-step", stepOf(data)));
  },
  evidence: (_mine, data) => showFound(data.evidence),
  verdict: (mine, data) => { if (!(data.part && mine.parts)) at("now").textContent = `So far: ${grade(data)}`; },
  result: (_mine, data) => {
    // An answer that is not in the history can be fetched again for ten minutes, so its job id is kept.
    if (data.saved) session.remove(RUNNING);
    const looking = document.body.dataset.view === "check";
    showResult(data, { looking });
    if (!looking) tell("Your answer is ready.");
  },
  error: (_mine, data) => {
    session.remove(RUNNING);
    complain(data.error.message, data.error.hint, { label: "Check again", act: () => at("ask").requestSubmit() });
  },
  waiting: (_mine, data) => waiting(data),
  back: () => hush(),
  restarted: (mine) => {
    Object.assign(mine, { job: "", reader: "", parts: false });
    at("trace").replaceChildren();
    at("found").replaceChildren();
    at("now").textContent = "Claimlight was restarted. Beginning anew…";
  },
};

/** @param {Check} mine @param {string} type @param {any} data */
function onEvent(mine, type, data) {
  EVENTS[type]?.(mine, data);
}

/** @param {{why: string, seconds?: number}} data */
function waiting({ why, seconds: left }) {
  if (why === "busy") {
    at("now").textContent = "Waiting for a free place…";
    complain("Claimlight is busy with other claims.", `Trying again in ${left} ${left === 1 ? "second" : "seconds"}.`);
  } else if (why === "lost") {
    at("now").textContent = "Waiting for Claimlight…";
    complain("The connection to Claimlight broke.", "Your claim is kept. This goes on by itself as soon as Claimlight answers; if it has ended, start it again with scripts/start.");
  } else {
    at("now").textContent = "Waiting for Claimlight…";
    complain("Claimlight cannot be reached.", "Start it with scripts/start in the folder where you installed it. This goes on by itself.");
  }
}

/** @param {any} item */
function showFound(item) {
  if (item.stance === "neutral") return;
  const card = build("t-evidence", evidenceView(item));
  card.dataset.id = item.id;
  const known = at("found").querySelector(`[data-id="${CSS.escape(item.id)}"]`);
  if (known) known.replaceWith(card);
  else at("found").append(card);
}
