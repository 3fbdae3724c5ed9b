/** Opens the side panel. The browser allows it only at once after the reader's click or key, so nothing is awaited before. */

/** @typedef {{ id?: number, windowId?: number, incognito?: boolean, title?: string, url?: string }} Tab */

/** Where the claim that a panel is to check waits for it. @param {number} tab */
export const pendingKey = (tab) => `panel:${tab}`;

/** @param {typeof chrome} api @param {Tab} tab @returns {Promise<boolean>} whether it is open */
export function openPanel(api, tab) {
  if (!api.sidePanel?.open || tab.windowId === undefined) return Promise.resolve(false);
  return api.sidePanel.open({ windowId: tab.windowId }).then(() => true, () => false);
}

/** Has the panel check a claim for which no card can be drawn (PDF viewer, the browser's own pages).
 * @param {typeof chrome} api @param {Tab} tab @param {string} claim @returns {Promise<boolean>} false: there is no panel, the claim waits nowhere */
export async function openPanelWithClaim(api, tab, claim) {
  if (tab.id === undefined) return false;
  const opened = openPanel(api, tab);
  const pending = { claim, title: tab.title ?? "", url: tab.url ?? "", incognito: tab.incognito === true, at: Date.now() };
  await api.storage.session.set({ [pendingKey(tab.id)]: pending });
  if (await opened) return true;
  await api.storage.session.remove(pendingKey(tab.id));
  return false;
}
