// @ts-check
// Calls the backend that served this page.

import { session } from "./kept.js";
import { t } from "./words.js";

const TOKEN = "claimlight-token";

/** An error response of the backend, or an error of this page. `message` and `hint` are shown to the user; `wait` is in seconds. */
export class Refused extends Error {
  /** @param {number} status @param {import("./error_words.js").ErrorText} error @param {number} [wait] */
  constructor(status, error, wait = 0) {
    super(error.message);
    this.status = status;
    this.hint = error.hint;
    this.code = error.code;
    this.translated = error.translated ?? false;
    this.wait = wait;
  }
}

/** @param {string} value */
export const keepToken = (value) => session.set(TOKEN, value);

/** @param {string} path @param {RequestInit} init */
async function call(path, init) {
  const headers = new Headers(init.headers);
  const token = session.get(TOKEN);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const answer = await fetch(path, { ...init, headers });
  if (answer.ok) return answer;
  const error = await answer.json().then((body) => body.error, () => null);
  const wait = Number(answer.headers.get("Retry-After")) || 0;
  throw new Refused(answer.status, error ?? { message: t("page_no_answer"), hint: "", code: "unknown", translated: true }, wait);
}

/** @param {unknown} body */
const asJson = (body, accept = "application/json") =>
  /** @type {RequestInit} */ ({
    method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", Accept: accept },
  });

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export const post = async (path, body = {}) => (await call(path, asJson(body))).json();

/** @param {string} path @returns {Promise<any>} */
export const get = async (path) => (await call(path, {})).json();

/**
 * Reads server-sent events. Resolves to true after a result or an error event, and to false if the stream ends without one.
 * @param {string} path @param {unknown} body @param {(id: number, type: string, data: any) => void} take @param {AbortSignal} signal
 */
export async function stream(path, body, take, signal) {
  const answer = await call(path, { ...asJson(body, "text/event-stream"), signal });
  const reader = /** @type {ReadableStream<any>} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return false;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
      take(Number(fields.id ?? 0), fields.event, JSON.parse(fields.data));
      if (fields.event === "result" || fields.event === "error") return true;
    }
  }
}
