/** One check that survives the page it is shown on: a run that the backend gave up meanwhile is started anew. */

const ns = globalThis.Claimlight;
/** The client tries these again by itself, so that the check is not over. */
/** @type {Set<string>} */
export const MAY_PASS = new Set(["down", "foreign", "version", "overloaded", "lost"]);

/** @typedef {import("../types").CardState} CardState */
/** @typedef {{ request: import("../types").ClaimRequest & { mode?: import("../types").Mode }, incognito: boolean, run?: string,
 *   show: (state: CardState, run: string) => void, client?: typeof ns.client }} Options `run`: a check to pick up again */
/** @typedef {{ retry(): void, cancel(): void, leave(): void }} Check */

/** @param {import("../types").PortMessage} message */
const wasGivenUp = (message) => message.type === "event" && message.event === "error" && message.data?.error?.code === "cancelled";

/** Whether nothing more will come of it. @param {CardState} state */
export function isOver(state) {
  return state.phase === "done" || (state.phase === "failed" && !(state.failure && MAY_PASS.has(state.failure.kind)));
}

/** @param {Options} options @returns {Check} */
export function begin({ request, incognito, run: earlier = "", show, client = ns.client }) {
  let state = ns.model.initial(request.claim);
  /** @type {import("../types").Client} */
  let now;

  /** @param {string} run @param {boolean} resumed */
  function open(run, resumed) {
    now = client.create({
      request,
      run,
      incognito,
      connect: () => chrome.runtime.connect({ name: "verify" }),
      onMessage(message) {
        if (resumed && wasGivenUp(message)) return open(client.runId(), false);
        state = ns.model.reduce(state, message);
        show(state, run);
      },
      isVisible: () => document.visibilityState === "visible",
    });
    show(state, run);
    now.start();
  }
  open(earlier || client.runId(), earlier !== "");
  // `leave` lets the job go on for a moment: who comes back finds it.
  return { retry: () => now.retry(), cancel: () => now.close(), leave: () => now.close(false) };
}
