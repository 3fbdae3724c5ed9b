/** What is known of each tab's scan, kept over the death of the worker (chrome.storage.session, gone when the browser closes).
 *
 * Worker and side panel both change it, so every change takes a lock that all of the extension's pages share.
 */

/** @typedef {import("../scan").ScanRecord} ScanRecord */
/** @typedef {Pick<chrome.storage.StorageArea, "get" | "set" | "remove">} Area */
/** @typedef {<T>(name: string, work: () => Promise<T>) => Promise<T>} Lock */

const PREFIX = "scan:";
const ANSWER = "scan-answer:";
/** Marks that are older belong to pages that nobody looks at any more. */
const KEPT_MS = 12 * 60 * 60 * 1000;
const MOST_TABS = 12;

/** @type {Lock} */
const browserLock = (name, work) => navigator.locks.request(name, work);

/** Where a tab's record is kept, for those who watch it. @param {number} tab */
export const keyOf = (tab) => PREFIX + tab;

export class Scans {
  #area;
  #lock;
  #now;

  /** @param {Area} area @param {{ lock?: Lock, now?: () => number }} [seam] */
  constructor(area, { lock = browserLock, now = Date.now } = {}) {
    this.#area = area;
    this.#lock = lock;
    this.#now = now;
  }

  /** @param {number} tab @returns {Promise<ScanRecord | null>} */
  async get(tab) {
    const stored = /** @type {Record<string, ScanRecord>} */ (await this.#area.get(keyOf(tab)));
    return stored[keyOf(tab)] ?? null;
  }

  /** @param {number} tab @param {ScanRecord} record */
  async put(tab, record) {
    await this.#locked(async () => {
      await this.#forget(tab);
      await this.#area.set({ [keyOf(tab)]: record });
      await this.#prune();
    });
  }

  /** Does nothing when there is no record, or when `work` returns null. @param {number} tab
   * @param {(record: ScanRecord) => ScanRecord | null} work @returns {Promise<ScanRecord | null>} what was written */
  change(tab, work) {
    return this.#locked(async () => {
      const record = await this.get(tab);
      const next = record && work(record);
      if (next) await this.#area.set({ [keyOf(tab)]: next });
      return next;
    });
  }

  /** @param {number} tab @param {(claim: import("../scan").ScanClaim) => boolean} which
   * @param {Partial<import("../scan").ScanClaim>} change */
  changeClaims(tab, which, change) {
    return this.change(tab, (record) => {
      if (!record.claims.some(which)) return null;
      return { ...record, claims: record.claims.map((claim) => (which(claim) ? { ...claim, ...change } : claim)) };
    });
  }

  /** @param {number} tab */
  forget(tab) {
    return this.#locked(() => this.#forget(tab));
  }

  /** The whole answer about one claim. @param {number} tab @param {string} id @param {import("../types").VerifyResult} result */
  keepAnswer(tab, id, result) {
    return this.#area.set({ [`${ANSWER}${tab}:${id}`]: result });
  }

  /** @param {number} tab @param {string} id @returns {Promise<import("../types").VerifyResult | null>} */
  async answer(tab, id) {
    const key = `${ANSWER}${tab}:${id}`;
    const stored = /** @type {Record<string, import("../types").VerifyResult>} */ (await this.#area.get(key));
    return stored[key] ?? null;
  }

  /** @template T @param {() => Promise<T>} work */
  #locked(work) {
    return this.#lock("claimlight-scans", work);
  }

  /** @param {number} tab */
  async #forget(tab) {
    const all = await this.#area.get(null);
    await this.#area.remove(Object.keys(all).filter((key) => key === keyOf(tab) || key.startsWith(`${ANSWER}${tab}:`)));
  }

  async #prune() {
    const all = /** @type {Record<string, ScanRecord>} */ (await this.#area.get(null));
    const tabs = Object.keys(all).filter((key) => key.startsWith(PREFIX)).sort((a, b) => all[b].at - all[a].at);
    const old = tabs.filter((key, place) => place >= MOST_TABS || this.#now() - all[key].at > KEPT_MS);
    for (const key of old) await this.#forget(Number(key.slice(PREFIX.length)));
  }
}
