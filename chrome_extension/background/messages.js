/** Handles one-shot messages, in one table per kind of sender. Messages that are not in the sender's table are ignored. */

import { BackendFailure } from "./backend.js";
import { forgetAll } from "./forget.js";
import { clearTab, scanTab } from "./scan.js";
import { askPage, askTab } from "./tabs.js";

/** @typedef {{ chrome: typeof chrome, backend: import("./backend.js").Backend, settings: () => Promise<import("../types").Settings>, scans: import("./scans.js").Scans }} Deps */
/** @typedef {(message: any, sender: chrome.runtime.MessageSender, deps: Deps) => Promise<unknown>} Handler */

/** Routes by which the options page reads and changes the user's ratings. @type {Record<string, string>} */
const SOURCE_ROUTES = {
  rate: "/api/sources/rate",
  list: "/api/sources/list",
  set: "/api/sources/set",
  remove: "/api/sources/remove",
};

/** Routes by which our pages read and change the user's history. @type {Record<string, string>} */
const HISTORY_ROUTES = { keep: "/api/history/keep", delete: "/api/history/delete", list: "/api/history/list", get: "/api/history/get" };

/** Messages from content scripts. Content scripts run in the page's process, so only actions that a user takes on a page are allowed.
 * @type {Record<string, Handler>} */
export const FROM_PAGES = {
  "show-in-top": (message, sender, { chrome }) => {
    const { title = "", surrounding = "", language = "" } = message.context ?? {};
    const top = { type: "open", claim: String(message.claim), context: { title: String(title), surrounding: String(surrounding), language: String(language) } };
    return sender.tab?.id === undefined ? Promise.resolve(false) : askPage(chrome, sender.tab.id, top);
  },
  /** Frames without a button ignore this message. */
  "button-shown": async ({ at }, { tab }, { chrome }) =>
    tab?.id !== undefined && Number.isFinite(at) && askTab(chrome, tab.id, { type: "button-elsewhere", ifButton: true, at }),
  "open-options": (_message, _sender, { chrome }) => chrome.runtime.openOptionsPage().then(() => true),
  "scan-gone": async (message, sender, { scans }) => {
    const gone = new Set(Array.isArray(message.ids) ? message.ids : []);
    if (sender.tab?.id === undefined || sender.frameId !== 0) return false;
    const record = await scans.get(sender.tab.id);
    // A page restored from the back/forward cache may have other sentences with the same ids.
    if (!record || record.page !== message.page) return false;
    return (await scans.changeClaims(sender.tab.id, record.scan, ({ id }) => gone.has(id), { state: "gone" })) !== null;
  },
  messages: (message) => globalThis.Claimlight.i18n.table(String(message.language)),
};

/** Messages from our own pages: popup, side panel and options. @type {Record<string, Handler>} */
export const FROM_OURSELVES = {
  "open-options": FROM_PAGES["open-options"],
  status: (_message, _sender, { backend, settings }) =>
    orFailure(async () => ({ ok: true, health: await backend.health(), backend: (await settings()).backend })),
  "test-connection": (_message, _sender, { backend }) =>
    orFailure(async () => {
      const health = await backend.health();
      // Unlike a health check, this request requires the token.
      await backend.ask("/api/history/keep", {});
      return { ok: true, data: health };
    }),
  history: async (message, _sender, deps) => {
    const path = Object.hasOwn(HISTORY_ROUTES, message.action) ? HISTORY_ROUTES[message.action] : "";
    return path !== "" && orFailure(async () => {
      // Delete the data in this browser even if Claimlight cannot be reached or fails to delete its own data.
      if (message.action === "delete" && message.body?.all === true) await forgetAll(deps);
      return { ok: true, data: await deps.backend.ask(path, message.body ?? {}) };
    });
  },
  scan: async (message, _sender, deps) => {
    const tab = await deps.chrome.tabs.get(Number(message.tab)).catch(() => null);
    return tab !== null && scanTab(tab, deps);
  },
  "scan-clear": (message, _sender, deps) => clearTab(Number(message.tab), deps),
  sources: async (message, _sender, { backend }) => {
    const path = Object.hasOwn(SOURCE_ROUTES, message.action) ? SOURCE_ROUTES[message.action] : "";
    return path !== "" && orFailure(async () => ({ ok: true, data: await backend.ask(path, message.body ?? {}) }));
  },
};

/** @param {() => Promise<unknown>} work */
async function orFailure(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackendFailure) return { ok: false, failure: error.failure };
    throw error;
  }
}

/** @param {chrome.runtime.MessageSender} sender @param {typeof chrome.runtime} runtime */
export function isOurPage(sender, runtime) {
  return sender.id === runtime.id && (sender.url ?? "").startsWith(runtime.getURL(""));
}

/** @param {any} message @param {chrome.runtime.MessageSender} sender @param {typeof chrome.runtime} runtime @returns {Handler | undefined} */
export function handlerFor(message, sender, runtime) {
  if (sender.id !== runtime.id || typeof message?.type !== "string") return undefined;
  const table = isOurPage(sender, runtime) ? FROM_OURSELVES : sender.tab ? FROM_PAGES : {};
  return Object.hasOwn(table, message.type) ? table[message.type] : undefined;
}

/** @param {Deps} deps */
export function listen(deps) {
  deps.chrome.runtime.onMessage.addListener((message, sender, answer) => {
    const handler = handlerFor(message, sender, deps.chrome.runtime);
    if (!handler) return false;
    handler(message, sender, deps).then(answer, () => answer(false));
    return true;
  });
}
