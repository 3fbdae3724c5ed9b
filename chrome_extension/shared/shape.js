// Stores the card's last size and state for all pages in this browser.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const KEY = "card";
  const LARGEST = 4000;
  /** A size of 0 means the default size. @type {import("../types").Shape} */
  const DEFAULT = { width: 0, height: 0, small: false };

  /** @param {unknown} value */
  const length = (value) => (typeof value === "number" && value >= 0 && value <= LARGEST ? Math.round(value) : 0);

  /** Unknown or invalid values fall back to their defaults. @param {any} stored @returns {import("../types").Shape} */
  const parse = (stored) => ({ width: length(stored?.width), height: length(stored?.height), small: stored?.small === true });

  /** After an update of the extension, the storage is unavailable. @returns {Promise<import("../types").Shape>} */
  async function load() {
    try {
      return parse((await chrome.storage.local.get(KEY))[KEY]);
    } catch {
      return DEFAULT;
    }
  }

  /** @param {import("../types").Shape} shape */
  const save = (shape) => Promise.resolve().then(() => chrome.storage.local.set({ [KEY]: shape })).catch(() => {});

  ns.shape = { DEFAULT, parse, load, save };
})();
