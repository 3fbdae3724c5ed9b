/** Stores full answers in chrome.storage.session, whose limit is 10 MB for the whole extension.
 *
 * Answers are by far the largest entries and can be fetched again, so the oldest ones are evicted when other data needs room.
 */

/** @typedef {Pick<chrome.storage.StorageArea, "get" | "set" | "remove">} Area */
/** @typedef {<T>(name: string, work: () => Promise<T>) => Promise<T>} Lock */
/** @typedef {{ key: string, bytes: number }} IndexEntry */

const ANSWER = "scan-answer:";
/** Storage key of the index, in which the oldest answer comes first. */
const INDEX = "scan-answers";
/** Maximum size of all answers (about fifty) in UTF-8 bytes. The browser counts a third more (measured), so half of the 10 MB stays free. */
export const MOST_BYTES = 4_000_000;

/** @type {Lock} */
export const browserLock = (name, work) => navigator.locks.request(name, work);

/** @param {number} tab @param {string} id */
const keyOf = (tab, id) => `${ANSWER}${tab}:${id}`;

/** Whether a write failed for lack of space, which evicting entries can fix. Only the error message reveals the cause. @param {unknown} error */
const isFull = (error) => /quota/i.test(error instanceof Error ? error.message : String(error));

export class Answers {
  #area;
  #lock;
  #most;

  /** @param {Area} area @param {{ lock?: Lock, most?: number }} [seam] */
  constructor(area, { lock = browserLock, most = MOST_BYTES } = {}) {
    this.#area = area;
    this.#lock = lock;
    this.#most = most;
  }

  /** @param {number} tab @param {string} id @returns {Promise<import("../types").VerifyResult | null>} null if there is no answer, or if it was evicted */
  async get(tab, id) {
    const key = keyOf(tab, id);
    const stored = /** @type {Record<string, import("../types").VerifyResult>} */ (await this.#area.get(key));
    return stored[key] ?? null;
  }

  /** @param {number} tab @param {string} id @param {import("../types").VerifyResult} result @returns {Promise<boolean>} whether it was stored */
  keep(tab, id, result) {
    const key = keyOf(tab, id);
    const bytes = new TextEncoder().encode(JSON.stringify(result)).length;
    return this.#locked(async () => {
      let others = (await this.#index()).filter((entry) => entry.key !== key);
      for (;;) {
        const exceedsQuota = others.reduce((sum, entry) => sum + entry.bytes, bytes) > this.#most;
        if (!exceedsQuota && (await this.#fits({ [key]: result, [INDEX]: [...others, { key, bytes }] }))) return true;
        if (others.length === 0) return this.#area.remove(key).then(() => false);
        others = await this.#evictOldest(others);
      }
    });
  }

  /** @param {Record<string, unknown>} change */
  #fits(change) {
    return this.#area.set(change).then(() => true, (error) => {
      if (!isFull(error)) throw error;
      return false;
    });
  }

  /** Removes the answers for a tab's claims. @param {number} tab */
  forget(tab) {
    return this.#locked(async () => {
      const entries = await this.#index();
      const rest = entries.filter(({ key }) => !key.startsWith(keyOf(tab, "")));
      if (rest.length < entries.length) await this.#keepOnly(entries, rest);
    });
  }

  /** @returns {Promise<boolean>} false if nothing is left to evict */
  makeRoom() {
    return this.#locked(async () => {
      const entries = await this.#index();
      if (entries.length > 0) await this.#evictOldest(entries);
      return entries.length > 0;
    });
  }

  /** Removes the oldest quarter of the answers and returns the rest. @param {IndexEntry[]} entries not empty @returns {Promise<IndexEntry[]>} */
  async #evictOldest(entries) {
    const rest = entries.slice(Math.ceil(entries.length / 4));
    await this.#keepOnly(entries, rest);
    return rest;
  }

  /** @param {IndexEntry[]} entries @param {IndexEntry[]} rest */
  async #keepOnly(entries, rest) {
    await this.#area.remove([...entries.filter((one) => !rest.includes(one)).map(({ key }) => key), INDEX]);
    if (rest.length > 0) await this.#area.set({ [INDEX]: rest });
  }

  /** @returns {Promise<IndexEntry[]>} */
  async #index() {
    const { [INDEX]: entries } = /** @type {Record<string, IndexEntry[]>} */ (await this.#area.get(INDEX));
    return entries ?? [];
  }

  /** @template T @param {() => Promise<T>} work */
  #locked(work) {
    return this.#lock("claimlight-answers", work);
  }
}

/** Wraps a storage area so that a write that exceeds the limit evicts old answers. @param {Area} area @param {Answers} answers @returns {Area} */
export function roomy(area, answers) {
  return {
    get: area.get.bind(area),
    remove: area.remove.bind(area),
    async set(change) {
      for (;;) {
        try {
          return await area.set(change);
        } catch (error) {
          if (!isFull(error) || !(await answers.makeRoom())) throw error;
        }
      }
    },
  };
}
