/** The popup's page as a separate window, and where that page stores its draft. */

/** Drafts of private windows are stored separately, and deleted with the last private window. @param {boolean} incognito */
export const draftKey = (incognito) => (incognito ? "popup-private" : "popup");

/** Where no content script may run (PDF viewer, browser pages), a separate window shows the answer. It is an ordinary window even
 * if the tab is private, so its address says so. @param {typeof chrome} api @param {string} claim checked at once; "": the user types one,
 * or continues the draft @param {chrome.tabs.Tab} [tab] @param {object} [kept] a check that the page continues */
export async function openWindow(api, claim, tab, kept) {
  const incognito = tab?.incognito === true;
  if (claim !== "") await api.storage.session.set({ [draftKey(incognito)]: { draft: claim, start: true, incognito, ...kept } });
  const url = api.runtime.getURL(`popup/popup.html${incognito ? "?private" : ""}`);
  await api.windows.create({ url, type: "popup", width: 420, height: 660 });
}
