import assert from "node:assert/strict";
import test from "node:test";
import { Backend, BackendFailure, JobGone } from "../../chrome_extension/background/backend.js";
import { Claimlight } from "./namespace.js";
import { HEALTHY, json, serve, stream } from "./server.js";

/** @param {string} url @param {object} [change] */
function backend(url, change = {}) {
  const settings = async () => ({ ...Claimlight.settings.DEFAULTS, backend: url, ...change });
  return new Backend({ fetch, settings, version: "0.1.0", silenceMs: 150 });
}

/** @param {Promise<unknown>} promise @returns {Promise<any>} */
async function failureOf(promise) {
  try {
    await promise;
  } catch (error) {
    if (error instanceof BackendFailure) return error.failure;
    throw error;
  }
  return assert.fail("it should have failed");
}
/** @param {AsyncIterable<any>} events */
async function all(events) {
  const found = [];
  for await (const event of events) found.push(event);
  return found;
}
const signal = new AbortController().signal;
const unused = () => assert.fail("nothing should be posted");

test("a healthy backend reports its version and size", async (t) => {
  const { url } = await serve(t, unused);
  assert.deepEqual(await backend(url).health(), { version: "0.1.0", ready: true, kb_size: 74 });
});

test("a refused connection means that the backend is not running", async (t) => {
  const { url, server } = await serve(t, unused);
  await new Promise((resolve) => server.close(resolve));
  assert.equal((await failureOf(backend(url).health())).kind, "down");
});

for (const [name, body] of /** @type {[string, unknown][]} */ ([["a page", "<h1>It works!</h1>"], ["other JSON", { status: "ok" }], ["nothing", ""], ["null", "null"]])) {
  test(`another program that answers with ${name} is recognised`, async (t) => {
    const { url } = await serve(t, unused, (_asked, response) => json(response, body));
    assert.deepEqual(await failureOf(backend(url).health()), { kind: "foreign", backend: url });
  });
}

for (const status of [502, 503, 504]) {
  test(`a server before it that says ${status} has nothing behind it, or asks to wait`, async (t) => {
    const { url } = await serve(t, unused, (_asked, response) => json(response, "<h1>Bad Gateway</h1>", status));
    assert.deepEqual(await failureOf(backend(url).health()), { kind: "down", backend: url });
    const crowd = await serve(t, unused, (_asked, response) => json(response, "{}", status, { "Retry-After": "9" }));
    assert.deepEqual(await failureOf(backend(crowd.url).health()), { kind: "overloaded", retry_after_s: 9 });
  });
}

test("the extension sends its version and accepts adjacent major versions", async (t) => {
  /** @type {string[]} */
  const asked = [];
  const { url } = await serve(t, unused, (seen, response) => {
    asked.push(seen.path);
    json(response, { ...HEALTHY, version: "1.9.9" });
  });
  assert.equal((await backend(url).health()).version, "1.9.9");
  assert.deepEqual(asked, ["/api/health?extension=0.1.0"]);
});

test("another major version is named", async (t) => {
  const { url } = await serve(t, unused, (_asked, response) => json(response, { ...HEALTHY, version: "2.3.0" }));
  const failure = await failureOf(backend(url).health());
  assert.deepEqual(failure, { kind: "version", found: "2.3.0", wanted: "0.x" });
});

test("events are streamed with their numbers, and the token travels in a header", async (t) => {
  const { url, asked } = await serve(t, (_asked, response) => stream(response, [[1, "accepted", { job_id: "j" }], [2, "result", { verdict: "False" }]]));
  const events = await all(backend(url, { token: "secret" }).events("/api/verify", { claim: "c" }, signal));
  assert.deepEqual(events, [{ id: 1, event: "accepted", data: { job_id: "j" } }, { id: 2, event: "result", data: { verdict: "False" } }]);
  assert.deepEqual([asked[0].path, asked[0].body, asked[0].headers.authorization, asked[0].headers.accept],
    ["/api/verify", { claim: "c" }, "Bearer secret", "text/event-stream"]);
});

test("an answer is asked for in the language that the reader chose, else the browser's", async (t) => {
  const { url, asked } = await serve(t, (_asked, response) => json(response, {}));
  for (const language of ["zh_CN", "auto"]) {
    const settings = async () => ({ ...Claimlight.settings.DEFAULTS, backend: url, language });
    await new Backend({ fetch, settings, version: "0.1.0", browserLanguage: () => "fr-CA" }).ask("/api/history/get", {});
  }
  assert.deepEqual(asked.map(({ headers }) => headers["accept-language"]), ["zh-CN", "fr-CA"]);
});

test("the wait of an overloaded backend is read from Retry-After", async (t) => {
  const { url } = await serve(t, (_asked, response) => json(response, { error: { message: "Full." } }, 503, { "Retry-After": "7" }));
  assert.deepEqual(await failureOf(all(backend(url).events("/api/verify", {}, signal))), { kind: "overloaded", message: "Full.", retry_after_s: 7 });
});

test("an unusable disk is reported in the backend's own words, not as overload", async (t) => {
  const said = { code: "storage", message: "The data on disk cannot be used just now.", hint: "Is the disk full?" };
  const { url } = await serve(t, (_asked, response) => json(response, { error: said }, 503));
  assert.deepEqual(await failureOf(backend(url).ask("/api/history/delete", {})), { kind: "request", message: said.message, hint: said.hint });
});

test("a wrong token and an invalid claim have different errors", async (t) => {
  let status = 401;
  const { url } = await serve(t, (_asked, response) => json(response, { error: { message: "No.", hint: "Do this." } }, status));
  assert.deepEqual(await failureOf(all(backend(url).events("/api/verify", {}, signal))), { kind: "refused", message: "No.", status: 401 });
  status = 413;
  assert.deepEqual(await failureOf(all(backend(url).events("/api/verify", {}, signal))), { kind: "request", message: "No.", hint: "Do this." });
});

test("a job unknown to the backend has its own error", async (t) => {
  const { url } = await serve(t, (_asked, response) => json(response, { error: {} }, 404));
  await assert.rejects(all(backend(url).events("/api/verify/x/events", {}, signal)), JobGone);
});

test("a silent stream is abandoned", async (t) => {
  const { url } = await serve(t, (_asked, response) => stream(response, [[1, "accepted", {}]], false));
  await assert.rejects(all(backend(url).events("/api/verify", {}, signal)), { name: "AbortError" });
});

test("a request is sent after the health check and with the token", async (t) => {
  const { url, asked } = await serve(t, (_asked, response) => json(response, { sources: [] }));
  assert.deepEqual(await backend(url, { token: "secret" }).ask("/api/sources/list", {}), { sources: [] });
  assert.deepEqual([asked[0].path, asked[0].body, asked[0].headers.authorization], ["/api/sources/list", {}, "Bearer secret"]);
});

test("another program on the port receives nothing", async (t) => {
  const { url, asked } = await serve(t, unused, (_asked, response) => json(response, "<h1>It works!</h1>"));
  assert.equal((await failureOf(backend(url, { token: "secret" }).ask("/api/sources/list", {}))).kind, "foreign");
  assert.deepEqual(asked, []);
});

for (const [status, kind] of /** @type {[number, string][]} */ ([[400, "request"], [401, "refused"], [404, "version"], [503, "overloaded"]])) {
  test(`a question that is answered with ${status} is a failure of its kind`, async (t) => {
    const { url } = await serve(t, (_asked, response) => json(response, { error: { message: "No.", hint: "Do this." } }, status));
    assert.equal((await failureOf(backend(url).ask("/api/sources/set", {}))).kind, kind);
  });
}

test("a late answer counts as busy, and a dropped connection as lost", async (t) => {
  const { url } = await serve(t, () => {});
  assert.deepEqual(await failureOf(backend(url).ask("/api/scan", {}, { limit: 60 })), { kind: "overloaded" });
  const cut = await serve(t, (_asked, response) => { response.writeHead(200, { "Content-Length": "50" }); response.write("{"); setTimeout(() => response.destroy(), 20); });
  assert.deepEqual(await failureOf(backend(cut.url).ask("/api/scan", {})), { kind: "lost" });
});

test("the end of a check is sent only to Claimlight, with or without a token", async (t) => {
  const { url, asked } = await serve(t, (_asked, response) => json(response, {}));
  await backend(url, { token: "secret" }).tell("/api/verify/j/cancel", { reader: "me" });
  assert.deepEqual(asked.map((one) => [one.path, one.body]), [["/api/verify/j/cancel", { reader: "me" }]]);
  const other = await serve(t, unused, (_asked, response) => json(response, "<h1>It works!</h1>"));
  await backend(other.url, { token: "secret" }).tell("/api/verify/j/cancel", { reader: "me" });
  assert.deepEqual(other.asked, []);
});
