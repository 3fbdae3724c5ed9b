/** Serves ports named "verify", one per card. Messages are validated, and the page's URL and tab are taken from the sender (S9). */

import { BackendFailure } from "./backend.js";
import { LIMIT_MS, within } from "./tabs.js";
import { cancel, verify } from "./verification.js";

/** Interval between the messages that keep a port open. The browser stops the worker after 30 s without traffic (measured). */
export const BEAT_MS = 10_000;

/** @typedef {import("./verification.js").Deps & { slots: import("./slots.js").Slots, beatMs?: number, noted?: (tab: number, claim: string, result: any) => void,
 *   handOver?: (request: import("./verification.js").Request, tab: chrome.tabs.Tab, requestSettled: Promise<void>) => Promise<void> }} PortDeps */

/** Returns the validated request, or null. @param {any} message @param {chrome.runtime.MessageSender} sender
 * @param {boolean} [ownPage] whether the sender is one of our own pages, which names the page that contains the claim */
export function requestOf(message, sender, ownPage = false) {
  const { run, claim, context } = message ?? {};
  if (typeof run !== "string" || !/^[0-9a-f-]{16,64}$/.test(run) || typeof claim !== "string" || claim === "") return null;
  return {
    run,
    claim: claim.toWellFormed(),
    mode: message.mode === "deep" ? /** @type {const} */ ("deep") : /** @type {const} */ ("main"),
    after: Number.isSafeInteger(message.after) && message.after > 0 ? message.after : 0,
    incognito: sender.tab?.incognito === true || message.incognito === true,
    context: { url: ownPage ? addressOf(context?.url) : pageOf(sender), title: short(context?.title, 300), surrounding: short(context?.surrounding, 3000), language: short(context?.language, 40) },
  };
}

/** @param {chrome.runtime.MessageSender} sender */
function pageOf(sender) {
  return addressOf(sender.tab?.url ?? sender.url);
}

/** @param {unknown} url */
function addressOf(url) {
  return typeof url === "string" && /^https?:/.test(url) ? short(url.split("#")[0], 2000) : "";
}

/** Truncates text and replaces unpaired surrogates, because the backend would refuse them. @param {unknown} value @param {number} limit */
function short(value, limit) {
  return typeof value === "string" ? value.slice(0, limit).toWellFormed() : "";
}

/** @param {chrome.runtime.Port} port @param {PortDeps} deps @param {boolean} ownPage whether the port belongs to one of our own pages, whose job continues after the page closes */
export function servePort(port, deps, ownPage) {
  let aborter = new AbortController();
  let run = "";
  let ended = false;
  let handedOver = false;
  /** Resolves when the backend has received the claim or the request has ended. @type {Promise<unknown>} */
  let whenReceived = Promise.resolve();
  const send = (/** @type {import("../types").PortMessage} */ message) => {
    if (!ended) port.postMessage(message);
  };
  const beat = setInterval(() => send({ type: "beat" }), deps.beatMs ?? BEAT_MS);

  async function start(/** @type {import("./verification.js").Request} */ request) {
    aborter.abort();
    aborter = new AbortController();
    run = request.run;
    const { signal } = aborter;
    const tab = port.sender?.tab?.id;
    let resolve = () => {};
    /** @type {Promise<void>} */
    const promise = new Promise((done) => (resolve = done));
    const tell = (/** @type {import("../types").PortMessage} */ message) => {
      send(message);
      if (message.type === "event") resolve();
      if (tab !== undefined && message.type === "event" && message.event === "result") deps.noted?.(tab, request.claim, message.data);
    };
    try {
      if (deps.slots.full) send({ type: "waiting" });
      const giveBack = await deps.slots.take(signal);
      whenReceived = promise;
      await verify(request, deps, tell, signal).finally(giveBack);
    } catch (error) {
      if (signal.aborted) return;
      const failure = error instanceof BackendFailure ? error.failure : { kind: /** @type {const} */ ("lost") };
      send({ type: "failure", failure });
    } finally {
      resolve();
    }
  }

  /** Hands over the check of a card that the page has removed. @param {import("./verification.js").Request} request @param {chrome.tabs.Tab} tab */
  async function leave(request, tab) {
    handedOver = true;
    await deps.handOver?.(request, tab, within(whenReceived, LIMIT_MS).then(() => aborter.abort()));
  }

  async function stop() {
    aborter.abort();
    if (run) await cancel(run, deps);
    run = "";
  }

  port.onMessage.addListener((message) => {
    if (message?.type === "cancel") void stop();
    const request = port.sender && requestOf(message, port.sender, ownPage);
    if (!request) return;
    if (message.type === "start") void start(request);
    if (message.type === "hand-over" && port.sender?.tab) void leave(request, port.sender.tab);
  });
  port.onDisconnect.addListener(() => {
    ended = true;
    clearInterval(beat);
    if (handedOver) return;
    if (ownPage) aborter.abort();
    else void stop();
  });
}
