/** Requests to the pages in tabs. A page may be blocked, by a dialog of its own or by endless work, so every wait is limited. */

/** On a busy machine, loading the card's parts takes several seconds. */
export const LIMIT_MS = 10_000;

/** @template T @param {Promise<T>} work @param {number} limit ms @returns {Promise<T | null>} null if it took longer; the work may still finish */
export function within(work, limit) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<null>} */
  const late = new Promise((resolve) => void (timer = setTimeout(resolve, limit, null)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** A blocked page gets the message when it continues: after `until` it ignores the message, because the sender no longer waits.
 * @param {typeof chrome} api @param {number} tab @param {object} message @param {{ frameId?: number, limit?: number }} [to] all frames by default; `limit` in ms
 * @returns {Promise<any>} undefined: no receiver; null: no answer in time */
export function askTab(api, tab, message, { frameId, limit = LIMIT_MS } = {}) {
  const timed = { ...message, until: Date.now() + limit };
  return within(api.tabs.sendMessage(tab, timed, frameId === undefined ? {} : { frameId }).catch(() => undefined), limit);
}

/** @param {typeof chrome} api @param {number} tab @param {object} message @param {number} [limit] ms @returns {Promise<any>} as `askTab` */
export const askPage = (api, tab, message, limit) => askTab(api, tab, message, { frameId: 0, limit });

/** For messages that are valid however late they arrive. @param {typeof chrome} api @param {number} tab @param {object} message @returns {Promise<any>} as `askTab` */
export const tellPage = (api, tab, message) => within(api.tabs.sendMessage(tab, message, { frameId: 0 }).catch(() => undefined), LIMIT_MS);
