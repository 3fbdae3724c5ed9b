// Loads parts on demand, from URLs that pages cannot guess (docs/decisions/0021).
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @type {Map<string, Promise<unknown>>} */
  const loading = new Map();

  /** Imports one file, because imports inside a module would use the permanent URL. @param {string} file */
  const fetched = async (file) => import(chrome.runtime.getURL(file));

  /** @param {string} [part] a name in ns.parts; if omitted, only the list is loaded
   * @returns {Promise<unknown>} rejects after an update of the extension */
  function load(part = "") {
    const started = loading.get(part) ?? fetched("shared/parts.js").then(() => Promise.all((ns.parts[part]?.files ?? []).map(fetched)));
    loading.set(part, started);
    started.catch(() => loading.delete(part));
    return started;
  }

  ns.load = load;
})();
