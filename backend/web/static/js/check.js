// @ts-check
// The claim box: sends, shows the work while it is done, and the answer.

import { Refused, post, verify } from "./api.js";
import { at, build } from "./dom.js";
import { showResult } from "./result.js";
import { clean, seconds, stepOf } from "./trace.js";
import { evidenceView } from "./view.js";

const LIMIT = 2000;
/** @typedef {{abort: AbortController, job: string, reader: string, parts: boolean}} Check */
/** @type {Check | null} */
let current = null;

/** @param {() => void} afterwards called after every answer */
export function startCheck(afterwards) {
  const form = at("ask");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const example = event.submitter?.name === "example" ? event.submitter.value : "";
    if (example) at("claim").value = example;
    void check(at("claim").value, afterwards);
  });
  at("claim").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  at("claim").addEventListener("input", count);
  at("stop").addEventListener("click", stop);
  count();
}

function count() {
  const left = LIMIT - at("claim").value.normalize("NFKC").trim().replace(/\s+/g, " ").length;
  at("counter").textContent = left < 0 ? `${-left} characters too many` : left < 300 ? `${left} characters left` : "Ctrl + Enter to check";
}

function stop() {
  if (current?.job) void post(`/api/verify/${current.job}/cancel`, { reader: current.reader }).catch(() => {});
  current?.abort.abort();
}

/** @param {string} claim @param {() => void} afterwards */
async function check(claim, afterwards) {
  stop();
  const mine = (current = { abort: new AbortController(), job: "", reader: "", parts: false });
  begin();
  const clock = setInterval(tick, 100, performance.now());
  try {
    await verify({ claim }, (type, data) => { if (current === mine) onEvent(mine, type, data); }, mine.abort.signal);
  } catch (error) {
    if (!mine.abort.signal.aborted) explain(error);
  } finally {
    clearInterval(clock);
    if (current === mine) end();
    afterwards();
  }
}

function begin() {
  at("error").hidden = true;
  at("answer").replaceChildren();
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

/** @param {Check} mine @param {string} type @param {any} data */
function onEvent(mine, type, data) {
  if (type === "accepted") Object.assign(mine, { job: data.job_id, reader: data.reader });
  if (type === "stage") {
    // Told only for a claim that was split: what is known of one part is not the answer.
    mine.parts ||= data.stage === "decompose";
    at("now").textContent = clean(data.message);
    at("trace").append(build("t-step", stepOf(data)));
  }
  if (type === "evidence") showFound(data.evidence);
  if (type === "verdict" && !(data.part && mine.parts)) at("now").textContent = `So far: ${data.verdict}`;
  if (type === "result") showResult(data, { focus: true });
  if (type === "error") say(data.error.message, data.error.hint);
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

/** @param {any} error */
export function explain(error) {
  if (error instanceof Refused) {
    if (error.status === 401) at("token-form").hidden = false;
    say(error.message, error.hint);
  } else {
    say("Claimlight cannot be reached.", "Is it still running? Start it again with scripts/start.");
  }
}

/** @param {string} message @param {string} hint */
function say(message, hint) {
  at("error-message").textContent = clean(message);
  at("error-hint").textContent = clean(hint);
  at("error").hidden = false;
}
