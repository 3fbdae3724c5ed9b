// What the processes of pages must not read: content scripts share chrome.storage.local, but not the extension's own database.
// Loaded by the worker and the options alone.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const STORE = "kept";
  /** A database that is broken may also say nothing at all. */
  const LIMIT_MS = 3000;

  /** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
  function answered(request) {
    return new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  }

  /** A request that was answered is not on the disk yet. @param {IDBTransaction} transaction @returns {Promise<void>} */
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

  /** Fails where the browser's database is broken or silent. @param {string} name @returns {Promise<unknown>} undefined when there is none */
  const get = (name) => limited(use("readonly", (store) => store.get(name)));

  /** Written, and read again: whoever kept it elsewhere may let go of it. @param {string} name @param {string} value */
  async function set(name, value) {
    await limited(use("readwrite", (store) => store.put(value, name)));
    if ((await get(name)) !== value) throw new Error("vault-lost");
    // Else the browser may clear it away when the disk is full; only pages can ask for that.
    await navigator.storage?.persist?.().catch(() => false);
  }

  /** Earlier versions kept it where pages' processes can read it, and write it too: what is here already stands.
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
