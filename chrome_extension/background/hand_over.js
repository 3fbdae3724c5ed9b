/** Continues the check of a card that the page has removed, in the side panel or, if the panel cannot be opened, in a window. */

import { openPanel, pendingKey } from "./panel.js";
import { openWindow } from "./window.js";

/** @param {typeof chrome} api @param {import("./verification.js").Request} request @param {chrome.tabs.Tab} tab
 * @param {Promise<void>} requestSettled resolves when the card's request has reached the backend or ended, because starting earlier would send the claim twice */
export async function handOver(api, { run, claim, mode, context, incognito }, tab, requestSettled) {
  if (tab.id === undefined) return;
  // The browser opens a panel only immediately after the user's click, so nothing is awaited before this call.
  const opened = openPanel(api, tab);
  await requestSettled;
  const pending = { claim, run, incognito, at: Date.now(), moved: true };
  if (!(await opened)) return openWindow(api, claim, tab, { ...pending, start: false });
  await api.storage.session.set({ [pendingKey(tab.id)]: { ...pending, ...context, mode } });
}
