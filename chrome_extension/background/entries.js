/** Handles the context menu and the keyboard shortcuts. */

import { openPanel, openPanelWithClaim } from "./panel.js";
import { LIMIT_MS, askPage, askTab, within } from "./tabs.js";
import { openWindow } from "./window.js";
import { SCAN_ID } from "./words.js";

const MENU_ID = "check-selection";
export const COMMAND = "verify-selection";
const PANEL_COMMAND = "open-panel";
/** The direction in which each shortcut moves through a page's checked claims. @type {Record<string, number>} */
const STEPS = { "next-mark": 1, "previous-mark": -1 };

/** Injects the content script into a tab opened before the extension was installed or updated. The user's click grants
 * activeTab. The last file shuts down older instances of our script that an update has left behind.
 * @param {typeof chrome} api @param {number} tabId @returns {Promise<boolean>} false if the browser does not allow it, or the page does not respond */
async function injectContentScripts(api, tabId) {
  const files = [...(api.runtime.getManifest().content_scripts?.[0].js ?? []), "content/successor.js"];
  const put = api.scripting.executeScript({ target: { tabId, allFrames: true }, files }).then(() => true, () => false);
  return (await within(put, LIMIT_MS)) === true;
}

/** Sends a message to the page and returns the page's answer. Injects the content script first if the tab lacks it.
 * @param {typeof chrome} api @param {number} tabId @param {object} message @returns {Promise<any>} as `askTab` */
export async function askTop(api, tabId, message) {
  const answer = await askPage(api, tabId, message);
  if (answer !== undefined) return answer;
  return (await injectContentScripts(api, tabId)) ? askPage(api, tabId, message) : undefined;
}

/** @param {typeof chrome} api @param {chrome.contextMenus.OnClickData} info @param {chrome.tabs.Tab} [tab] */
export async function onMenu(api, info, tab) {
  const claim = info.selectionText ?? "";
  if (info.menuItemId !== MENU_ID || !claim) return;
  // The browser's own pages and local files cannot show a card. The panel must be opened first, immediately after the click.
  const isRestricted = info.pageUrl !== undefined && !/^https?:/.test(info.pageUrl);
  if (isRestricted && tab && (await openPanelWithClaim(api, tab, claim))) return;
  // Only the frame with the selection has the claim's context. The top page has no more information than the menu.
  if (tab?.id !== undefined && info.frameId && (await askTab(api, tab.id, { type: "check-selection", ifSelected: true }, { frameId: info.frameId }))) return;
  const message = { type: "open", claim, context: { title: tab?.title ?? "", surrounding: "" } };
  const shown = tab?.id !== undefined && tab.id >= 0 ? await askTop(api, tab.id, message) : undefined;
  if (!shown) await openWindow(api, claim, tab);
}

/** @param {typeof chrome} api @param {string} command @param {chrome.tabs.Tab} [eventTab] */
export async function onCommand(api, command, eventTab) {
  if (command !== COMMAND && !Object.hasOwn(STEPS, command)) return;
  const tab = eventTab ?? (await api.tabs.query({ active: true, lastFocusedWindow: true }))[0];
  if (tab?.id === undefined) return;
  // A page without our script has no marks, so the script is not injected.
  if (command !== COMMAND) return void (await askPage(api, tab.id, { type: "scan-step", way: STEPS[command] }));
  const answered = await checkSelection(api, tab.id);
  if (answered || (answered === undefined && (await injectContentScripts(api, tab.id)) && (await checkSelection(api, tab.id)))) return;
  await openWindow(api, "", tab);
}

/** Asks all frames to check their selection. Frames without a selection do not answer. If no frame answers, the top page shows a message.
 * @param {typeof chrome} api @param {number} tabId @returns {Promise<any>} as `askTab` */
async function checkSelection(api, tabId) {
  const message = { type: "check-selection" };
  const answered = await askTab(api, tabId, { ...message, ifSelected: true });
  return answered || answered === null ? answered : askPage(api, tabId, message);
}

/** @param {typeof chrome} api @param {(tab: chrome.tabs.Tab) => void} scan */
export function listen(api, scan) {
  api.contextMenus.onClicked.addListener((info, tab) => {
    if (info.menuItemId !== SCAN_ID) return void onMenu(api, info, tab);
    if (!tab) return;
    void openPanel(api, tab);
    scan(tab);
  });
  api.commands.onCommand.addListener((command, tab) => {
    if (command === PANEL_COMMAND && tab) return void openPanel(api, tab);
    void onCommand(api, command, tab);
  });
}
