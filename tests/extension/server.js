// A real HTTP server on loopback that responds as scripted and records its requests.
import { createServer } from "node:http";

/** @typedef {{ path: string, body: any, headers: import("node:http").IncomingHttpHeaders }} Asked */
/** @typedef {(asked: Asked, response: import("node:http").ServerResponse) => void} Answer */

export const HEALTHY = { service: "claimlight", status: "ok", version: "0.1.0", ready: true, kb_size: 74 };

/** @param {import("node:http").ServerResponse} response @param {unknown} body @param {number} [status] @param {Record<string, string>} [headers] */
export function json(response, body, status = 200, headers = {}) {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** @param {import("node:http").ServerResponse} response @param {[number, string, unknown][]} events @param {boolean} [end] */
export function stream(response, events, end = true) {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  for (const [id, event, data] of events) response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  if (end) response.end();
}

/** @param {import("node:test").TestContext} t @param {Answer} answer how POSTs are answered @param {Answer} [health] */
export async function serve(t, answer, health = (_asked, response) => json(response, HEALTHY)) {
  /** @type {Asked[]} */ const asked = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const seen = { path: request.url ?? "", body: text ? JSON.parse(text) : null, headers: request.headers };
    if (request.method === "GET") return health(seen, response);
    asked.push(seen);
    answer(seen, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, asked, server };
}

/** Creates an in-memory fake of the parts of chrome.storage that the worker uses. @param {number} [quota] characters, as JSON */
export function area(quota = Infinity) {
  /** @type {Record<string, any>} */ const held = {};
  /** @type {Set<(changes: Record<string, { oldValue?: any, newValue?: any }>) => void>} */ const listeners = new Set();
  /** @param {string[]} keys @param {Record<string, any>} next */
  const tell = (keys, next) => {
    const changes = Object.fromEntries(keys.map((key) => [key, { oldValue: held[key], newValue: structuredClone(next[key]) }]));
    for (const key of keys) key in next ? (held[key] = structuredClone(next[key])) : delete held[key];
    if (keys.length > 0) for (const listener of listeners) listener(changes);
  };
  return {
    held,
    listeners,
    onChanged: { addListener: listeners.add.bind(listeners), removeListener: listeners.delete.bind(listeners) },
    get: async (/** @type {any} */ key) => (key === null ? { ...held } : key in held ? { [key]: held[key] } : {}),
    set: async (/** @type {Record<string, any>} */ change) => {
      if (JSON.stringify({ ...held, ...change }).length > quota) throw new Error("Session storage quota bytes exceeded. Values were not stored.");
      tell(Object.keys(change), change);
    },
    remove: async (/** @type {string | string[]} */ keys) => tell([keys].flat().filter((key) => key in held), {}),
  };
}
