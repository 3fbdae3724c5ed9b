/** Opens the side panel. The browser allows this only immediately after a click or key press, so nothing may be awaited before the call. */

/** @typedef {{ id?: number, windowId?: number, incognito?: boolean, title?: string, url?: string }} Tab */

/** The storage key of the claim that the panel is to check for a tab. @param {number} tab */
export const pendingKey = (tab) => `panel:${tab}`;

/** @param {typeof chrome} api @param {Tab} tab @returns {Promise<boolean>} whether the panel was opened */
export function openPanel(api, tab) {
  if (!api.sidePanel?.open || tab.windowId === undefined) return Promise.resolve(false);
  return api.sidePanel.open({ windowId: tab.windowId }).then(() => true, () => false);
}

/** Makes the panel check a claim on pages where no card can be shown (PDF viewer, the browser's own pages).
 * @param {typeof chrome} api @param {Tab} tab @param {string} claim @returns {Promise<boolean>} false if the panel cannot be opened; the claim is then not stored */
export async function openPanelWithClaim(api, tab, claim) {
  if (tab.id === undefined) return false;
  const opened = openPanel(api, tab);
  const pending = { claim, title: tab.title ?? "", url: tab.url ?? "", incognito: tab.incognito === true, at: Date.now() };
  await api.storage.session.set({ [pendingKey(tab.id)]: pending });
  if (await opened) return true;
  await api.storage.session.remove(pendingKey(tab.id));
  return false;
}
