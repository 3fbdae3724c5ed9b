// Fetches a part of ours when it is needed, from addresses that pages cannot know (docs/decisions/0021).
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @type {Map<string, Promise<unknown>>} */
  const loading = new Map();

  /** One import per file: within a module an import would name the lasting address. @param {string} file */
  const fetched = async (file) => import(chrome.runtime.getURL(file));

  /** @param {string} [part] a name in ns.parts; without it, only their list
   * @returns {Promise<unknown>} fails when the extension was updated under this page */
  function load(part = "") {
    const started = loading.get(part) ?? fetched("shared/parts.js").then(() => Promise.all((ns.parts[part]?.files ?? []).map(fetched)));
    loading.set(part, started);
    started.catch(() => loading.delete(part));
    return started;
  }

  ns.load = load;
})();
