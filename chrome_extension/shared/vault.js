// Storage that page processes cannot read: content scripts have access to chrome.storage.local, but not to the extension's own database.
// Only the worker and the options page load this file.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const STORE = "kept";
  /** Time limit for each operation, because a broken database may never respond. */
  const LIMIT_MS = 3000;

  /** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
  function requestResult(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  /** Resolves when the transaction is complete, because after a successful request the data may not be on disk yet. @param {IDBTransaction} transaction @returns {Promise<void>} */
  function transactionComplete(transaction) {
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("vault-aborted"));
    });
  }

  /** @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest<T>} work @returns {Promise<T>} */
  async function use(mode, work) {
    const opening = indexedDB.open("claimlight", 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE);
    const base = await requestResult(opening);
    try {
      const transaction = base.transaction(STORE, mode, { durability: "strict" });
      const request = work(transaction.objectStore(STORE));
      await transactionComplete(transaction);
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

  /** Reads a value. Rejects if the browser's database is broken or does not respond. @param {string} name @returns {Promise<unknown>} undefined if there is no value */
  const get = (name) => limited(use("readonly", (store) => store.get(name)));

  /** Writes a value and reads it back, because callers delete old copies only after the write has been verified. @param {string} name @param {string} value */
  async function set(name, value) {
    await limited(use("readwrite", (store) => store.put(value, name)));
    if ((await get(name)) !== value) throw new Error("vault-lost");
    // Without persistence, the browser may evict the value when the disk is full. Only pages, not the worker, can request persistence.
    await navigator.storage?.persist?.().catch(() => false);
  }

  /** Moves a value from the storage that earlier versions used, which page processes can change. A value already in the vault is kept.
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
