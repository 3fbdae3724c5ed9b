// The user's settings, stored in chrome.storage.local and never synchronised. The token is stored separately (vault.js).
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @type {import("../types").Settings} */
  const DEFAULTS = { backend: "http://127.0.0.1:8737", token: "", trigger: "button", offSites: [], theme: "auto", language: "auto", mode: "main", history: true, offline: false };

  /** Returns the origin of a backend on this computer, or "" for any other value. @param {unknown} value */
  function backendAddress(value) {
    if (typeof value !== "string") return "";
    const typed = value.trim();
    try {
      const url = new URL(/^[a-z]+:\/\//i.test(typed) ? typed : `http://${typed}`);
      const local = url.hostname === "127.0.0.1" || url.hostname === "localhost";
      return url.protocol === "http:" && local && !url.username && url.pathname === "/" ? url.origin : "";
    } catch {
      return "";
    }
  }

  /** Unknown or invalid values fall back to their defaults. @param {Record<string, unknown>} stored */
  function parse(stored) {
    const { trigger, offSites, theme } = ns.reach.parse(stored);
    return {
      backend: backendAddress(stored.backend) || DEFAULTS.backend,
      token: typeof stored.token === "string" ? stored.token.trim() : "",
      trigger,
      offSites,
      theme,
      language: typeof stored.language === "string" && Object.hasOwn(ns.i18n.LANGUAGES, stored.language) ? stored.language : DEFAULTS.language,
      mode: stored.mode === "deep" ? /** @type {const} */ ("deep") : /** @type {const} */ ("main"),
      history: stored.history !== false,
      offline: stored.offline === true,
    };
  }

  /** Loads all settings except the token, whose storage may be unavailable. */
  async function load() {
    const { token: _, ...keys } = DEFAULTS;
    return parse(await chrome.storage.local.get([...Object.keys(keys), ...ns.reach.KEYS]));
  }

  /** Loads the token from the vault, which only the worker and the options page can use. A copy from an earlier version is used
   * until the token has been moved. @returns {Promise<string>} "" if there is no token; rejects if the vault fails and there is no such copy */
  async function token() {
    const { token: early } = await chrome.storage.local.get("token");
    const earlier = typeof early === "string" ? early.trim() : "";
    const kept = await ns.vault?.get("token").catch((error) => {
      if (!earlier) throw error;
    });
    return typeof kept === "string" && kept ? kept : earlier;
  }

  /** Stores the settings and, last, the token, so that the other settings are stored even if the vault fails. @param {Partial<import("../types").Settings>} change
   * @returns {Promise<void>} rejects if the token was not stored */
  async function save({ token: secret, ...open }) {
    await chrome.storage.local.set(open);
    if (secret === undefined || !ns.vault) return;
    await ns.vault.set("token", secret);
    await chrome.storage.local.remove("token");
  }

  ns.settings = { DEFAULTS, parse, backendAddress, load, token, save };
})();
