/** Sends messages to the pages in tabs. A dialog or an endless task can block a page, so every wait has a time limit. */

/** Default time limit of a wait. On a busy machine, loading the card's parts takes several seconds. */
export const LIMIT_MS = 10_000;

/** @template T @param {Promise<T>} work @param {number} limit in ms @returns {Promise<T | null>} null if `work` takes longer; the work is not cancelled */
export function within(work, limit) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {Promise<null>} */
  const timeout = new Promise((resolve) => void (timer = setTimeout(resolve, limit, null)));
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}

/** Sends a message and waits for the answer. A blocked page that resumes after `until` ignores the message, because the sender is no
 * longer waiting. @param {typeof chrome} api @param {number} tab @param {object} message @param {{ frameId?: number, limit?: number }} [to] all frames
 * by default; `limit` in ms @returns {Promise<any>} undefined without a receiver, null if no answer arrives in time */
export function askTab(api, tab, message, { frameId, limit = LIMIT_MS } = {}) {
  const timed = { ...message, until: Date.now() + limit };
  return within(api.tabs.sendMessage(tab, timed, frameId === undefined ? {} : { frameId }).catch(() => undefined), limit);
}

/** @param {typeof chrome} api @param {number} tab @param {object} message @param {number} [limit] in ms @returns {Promise<any>} as `askTab` */
export const askPage = (api, tab, message, limit) => askTab(api, tab, message, { frameId: 0, limit });

/** Sends a message that remains valid however late it arrives. @param {typeof chrome} api @param {number} tab @param {object} message @returns {Promise<any>} as `askTab` */
export const tellPage = (api, tab, message) => within(api.tabs.sendMessage(tab, message, { frameId: 0 }).catch(() => undefined), LIMIT_MS);
