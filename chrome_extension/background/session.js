/** What chrome.storage.session holds of whole answers, and how it stays within the browser's 10 MB for all of the extension.
 *
 * Answers are by far the largest, and each can be had again: the oldest make room for whatever else must be written.
 */

/** @typedef {Pick<chrome.storage.StorageArea, "get" | "set" | "remove">} Area */
/** @typedef {<T>(name: string, work: () => Promise<T>) => Promise<T>} Lock */
/** @typedef {{ key: string, bytes: number }} Kept */

const ANSWER = "scan-answer:";
/** The oldest answer stands first. */
const INDEX = "scan-answers";
/** UTF-8 bytes of all answers: some fifty of them. The browser counts a third more (measured), which leaves half of its 10 MB. */
export const MOST_BYTES = 4_000_000;

/** @type {Lock} */
export const browserLock = (name, work) => navigator.locks.request(name, work);

/** @param {number} tab @param {string} id */
const keyOf = (tab, id) => `${ANSWER}${tab}:${id}`;

/** Whether the browser refused for want of room (its words alone tell): only then it helps to drop something. @param {unknown} error */
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

  /** @param {number} tab @param {string} id @returns {Promise<import("../types").VerifyResult | null>} null: there is none (any more) */
  async get(tab, id) {
    const key = keyOf(tab, id);
    const stored = /** @type {Record<string, import("../types").VerifyResult>} */ (await this.#area.get(key));
    return stored[key] ?? null;
  }

  /** @param {number} tab @param {string} id @param {import("../types").VerifyResult} result @returns {Promise<boolean>} whether it was kept */
  keep(tab, id, result) {
    const key = keyOf(tab, id);
    const bytes = new TextEncoder().encode(JSON.stringify(result)).length;
    return this.#locked(async () => {
      let others = (await this.#kept()).filter((kept) => kept.key !== key);
      for (;;) {
        const over = others.reduce((sum, kept) => sum + kept.bytes, bytes) > this.#most;
        if (!over && (await this.#fits({ [key]: result, [INDEX]: [...others, { key, bytes }] }))) return true;
        if (others.length === 0) return this.#area.remove(key).then(() => false);
        others = await this.#dropped(others);
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

  /** Answers about pages of a tab that is gone. @param {number} tab */
  forget(tab) {
    return this.#locked(async () => {
      const kept = await this.#kept();
      const rest = kept.filter(({ key }) => !key.startsWith(keyOf(tab, "")));
      if (rest.length < kept.length) await this.#leave(kept, rest);
    });
  }

  /** @returns {Promise<boolean>} false: there is nothing left that could go */
  makeRoom() {
    return this.#locked(async () => {
      const kept = await this.#kept();
      if (kept.length > 0) await this.#dropped(kept);
      return kept.length > 0;
    });
  }

  /** Without the oldest quarter. @param {Kept[]} kept not empty @returns {Promise<Kept[]>} */
  async #dropped(kept) {
    const rest = kept.slice(Math.ceil(kept.length / 4));
    await this.#leave(kept, rest);
    return rest;
  }

  /** @param {Kept[]} kept @param {Kept[]} rest */
  async #leave(kept, rest) {
    await this.#area.remove([...kept.filter((one) => !rest.includes(one)).map(({ key }) => key), INDEX]);
    if (rest.length > 0) await this.#area.set({ [INDEX]: rest });
  }

  /** @returns {Promise<Kept[]>} */
  async #kept() {
    const { [INDEX]: kept } = /** @type {Record<string, Kept[]>} */ (await this.#area.get(INDEX));
    return kept ?? [];
  }

  /** @template T @param {() => Promise<T>} work */
  #locked(work) {
    return this.#lock("claimlight-answers", work);
  }
}

/** The same storage; what does not fit any more takes the place of old answers. @param {Area} area @param {Answers} answers @returns {Area} */
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
