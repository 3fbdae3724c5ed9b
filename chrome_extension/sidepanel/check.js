/** One check, which outlives the page that shows it. A page that is opened again resumes the check by its run id. */

const ns = globalThis.Claimlight;
/** Kinds of failures that do not end the check, because the client retries on its own. */
/** @type {Set<string>} */
export const MAY_PASS = new Set(["down", "foreign", "version", "overloaded", "lost"]);

/** @typedef {import("../types").CardState} CardState */
/** @typedef {{ request: import("../types").ClaimRequest & { mode?: import("../types").Mode }, incognito: boolean, run?: string,
 *   show: (state: CardState, run: string) => void, client?: typeof ns.client }} Options `run` is a check to resume */
/** @typedef {{ retry(): void, cancel(): void, leave(): void }} Check */

/** Whether the check has ended. @param {CardState} state */
export function isOver(state) {
  return state.phase === "done" || (state.phase === "failed" && !(state.failure && MAY_PASS.has(state.failure.kind)));
}

/** @param {Options} options @returns {Check} */
export function begin({ request, incognito, run: earlier = "", show, client = ns.client }) {
  const run = earlier || client.runId();
  let state = ns.model.initial(request.claim);
  const now = client.create({
    request,
    run,
    incognito,
    connect: () => chrome.runtime.connect({ name: "verify" }),
    onMessage(message) {
      state = ns.model.reduce(state, message);
      show(state, run);
    },
    isVisible: () => document.visibilityState === "visible",
  });
  show(state, run);
  now.start();
  // `leave` does not cancel the job, so a page that returns soon can resume it.
  return { retry: () => now.retry(), cancel: () => now.close(), leave: () => now.close(false) };
}
