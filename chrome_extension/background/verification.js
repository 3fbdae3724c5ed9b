/** One claim from request to result: start or resume the backend's job and forward its events. */

import { BackendFailure, JobGone } from "./backend.js";

/** @typedef {import("../types").PortMessage} PortMessage */
/** @typedef {{ run: string, after: number, claim: string, context: Record<string, string>, incognito: boolean, mode?: import("../types").Mode }} Request */
/** @typedef {{ backend: import("./backend.js").Backend, runs: import("./runs.js").Runs, settings?: () => Promise<import("../types").Settings>, language?: (text: string) => Promise<string>, pause?: (ms: number) => Promise<void> }} Deps */

/** The backend stopped the job, and none of us asked it to: it is ending, or waited in vain for a page that slept. */
class GivenUp extends JobGone {}

const BREAKS_ALLOWED = 3;
const BREAK_PAUSE_MS = 300;
/** @param {number} ms @returns {Promise<void>} */
const sleep = (ms) => new Promise((resolve) => void setTimeout(resolve, ms));

/** Runs until the result, an error of the backend, or `signal`. Never sends the claim before the health check passed.
 * @param {Request} request @param {Deps} deps @param {(message: PortMessage) => void} send @param {AbortSignal} signal
 * @throws {BackendFailure} */
export async function verify(request, deps, send, signal) {
  let after = request.after;
  // The page came back to a run that was given up meanwhile (kept in the back/forward cache, ten minutes of sleep): a new
  // job counts its events from one, and the page would take them for old ones.
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
    // The stream ended early or broke (fetch raises a bare TypeError, JSON a SyntaxError): resume where it stopped.
    await (deps.pause ?? sleep)(BREAK_PAUSE_MS);
  }
  throw new BackendFailure({ kind: "lost" });
}

/** Who closes a check hears no more of it. @param {{ event: string, data: any }} event */
const wasGivenUp = ({ event, data }) => event === "error" && data?.error?.code === "cancelled";

/** @param {Request} request @param {number} after @param {Deps} deps @param {AbortSignal} signal */
async function open(request, after, deps, signal) {
  const { job, reader } = await deps.runs.get(request.run);
  if (job) return deps.backend.events(`/api/verify/${encodeURIComponent(job)}/events`, { after, reader }, signal);
  const context = await withLanguage(request, deps);
  return deps.backend.events("/api/verify", bodyOf({ ...request, context }, await deps.settings?.()), signal);
}

/** What the page does not say of its language the browser may tell from the words. @param {Request} request @param {Deps} deps */
async function withLanguage({ claim, context }, deps) {
  const language = context.language || (await deps.language?.(claim)) || "";
  return language ? { ...context, language } : context;
}

/** A private window tells no page but its language, and its answers never enter the backend's history (S12); nor do others when the reader
 * keeps none. @param {Request} request @param {Partial<import("../types").Settings>} [settings] */
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

/** So that the claim is asked anew. A claim whose jobs vanish may be what the backend dies of: that is asked once more, not for ever.
 * @param {Request} request @param {Deps} deps @param {boolean} vanished */
async function forgetJob(request, deps, vanished) {
  const { reposted } = await deps.runs.get(request.run);
  if (vanished && reposted) throw new BackendFailure({ kind: "restarted" });
  await deps.runs.change(request.run, { job: "", reader: "", reposted: reposted || vanished });
}

/** The reader closed the card. @param {string} run @param {Deps} deps */
export async function cancel(run, deps) {
  const { job, reader } = await deps.runs.get(run);
  await deps.runs.forget(run);
  if (job) await deps.backend.tell(`/api/verify/${encodeURIComponent(job)}/cancel`, { reader });
}
