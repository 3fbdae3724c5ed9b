/** Deletes claims from the session storage when their tab is closed or the user deletes everything. */

import { pendingKey } from "./panel.js";
import { tellPage } from "./tabs.js";

/** @typedef {{ chrome: typeof chrome, scans: import("./scans.js").Scans, backend: import("./backend.js").Backend }} Deps */

/** @param {number} tab the closed tab @param {Pick<Deps, "chrome" | "scans">} deps */
export async function forgetTab(tab, { chrome, scans }) {
  await chrome.storage.session.remove(pendingKey(tab));
  await scans.forget(tab);
}

/** Keeps the entries of running jobs, which contain no text, so that checks in progress continue. Does not wait for the notified
 * pages, because a page may not respond. @param {Deps} deps */
export async function forgetAll(deps) {
  const tabs = await deps.scans.tabs();
  const { session } = deps.chrome.storage;
  const keys = Object.keys(await session.get(null));
  await session.remove(keys.filter((key) => !key.startsWith("run:")));
  await Promise.all(tabs.map((tab) => deps.scans.forget(tab)));
  for (const tab of tabs) void tellPage(deps.chrome, tab, { type: "scan-clear" });
}

/** @param {Deps} deps */
export function listen(deps) {
  deps.chrome.tabs.onRemoved.addListener((tab) => void forgetTab(tab, deps));
  deps.chrome.tabs.onReplaced.addListener((_now, tab) => void forgetTab(tab, deps));
}
