// Migrates settings from earlier versions. When the name or the meaning of a key changes, append a step here.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const KEY = "settingsVersion";
  /** @typedef {Record<string, unknown>} Stored */

  /** The migrations. Step n migrates version n to version n + 1. @type {((stored: Stored) => Stored)[]} */
  const STEPS = [
    // 0.1: the list of sites without a button was renamed from `disabledSites` to `offSites`.
    ({ disabledSites, ...rest }) => (disabledSites === undefined ? rest : { offSites: disabledSites, ...rest }),
  ];
  const VERSION = STEPS.length;

  /** @param {Stored} stored */
  const versionOf = ({ [KEY]: version }) => (Number.isSafeInteger(version) && Number(version) >= 0 ? Number(version) : 0);

  /** Returns the settings in this version's format. Settings from a later version are left unchanged, so that users who go back to an
   * earlier version keep their settings. @param {Stored} stored @returns {Stored} */
  function migrate(stored) {
    const from = versionOf(stored);
    if (from >= VERSION) return stored;
    return { ...STEPS.slice(from).reduce((now, step) => step(now), stored), [KEY]: VERSION };
  }

  /** Migrates the stored settings. Does nothing if the settings are up to date. @param {Pick<chrome.storage.StorageArea, "get" | "set" | "remove">} area */
  async function run(area) {
    const stored = /** @type {Stored} */ (await area.get(null));
    if (versionOf(stored) >= VERSION) return;
    const now = migrate(stored);
    const gone = Object.keys(stored).filter((key) => !Object.hasOwn(now, key));
    const changed = Object.entries(now).filter(([key, value]) => stored[key] !== value);
    // New keys are written before old ones are removed, so that a crash in between loses no settings.
    await area.set(Object.fromEntries(changed));
    if (gone.length > 0) await area.remove(gone);
  }

  ns.migrations = { KEY, VERSION, versionOf, migrate, run };
})();
