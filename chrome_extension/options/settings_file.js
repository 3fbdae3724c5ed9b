// Writes the settings to a file, with the token only if the user wants it, and reads them back with a specific error for each fault.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const KIND = "claimlight-settings";
  const LARGEST_BYTES = 1_000_000;

  /** @param {import("../types").Settings} settings @param {boolean} withToken */
  function write(settings, withToken) {
    const { token, ...rest } = settings;
    const kept = withToken ? { ...rest, token } : rest;
    return `${JSON.stringify({ kind: KIND, version: ns.migrations.VERSION, settings: kept }, null, 2)}\n`;
  }

  /** @param {string} text @returns {any} undefined if the text is not JSON */
  function parsed(text) {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** @param {unknown} value @returns {value is Record<string, unknown>} */
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  /** Returns the settings in a file, or the fault of the file. A faulty file changes no setting.
   * @param {string} text @returns {import("../types").SettingsFile} */
  function read(text) {
    if (text.length > LARGEST_BYTES) return { ok: false, fault: "too_large" };
    const file = parsed(text);
    if (file === undefined) return { ok: false, fault: "not_json" };
    if (!isObject(file) || file.kind !== KIND || !isObject(file.settings)) return { ok: false, fault: "not_ours" };
    if (!Number.isSafeInteger(file.version) || Number(file.version) < 0) return { ok: false, fault: "not_ours" };
    if (Number(file.version) > ns.migrations.VERSION) return { ok: false, fault: "newer" };
    return checked(ns.migrations.migrate({ ...file.settings, [ns.migrations.KEY]: file.version }));
  }

  /** @param {Record<string, unknown>} stored @returns {import("../types").SettingsFile} */
  function checked(stored) {
    const names = Object.keys(ns.settings.DEFAULTS).filter((name) => Object.hasOwn(stored, name));
    const unknown = Object.keys(stored).filter((name) => name !== ns.migrations.KEY && !names.includes(name));
    /** @type {Record<string, unknown>} */
    const parsedSettings = { ...ns.settings.parse(stored) };
    const wrong = names.find((name) => JSON.stringify(parsedSettings[name]) !== JSON.stringify(stored[name]));
    if (wrong) return { ok: false, fault: "bad_value", name: wrong };
    return { ok: true, settings: Object.fromEntries(names.map((name) => [name, parsedSettings[name]])), unknown };
  }

  ns.settingsFile = { write, read };
})();
