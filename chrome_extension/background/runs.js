/** Stores the job of each run in chrome.storage.session, where it outlives the worker. The browser clears this storage when it closes.
 *
 * The page keeps the number of the last event, because only the page knows which events have been drawn.
 */

/** `reader` identifies this run among the clients of its job, because several clients may wait for one job.
 * @typedef {{ job: string, reader: string, reposted: boolean, at: number }} Run */

const PREFIX = "run:";
/** The backend keeps results for ten minutes (docs/api.md). */
export const KEPT_MS = 10 * 60 * 1000;

export class Runs {
  #area;
  #now;
  /** Entries that could not be stored and are lost with this worker. @type {Map<string, Run>} */
  #unsaved = new Map();

  /** @param {import("./session.js").Area} area @param {() => number} [now] */
  constructor(area, now = Date.now) {
    this.#area = area;
    this.#now = now;
  }

  /** @param {string} run @returns {Promise<Run>} */
  async get(run) {
    const stored = /** @type {Record<string, Run>} */ (await this.#area.get(PREFIX + run));
    return this.#unsaved.get(run) ?? stored[PREFIX + run] ?? { job: "", reader: "", reposted: false, at: this.#now() };
  }

  /** Changes a run. If the storage is full, the change is kept in memory, and the check continues. @param {string} run @param {Partial<Run>} change */
  async change(run, change) {
    const next = { ...(await this.get(run)), ...change, at: this.#now() };
    this.#unsaved.set(run, next);
    const saved = await this.#area.set({ [PREFIX + run]: next }).then(() => true, () => false);
    if (saved) this.#unsaved.delete(run);
    await this.#prune();
  }

  /** @param {string} run */
  async forget(run) {
    this.#unsaved.delete(run);
    await this.#area.remove(PREFIX + run);
  }

  async #prune() {
    const all = /** @type {Record<string, Run>} */ (await this.#area.get(null));
    const old = Object.keys(all).filter((key) => key.startsWith(PREFIX) && this.#now() - all[key].at > KEPT_MS);
    if (old.length > 0) await this.#area.remove(old);
    for (const [run, { at }] of this.#unsaved) if (this.#now() - at > KEPT_MS) this.#unsaved.delete(run);
  }
}
