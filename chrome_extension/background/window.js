/** The popup's page as a window of its own, and where that page keeps what was typed into it. */

/** What is typed in private windows is kept apart, and goes with the last of them. @param {boolean} incognito */
export const draftKey = (incognito) => (incognito ? "popup-private" : "popup");

/** Where no content script may run (PDF viewer, browser pages) a window of our own shows the answer. It is an ordinary one even
 * when the tab is private, so it is told. @param {typeof chrome} api @param {string} claim checked at once; "": the reader types one,
 * or goes on with the one that was begun @param {chrome.tabs.Tab} [tab] @param {object} [kept] a check that the page goes on with */
export async function openWindow(api, claim, tab, kept) {
  const incognito = tab?.incognito === true;
  if (claim !== "") await api.storage.session.set({ [draftKey(incognito)]: { draft: claim, start: true, incognito, ...kept } });
  const url = api.runtime.getURL(`popup/popup.html${incognito ? "?private" : ""}`);
  await api.windows.create({ url, type: "popup", width: 420, height: 660 });
}
