/** A page throws the card out: the side panel goes on with its check, or a window where the browser opens no panel. */

import { openPanel, pendingKey } from "./panel.js";
import { openWindow } from "./window.js";

/** @param {typeof chrome} api @param {import("./verification.js").Request} request @param {chrome.tabs.Tab} tab
 * @param {Promise<void>} left the backend has the claim, or will not get it from the card: before that it would be asked twice */
export async function handOver(api, { run, claim, mode, context, incognito }, tab, left) {
  if (tab.id === undefined) return;
  // The browser opens a panel only at once after the reader's click.
  const opened = openPanel(api, tab);
  await left;
  const moved = { claim, run, incognito, at: Date.now(), moved: true };
  if (!(await opened)) return openWindow(api, claim, tab, { ...moved, start: false });
  await api.storage.session.set({ [pendingKey(tab.id)]: { ...moved, ...context, mode } });
}
