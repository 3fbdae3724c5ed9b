/** Stores the button's texts and creates the menu entries in the user's language. Until the user selects text, content scripts use
 * only these texts rather than a whole language file. */

const BUBBLE = ["menu_check", "bubble_check", "bubble_more", "failure_updated_title", "failure_updated_body"];
const MENU_ID = "check-selection";
export const SCAN_ID = "mark-claims";

/** @param {typeof chrome} api @param {import("../types").Settings} settings */
async function speak(api, { language, trigger }) {
  const { i18n } = globalThis.Claimlight;
  await i18n.choose(language);
  const words = Object.fromEntries(BUBBLE.map((key) => [key, i18n.t(key)]));
  await api.storage.local.set({ words: { ...words, dir: i18n.dir() } });
  await api.contextMenus.removeAll();
  api.contextMenus.create({ id: SCAN_ID, title: i18n.t("scan_menu"), contexts: ["page"], documentUrlPatterns: ["http://*/*", "https://*/*"] }, () => void api.runtime.lastError);
  if (trigger !== "shortcut") api.contextMenus.create({ id: MENU_ID, title: words.menu_check, contexts: ["selection"] }, () => void api.runtime.lastError);
}

/** @param {typeof chrome} api @param {() => Promise<import("../types").Settings>} settings */
export function listen(api, settings) {
  let last = Promise.resolve();
  // Calls are sequential, because two concurrent calls would both create the entries.
  const refresh = () => void (last = last.then(settings).then((now) => speak(api, now)).catch(() => {}));
  api.runtime.onInstalled.addListener(refresh);
  api.runtime.onStartup.addListener(refresh);
  api.storage.onChanged.addListener((changes, area) => {
    if (area === "local" && (changes.language || changes.trigger)) refresh();
  });
}
