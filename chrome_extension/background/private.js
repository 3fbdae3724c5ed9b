/** Deletes the session data of private windows when the last private window closes, as the browser does with its own data (S12). */

/** @typedef {{ chrome: typeof chrome, scans: import("./scans.js").Scans }} Deps */

/** Does nothing while a private window is open. @param {Deps} deps */
export async function forgetPrivate({ chrome, scans }) {
  const windows = await chrome.windows.getAll();
  if (windows.some(({ incognito }) => incognito)) return;
  await scans.forgetPrivate();
  const entries = /** @type {Record<string, { incognito?: boolean }>} */ (await chrome.storage.session.get(null));
  await chrome.storage.session.remove(Object.keys(entries).filter((key) => entries[key]?.incognito === true));
}

/** @param {Deps} deps */
export function listen(deps) {
  deps.chrome.windows.onRemoved.addListener(() => void forgetPrivate(deps));
}
