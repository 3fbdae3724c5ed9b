// What the processes of pages must not read: content scripts share chrome.storage.local, but not the extension's own database.
// Loaded by the worker and the options alone.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const STORE = "kept";

  /** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
  function answered(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  /** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>} */
  async function use(mode, work) {
    const opening = indexedDB.open("claimlight", 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
    const base = await answered(opening);
    try {
      return await answered(work(base.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      base.close();
    }
  }

  /** @param {string} name @returns {Promise<unknown>} undefined when there is none */
  const get = (name) => use("readonly", (store) => store.get(name));
  /** @param {string} name @param {unknown} value */
  const set = (name, value) => use("readwrite", (store) => store.put(value, name)).then(() => undefined);

  /** Earlier versions kept it where pages' processes could read it. @param {Pick<chrome.storage.StorageArea, "get" | "remove">} area
   * @param {string} name */
  async function adopt(area, name) {
    const stored = /** @type {Record<string, unknown>} */ (await area.get(name));
    if (!(name in stored)) return;
    await set(name, stored[name]);
    await area.remove(name);
  }

  ns.vault = { get, set, adopt };
})();
