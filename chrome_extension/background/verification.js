/** One claim from request to result: starts or resumes the backend's job and forwards its events. */

import { BackendFailure, JobGone } from "./backend.js";

/** @typedef {import("../types").PortMessage} PortMessage */
/** @typedef {{ run: string, after: number, claim: string, context: Record<string, string>, incognito: boolean, mode?: import("../types").Mode }} Request */
/** @typedef {{ backend: import("./backend.js").Backend, runs: import("./runs.js").Runs, settings?: () => Promise<import("../types").Settings>, language?: (text: string) => Promise<string>, pause?: (ms: number) => Promise<void> }} Deps */

/** The backend stopped the job without our request: it is shutting down, or waited in vain for a suspended page. */
class GivenUp extends JobGone {}

const BREAKS_ALLOWED = 3;
const BREAK_PAUSE_MS = 300;
/** @param {number} ms @returns {Promise<void>} */
const sleep = (ms) => new Promise((resolve) => void setTimeout(resolve, ms));

/** Runs until the result, an error of the backend, or `signal`. Never sends the claim before the health check has passed.
 * @param {Request} request @param {Deps} deps @param {(message: PortMessage) => void} send @param {AbortSignal} signal
 * @throws {BackendFailure} */
export async function verify(request, deps, send, signal) {
  let after = request.after;
  // The page came back to a run that had been given up (back/forward cache, ten minutes of sleep): a new
  // job numbers its events from one, and the page would ignore them as old.
  if (after > 0 && !(await deps.runs.get(request.run)).job) {
    after = 0;
    send({ type: "restarted" });
  }
  for (let breaks = 0; breaks <= BREAKS_ALLOWED; breaks += 1) {
    await deps.backend.health(signal);
    try {
      for await (const event of await open(request, after, deps, signal)) {
        if (event.event === "accepted") await deps.runs.change(request.run, { job: event.data.job_id, reader: event.data.reader });
        if (event.event === "heartbeat") continue;
        if (wasGivenUp(event)) throw new GivenUp();
        send({ type: "event", event: event.event, n: event.id, data: event.data });
        after = event.id || after;
        if (event.event === "result" || event.event === "error") return;
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BackendFailure) throw error;
      if (error instanceof JobGone) {
        await forgetJob(request, deps, !(error instanceof GivenUp));
        after = 0;
        send({ type: "restarted" });
      }
    }
    // The stream ended early or broke (fetch raises a plain TypeError, JSON a SyntaxError): resume where it stopped.
    await (deps.pause ?? sleep)(BREAK_PAUSE_MS);
  }
  throw new BackendFailure({ kind: "lost" });
}

/** A check that was closed receives no more events. @param {{ event: string, data: any }} event */
const wasGivenUp = ({ event, data }) => event === "error" && data?.error?.code === "cancelled";

/** @param {Request} request @param {number} after @param {Deps} deps @param {AbortSignal} signal */
async function open(request, after, deps, signal) {
  const { job, reader } = await deps.runs.get(request.run);
  if (job) return deps.backend.events(`/api/verify/${encodeURIComponent(job)}/events`, { after, reader }, signal);
  const context = await withLanguage(request, deps);
  return deps.backend.events("/api/verify", bodyOf({ ...request, context }, await deps.settings?.()), signal);
}

/** If the page does not declare its language, the browser may detect it from the text. @param {Request} request @param {Deps} deps */
async function withLanguage({ claim, context }, deps) {
  const language = context.language || (await deps.language?.(claim)) || "";
  return language ? { ...context, language } : context;
}

/** A private window reveals nothing about its page except the language, and its answers never enter the backend's history (S12); neither do others if the user
 * keeps no history. @param {Request} request @param {Partial<import("../types").Settings>} [settings] */
function bodyOf({ claim, context, incognito, mode }, { offline = false, history = true } = {}) {
  const options = {
    ...(mode === "deep" && { mode }),
    ...(offline && { offline }),
    ...((incognito || !history) && { remember: false }),
  };
  const { language } = context;
  const asked = { claim, context: incognito ? { ...(language && { language }) } : context };
  return Object.keys(options).length > 0 ? { ...asked, options } : asked;
}

/** Causes the claim to be sent again. A claim whose jobs disappear may be crashing the backend, so it is sent only once more.
 * @param {Request} request @param {Deps} deps @param {boolean} vanished */
async function forgetJob(request, deps, vanished) {
  const { reposted } = await deps.runs.get(request.run);
  if (vanished && reposted) throw new BackendFailure({ kind: "restarted" });
  await deps.runs.change(request.run, { job: "", reader: "", reposted: reposted || vanished });
}

/** The user closed the card. @param {string} run @param {Deps} deps */
export async function cancel(run, deps) {
  const { job, reader } = await deps.runs.get(run);
  await deps.runs.forget(run);
  if (job) await deps.backend.tell(`/api/verify/${encodeURIComponent(job)}/cancel`, { reader });
}
