// @ts-check
// Follows one check to its end, across lost connections and restarts of the backend.

import { Refused, stream } from "./api.js";
import { t } from "./words.js";

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3000;
const BUSY_S = 5;

/** @typedef {{job: string, reader: string}} Known a check that was accepted earlier */
/** @typedef {{job: string, reader: string, last: number, pause: number}} Place */

/**
 * Follows a check and resolves when it has ended. In addition to the backend's events, `on` receives `waiting` with
 * `{why: "down" | "lost" | "busy", seconds}` while the check cannot proceed, `back` when the check continues, and `restarted`
 * when it starts again because the backend no longer has it. Throws Refused for errors that waiting cannot resolve, and an AbortError when `signal` is aborted.
 * @param {unknown} request @param {(type: string, data: any) => void} on @param {AbortSignal} signal @param {Known | null} known
 */
export async function follow(request, on, signal, known = null) {
  /** @type {Place} */
  const place = { job: known?.job ?? "", reader: known?.reader ?? "", last: 0, pause: FIRST_PAUSE_MS };
  for (;;) {
    try {
      const end = await attempt(place, request, drawn(on), signal);
      if (end === "done") return;
      if (end === "forgotten") anew(place, on);
      await waitFor(place.job ? "lost" : "down", place, on, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      await mend(error, { place, on, signal, resumed: known !== null });
    }
  }
}

/** Wraps `on` so that an event that cannot be displayed does not count as a lost connection. @param {(type: string, data: any) => void} on @returns {(type: string, data: any) => void} */
const drawn = (on) => (type, data) => {
  try {
    on(type, data);
  } catch (error) {
    console.error(error);
    throw new Refused(500, { code: "page", message: t("page_broken"), hint: t("page_broken_about"), translated: true });
  }
};

/** @param {Place} place @param {unknown} request @param {(type: string, data: any) => void} on @param {AbortSignal} signal */
async function attempt(place, request, on, signal) {
  let end = "broken";
  const [path, body] = place.job
    ? [`/api/verify/${place.job}/events`, { after: place.last, reader: place.reader }]
    : ["/api/verify", request];
  await stream(path, body, (id, type, data) => {
    if (place.pause !== FIRST_PAUSE_MS || type === "accepted") on("back", {});
    place.pause = FIRST_PAUSE_MS;
    if (id) place.last = id;
    if (type === "accepted") Object.assign(place, { job: data.job_id, reader: data.reader });
    // This page did not cancel the job, so the backend is shutting down or has stopped waiting for this client.
    if (type === "error" && data.error.code === "cancelled") end = "forgotten";
    else {
      if (type === "result" || type === "error") end = "done";
      on(type, data);
    }
  }, signal);
  return end;
}

/** @param {any} error @param {{place: Place, on: (type: string, data: any) => void, signal: AbortSignal, resumed: boolean}} now */
async function mend(error, { place, on, signal, resumed }) {
  if (!(error instanceof Refused)) return waitFor(place.job ? "lost" : "down", place, on, signal);
  if (error.code === "overloaded") {
    const seconds = error.wait || BUSY_S;
    on("waiting", { why: "busy", seconds });
    return sleep(1000 * seconds, signal);
  }
  const forgotten = place.job && (error.status === 404 || error.status === 409);
  if (!forgotten || (resumed && place.last === 0)) throw error;
  return anew(place, on);
}

/** @param {Place} place @param {(type: string, data: any) => void} on */
function anew(place, on) {
  Object.assign(place, { job: "", reader: "", last: 0 });
  on("restarted", {});
}

/** Waits until the backend responds again, with increasing delays between attempts. @param {string} why @param {Place} place @param {(type: string, data: any) => void} on @param {AbortSignal} signal */
async function waitFor(why, place, on, signal) {
  for (;;) {
    on("waiting", { why });
    await sleep(place.pause, signal);
    place.pause = Math.min(LONGEST_PAUSE_MS, 2 * place.pause);
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
