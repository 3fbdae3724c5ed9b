/** Verifies one claim: starts or resumes the backend's job and forwards its events. */

import { BackendFailure, JobGone } from "./backend.js";

/** @typedef {import("../types").PortMessage} PortMessage */
/** @typedef {{ run: string, after: number, claim: string, context: Record<string, string>, incognito: boolean, mode?: import("../types").Mode }} Request */
/** @typedef {{ backend: import("./backend.js").Backend, runs: import("./runs.js").Runs, settings?: () => Promise<import("../types").Settings>, language?: (text: string) => Promise<string>, pause?: (ms: number) => Promise<void> }} Deps */

/** The backend cancelled the job on its own, because it is shutting down or because a suspended page did not respond. */
class GivenUp extends JobGone {}

const BREAKS_ALLOWED = 3;
const BREAK_PAUSE_MS = 300;
/** @param {number} ms @returns {Promise<void>} */
const sleep = (ms) => new Promise((resolve) => void setTimeout(resolve, ms));

/** Runs until the result, an error of the backend, or `signal`. The claim is never sent before a successful health check.
 * @param {Request} request @param {Deps} deps @param {(message: PortMessage) => void} send @param {AbortSignal} signal
 * @throws {BackendFailure} */
export async function verify(request, deps, send, signal) {
  let after = request.after;
  // The page returned to a run that is no longer stored (back/forward cache, ten minutes of sleep). The new job
  // numbers its events from one, and without this message the page would ignore them as old.
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
    // The stream ended early or broke (fetch throws a TypeError, JSON a SyntaxError), so resume where it stopped.
    await (deps.pause ?? sleep)(BREAK_PAUSE_MS);
  }
  throw new BackendFailure({ kind: "lost" });
}

/** Whether the backend cancelled the job on its own. A check that the user closed receives no more events. @param {{ event: string, data: any }} event */
const wasGivenUp = ({ event, data }) => event === "error" && data?.error?.code === "cancelled";

/** @param {Request} request @param {number} after @param {Deps} deps @param {AbortSignal} signal */
async function open(request, after, deps, signal) {
  const { job, reader } = await deps.runs.get(request.run);
  if (job) return deps.backend.events(`/api/verify/${encodeURIComponent(job)}/events`, { after, reader }, signal);
  const context = await withLanguage(request, deps);
  return deps.backend.events("/api/verify", bodyOf({ ...request, context }, await deps.settings?.()), signal);
}

/** Adds the language that the browser detects in the text, if the page does not declare one. @param {Request} request @param {Deps} deps */
async function withLanguage({ claim, context }, deps) {
  const language = context.language || (await deps.language?.(claim)) || "";
  return language ? { ...context, language } : context;
}

/** Builds the request body. A private window sends only its page's language, and its answers are never saved in the history (S12). Answers
 * from other windows are not saved if the user has turned off the history. @param {Request} request @param {Partial<import("../types").Settings>} [settings] */
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

/** Discards the job, after which the claim is sent again, but only once, because it may be the claim that crashes the backend.
 * @param {Request} request @param {Deps} deps @param {boolean} vanished */
async function forgetJob(request, deps, vanished) {
  const { reposted } = await deps.runs.get(request.run);
  if (vanished && reposted) throw new BackendFailure({ kind: "restarted" });
  await deps.runs.change(request.run, { job: "", reader: "", reposted: reposted || vanished });
}

/** Cancels the job of a card that the user has closed. @param {string} run @param {Deps} deps */
export async function cancel(run, deps) {
  const { job, reader } = await deps.runs.get(run);
  await deps.runs.forget(run);
  if (job) await deps.backend.tell(`/api/verify/${encodeURIComponent(job)}/cancel`, { reader });
}
