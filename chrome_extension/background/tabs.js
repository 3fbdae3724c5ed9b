/** Questions to the pages in tabs. A page may be stopped, by a question of its own or by work without an end: no wait for it is endless. */

/** Loading the card's parts takes a loaded machine some seconds. */
export const LIMIT_MS = 10_000;

/** @template T @param {Promise<T>} work @param {number} limit ms @returns {Promise<T | null>} null: it took longer, and may still come to an end */
export function within(work, limit) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<null>} */
  const late = new Promise((resolve) => void (timer = setTimeout(resolve, limit, null)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A page that is stopped gets the message once it goes on: from `until` on it lets it be, since nobody waits for it any more.
 * @param {typeof chrome} api @param {number} tab @param {object} message @param {{ frameId?: number, limit?: number }} [to] all frames, when none is named; `limit` in ms
 * @returns {Promise<any>} undefined: nobody there; null: no answer in time */
export function askTab(api, tab, message, { frameId, limit = LIMIT_MS } = {}) {
  const timed = { ...message, until: Date.now() + limit };
  return within(api.tabs.sendMessage(tab, timed, frameId === undefined ? {} : { frameId }).catch(() => undefined), limit);
}

/** @param {typeof chrome} api @param {number} tab @param {object} message @param {number} [limit] ms @returns {Promise<any>} as `askTab` */
export const askPage = (api, tab, message, limit) => askTab(api, tab, message, { frameId: 0, limit });

/** What is right however late it is done. @param {typeof chrome} api @param {number} tab @param {object} message @returns {Promise<any>} as `askTab` */
export const tellPage = (api, tab, message) => within(api.tabs.sendMessage(tab, message, { frameId: 0 }).catch(() => undefined), LIMIT_MS);
