// @ts-check
// Calls the backend that served this page; streams survive a lost connection.

const TOKEN = "claimlight-token";
const RETRIES_MS = [300, 1000, 2500, 5000];

/** An answer that is an error: `message` and `hint` are for the reader. */
export class Refused extends Error {
  /** @param {number} status @param {{message: string, hint: string, code: string}} error */
  constructor(status, error) {
    super(error.message);
    this.status = status;
    this.hint = error.hint;
    this.code = error.code;
  }
}

/** @param {string} value */
export const keepToken = (value) => sessionStorage.setItem(TOKEN, value);

/** @param {string} path @param {RequestInit} init */
async function call(path, init) {
  const headers = new Headers(init.headers);
  const token = sessionStorage.getItem(TOKEN);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const answer = await fetch(path, { ...init, headers });
  if (answer.ok) return answer;
  const error = await answer.json().then((body) => body.error, () => null);
  throw new Refused(answer.status, error ?? { message: "Claimlight gave no proper answer.", hint: "", code: "unknown" });
}

/** @param {string} path @param {unknown} body */
const asJson = (path, body, accept = "application/json") =>
  /** @type {RequestInit} */ ({
    method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", Accept: accept },
  });

/** @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export const post = async (path, body = {}) => (await call(path, asJson(path, body))).json();

/** @param {string} path @returns {Promise<any>} */
export const get = async (path) => (await call(path, {})).json();

/**
 * Verify as a stream; resumes after the last event when the connection is lost.
 * @param {unknown} request @param {(type: string, data: any) => void} onEvent @param {AbortSignal} signal
 */
export async function verify(request, onEvent, signal) {
  let last = 0;
  let job = "";
  let reader = "";
  let failures = 0;
  const take = (id, type, data) => {
    failures = 0;
    if (id) last = id;
    if (type === "accepted") ({ job_id: job, reader } = data);
    onEvent(type, data);
  };
  for (;;) {
    const [path, body] = job ? [`/api/verify/${job}/events`, { after: last, reader }] : ["/api/verify", request];
    try {
      const answer = await call(path, { ...asJson(path, body, "text/event-stream"), signal });
      if (await read(answer, take)) return;
    } catch (error) {
      if (signal.aborted || error instanceof Refused || !job) throw error;
    }
    if (failures >= RETRIES_MS.length) throw new Error("connection lost");
    await new Promise((resolve) => setTimeout(resolve, RETRIES_MS[failures++]));
  }
}

/** True when the stream came to its end. @param {Response} answer @param {(id: number, type: string, data: any) => void} take */
async function read(answer, take) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
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
