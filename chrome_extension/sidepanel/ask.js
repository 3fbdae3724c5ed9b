/** Requests about the history, which the worker forwards to the backend. */

/** A callback that makes the panel check a claim that the user has edited. @typedef {(claim: string, page: { title: string, url: string }) => void} AskOwn */

/** @param {string} action @param {Record<string, unknown>} body @returns {Promise<{ ok: true, data: any } | { ok: false, failure: import("../types").Failure }>} */
export async function askHistory(action, body) {
  return (await chrome.runtime.sendMessage({ type: "history", action, body })) || { ok: false, failure: { kind: "lost" } };
}
