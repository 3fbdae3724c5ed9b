/** When a page removes the card, the side panel continues its check, or a window if the browser opens no panel. */

import { openPanel, pendingKey } from "./panel.js";
import { openWindow } from "./window.js";

/** @param {typeof chrome} api @param {import("./verification.js").Request} request @param {chrome.tabs.Tab} tab
 * @param {Promise<void>} left resolves when the backend has the claim, or will not get it from the card; before that, the claim would be sent twice */
export async function handOver(api, { run, claim, mode, context, incognito }, tab, left) {
  if (tab.id === undefined) return;
  // The browser opens a panel only immediately after the user's click.
  const opened = openPanel(api, tab);
  await left;
  const moved = { claim, run, incognito, at: Date.now(), moved: true };
  if (!(await opened)) return openWindow(api, claim, tab, { ...moved, start: false });
  await api.storage.session.set({ [pendingKey(tab.id)]: { ...moved, ...context, mode } });
}
