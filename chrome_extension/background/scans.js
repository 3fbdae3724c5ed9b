/** Stores the state of each tab's scan in chrome.storage.session, where it outlives the worker. The browser clears this storage when it closes.
 *
 * The worker and the side panel both change this state, so every change takes a lock that all contexts of the extension share.
 */

import { Answers, browserLock, roomy } from "./session.js";

/** @typedef {import("../scan").ScanRecord} ScanRecord */

const PREFIX = "scan:";
/** Maximum age of a record. Older records belong to pages that are no longer in use. */
const KEPT_MS = 12 * 60 * 60 * 1000;
const MOST_TABS = 12;

/** The storage key of a tab's record, for storage listeners. @param {number} tab */
export const keyOf = (tab) => PREFIX + tab;

export class Scans {
  #area;
  #answers;
  #lock;
  #now;

  /** @param {import("./session.js").Area} area @param {{ lock?: import("./session.js").Lock, now?: () => number }} [seam] */
  constructor(area, { lock = browserLock, now = Date.now } = {}) {
    this.#answers = new Answers(area, { lock });
    this.#area = roomy(area, this.#answers);
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

  /** Updates a tab's record. Does nothing when there is no record, or when `work` returns null. @param {number} tab
   * @param {(record: ScanRecord) => ScanRecord | null} work @returns {Promise<ScanRecord | null>} the record written */
  change(tab, work) {
    return this.#locked(async () => {
      const record = await this.get(tab);
      const next = record && work(record);
      if (next) await this.#area.set({ [keyOf(tab)]: next });
      return next;
    });
  }

  /** Changes claims of a scan. The scan must be named, because all scans use the same claim ids. @param {number} tab
   * @param {string} scan @param {(claim: import("../scan").ScanClaim) => boolean} which
   * @param {Partial<import("../scan").ScanClaim>} change */
  changeClaims(tab, scan, which, change) {
    return this.change(tab, (record) => {
      if (scan !== record.scan || !record.claims.some(which)) return null;
      return { ...record, claims: record.claims.map((claim) => (which(claim) ? { ...claim, ...change } : claim)) };
    });
  }

  /** @param {number} tab @param {string | null} [scan] only the record of this scan, so that a newer record is kept */
  forget(tab, scan = null) {
    return this.#locked(async () => {
      if (scan === null || (await this.get(tab))?.scan === scan) await this.#forget(tab);
    });
  }

  /** Removes the records of all private tabs. */
  forgetPrivate() {
    return this.#locked(async () => {
      const all = await this.#all();
      for (const [tab, { incognito }] of all) if (incognito) await this.#forget(tab);
    });
  }

  /** The tabs that have a record. @returns {Promise<number[]>} */
  async tabs() {
    return (await this.#all()).map(([tab]) => tab);
  }

  /** Stores the full answer for one claim, if the claim's scan still exists. @param {number} tab @param {string} scan @param {string} id
   * @param {import("../types").VerifyResult} result @returns {Promise<boolean>} whether it was stored */
  keepAnswer(tab, scan, id, result) {
    return this.#locked(async () => (await this.get(tab))?.scan === scan && this.#answers.keep(tab, id, result));
  }

  /** Returns the full answer for a claim, or null if there is no answer or if it was evicted. @param {number} tab @param {string} id */
  answer(tab, id) {
    return this.#answers.get(tab, id);
  }

  /** @template T @param {() => Promise<T>} work */
  #locked(work) {
    return this.#lock("claimlight-scans", work);
  }

  /** @param {number} tab */
  async #forget(tab) {
    await this.#area.remove(keyOf(tab));
    await this.#answers.forget(tab);
  }

  async #prune() {
    const newest = (await this.#all()).sort(([, a], [, b]) => b.at - a.at);
    const old = newest.filter(([, { at }], place) => place >= MOST_TABS || this.#now() - at > KEPT_MS);
    for (const [tab] of old) await this.#forget(tab);
  }

  /** @returns {Promise<[number, ScanRecord][]>} each tab with its record */
  async #all() {
    const stored = /** @type {Record<string, ScanRecord>} */ (await this.#area.get(null));
    return Object.entries(stored).filter(([key]) => key.startsWith(PREFIX)).map(([key, record]) => [Number(key.slice(PREFIX.length)), record]);
  }
}
