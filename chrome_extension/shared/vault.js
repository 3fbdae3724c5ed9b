// Storage that page processes must not read: content scripts share chrome.storage.local, but not the extension's own database.
// Loaded by the worker and the options page only.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const STORE = "kept";
  /** A broken database may also never answer. */
  const LIMIT_MS = 3000;

  /** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
  function answered(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  /** A successful request is not on the disk yet, so this waits for the transaction. @param {IDBTransaction} transaction @returns {Promise<void>} */
  function completed(transaction) {
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("vault-aborted"));
    });
  }

  /** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>} */
  async function use(mode, work) {
    const opening = indexedDB.open("claimlight", 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
    const base = await answered(opening);
    try {
      const transaction = base.transaction(STORE, mode, { durability: "strict" });
      const request = work(transaction.objectStore(STORE));
      await completed(transaction);
      return request.result;
    } finally {
      base.close();
    }
  }

  /** @template T @param {Promise<T>} work @returns {Promise<T>} */
  function limited(work) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** @type {Promise<never>} */
    const late = new Promise((_resolve, reject) => void (timer = setTimeout(() => reject(new Error("vault-silent")), LIMIT_MS)));
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  }

  /** Rejects if the browser's database is broken or does not answer. @param {string} name @returns {Promise<unknown>} undefined if there is none */
  const get = (name) => limited(use("readonly", (store) => store.get(name)));

  /** Written and read back: only then may the old copy be deleted. @param {string} name @param {string} value */
  async function set(name, value) {
    await limited(use("readwrite", (store) => store.put(value, name)));
    if ((await get(name)) !== value) throw new Error("vault-lost");
    // Otherwise the browser may evict it when the disk is full; only pages can request persistence.
    await navigator.storage?.persist?.().catch(() => false);
  }

  /** Earlier versions stored it where page processes can read and write it: a value that is already here takes precedence.
   * @param {Pick<chrome.storage.StorageArea, "get" | "remove">} area @param {string} name */
  async function adopt(area, name) {
    const stored = /** @type {Record<string, unknown>} */ (await area.get(name));
    if (!(name in stored)) return;
    const early = stored[name];
    if (typeof early === "string" && early.trim() && !(await get(name))) await set(name, early);
    await area.remove(name);
  }

  ns.vault = { get, set, adopt };
})();
