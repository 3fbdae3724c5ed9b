/** Opens the popup's page as a separate window, and provides the storage key of its draft. */

/** The storage key of a draft. Drafts of private windows are stored separately and deleted with the last private window. @param {boolean} incognito */
export const draftKey = (incognito) => (incognito ? "popup-private" : "popup");

/** Opens a window that shows the answer where no content script may run (PDF viewer, browser pages). The window is an ordinary one even
 * if the tab is private, so the URL says whether the tab is private. @param {typeof chrome} api @param {string} claim checked immediately; "" lets the user type
 * a claim or continue the draft @param {chrome.tabs.Tab} [tab] @param {object} [kept] a check that the window continues */
export async function openWindow(api, claim, tab, kept) {
  const incognito = tab?.incognito === true;
  if (claim !== "") await api.storage.session.set({ [draftKey(incognito)]: { draft: claim, start: true, incognito, ...kept } });
  const url = api.runtime.getURL(`popup/popup.html${incognito ? "?private" : ""}`);
  await api.windows.create({ url, type: "popup", width: 420, height: 660 });
}
