// What the reader chose. Kept in chrome.storage.local only: nothing is synchronised anywhere. The token is kept apart (vault.js).
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @type {import("../types").Settings} */
  const DEFAULTS = { backend: "http://127.0.0.1:8737", token: "", trigger: "button", offSites: [], theme: "auto", language: "auto", mode: "main", history: true, offline: false };

  /** Origin of a backend on this computer, or "" when it is anything else. @param {unknown} value */
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

  /** Anything unknown or broken falls back to its default. @param {Record<string, unknown>} stored */
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

  /** All but the token, which has a place of its own that may be out of reach. */
  async function load() {
    const { token: _, ...keys } = DEFAULTS;
    return parse(await chrome.storage.local.get([...Object.keys(keys), ...ns.reach.KEYS]));
  }

  /** Where there is a vault. That of an earlier version until it was taken over. @returns {Promise<string>} "": there is none; fails
   * where the vault does */
  async function token() {
    const { token: early } = await chrome.storage.local.get("token");
    const earlier = typeof early === "string" ? early.trim() : "";
    const kept = await ns.vault?.get("token").catch((error) => {
      if (!earlier) throw error;
    });
    return typeof kept === "string" && kept ? kept : earlier;
  }

  /** What is open first: a vault that fails keeps no other choice from being kept. @param {Partial<import("../types").Settings>} change
   * @returns {Promise<void>} fails when the token was not kept */
  async function save({ token: secret, ...open }) {
    await chrome.storage.local.set(open);
    if (secret === undefined || !ns.vault) return;
    await ns.vault.set("token", secret);
    await chrome.storage.local.remove("token");
  }

  ns.settings = { DEFAULTS, parse, backendAddress, load, token, save };
})();
