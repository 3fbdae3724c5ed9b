// @ts-check
// Follows one check to its end, across lost connections and restarts of the backend.

import { Refused, stream } from "./api.js";
import { t } from "./words.js";

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3000;
const BUSY_S = 5;

/** @typedef {{job: string, reader: string}} Known a check that was accepted earlier */
/** @typedef {{job: string, reader: string, last: number, pause: number}} FollowState */

/**
 * Follows a check and resolves when it has ended. In addition to the backend's events, `on` receives `waiting` with
 * `{why: "down" | "lost" | "busy", seconds}` while the check cannot proceed, `back` when the check continues, and `restarted`
 * when it starts again because the backend no longer has it. Throws Refused for errors that waiting cannot resolve, and an AbortError when `signal` is aborted.
 * @param {unknown} request @param {(type: string, data: any) => void} on @param {AbortSignal} signal @param {Known | null} known
 */
export async function follow(request, on, signal, known = null) {
  /** @type {FollowState} */
  const state = { job: known?.job ?? "", reader: known?.reader ?? "", last: 0, pause: FIRST_PAUSE_MS };
  for (;;) {
    try {
      const end = await attempt(state, request, guardHandler(on), signal);
      if (end === "done") return;
      if (end === "forgotten") restart(state, on);
      await waitFor(state.job ? "lost" : "down", state, on, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      await recover(error, { state, on, signal, resumed: known !== null });
    }
  }
}

/** Wraps `on` so that an event that cannot be displayed does not count as a lost connection. @param {(type: string, data: any) => void} on @returns {(type: string, data: any) => void} */
const guardHandler = (on) => (type, data) => {
  try {
    on(type, data);
  } catch (error) {
    console.error(error);
    throw new Refused(500, { code: "page", message: t("page_broken"), hint: t("page_broken_about"), translated: true });
  }
};

/** @param {FollowState} state @param {unknown} request @param {(type: string, data: any) => void} on @param {AbortSignal} signal */
async function attempt(state, request, on, signal) {
  let end = "broken";
  const [path, body] = state.job
    ? [`/api/verify/${state.job}/events`, { after: state.last, reader: state.reader }]
    : ["/api/verify", request];
  await stream(path, body, (id, type, data) => {
    if (state.pause !== FIRST_PAUSE_MS || type === "accepted") on("back", {});
    state.pause = FIRST_PAUSE_MS;
    if (id) state.last = id;
    if (type === "accepted") Object.assign(state, { job: data.job_id, reader: data.reader });
    // This page did not cancel the job, so the backend is shutting down or has stopped waiting for this client.
    if (type === "error" && data.error.code === "cancelled") end = "forgotten";
    else {
      if (type === "result" || type === "error") end = "done";
      on(type, data);
    }
  }, signal);
  return end;
}

/** @param {any} error @param {{state: FollowState, on: (type: string, data: any) => void, signal: AbortSignal, resumed: boolean}} now */
async function recover(error, { state, on, signal, resumed }) {
  if (!(error instanceof Refused)) return waitFor(state.job ? "lost" : "down", state, on, signal);
  if (error.code === "overloaded") {
    const seconds = error.wait || BUSY_S;
    on("waiting", { why: "busy", seconds });
    return sleep(1000 * seconds, signal);
  }
  const forgotten = state.job && (error.status === 404 || error.status === 409);
  if (!forgotten || (resumed && state.last === 0)) throw error;
  return restart(state, on);
}

/** @param {FollowState} state @param {(type: string, data: any) => void} on */
function restart(state, on) {
  Object.assign(state, { job: "", reader: "", last: 0 });
  on("restarted", {});
}

/** Waits until the backend responds again, with increasing delays between attempts. @param {string} why @param {FollowState} state @param {(type: string, data: any) => void} on @param {AbortSignal} signal */
async function waitFor(why, state, on, signal) {
  for (;;) {
    on("waiting", { why });
    await sleep(state.pause, signal);
    state.pause = Math.min(LONGEST_PAUSE_MS, 2 * state.pause);
    if (await alive(signal)) return;
  }
}

/** @param {AbortSignal} [signal] */
export async function alive(signal) {
  try {
    const answer = await fetch("/api/health", { signal });
    return answer.ok && (await answer.json()).service === "claimlight";
  } catch (error) {
    if (signal?.aborted) throw error;
    return false;
  }
}

/** @param {number} ms @param {AbortSignal} signal */
const sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => { clearTimeout(timer); reject(signal.reason); }, { once: true });
  });
