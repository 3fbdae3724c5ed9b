import assert from "node:assert/strict";
import test from "node:test";
import { Backend } from "../../chrome_extension/background/backend.js";
import { requestOf, servePort } from "../../chrome_extension/background/ports.js";
import { KEPT_MS, Runs } from "../../chrome_extension/background/runs.js";
import { Slots } from "../../chrome_extension/background/slots.js";
import { cancel, verify } from "../../chrome_extension/background/verification.js";
import { Claimlight } from "./namespace.js";
import { area, json, serve, stream } from "./server.js";
import { until } from "./until.js";

const REQUEST = { run: "0123456789abcdef", after: 0, claim: "c", context: { url: "https://a.example/", title: "T" }, incognito: false };
const ACCEPTED = /** @type {[number, string, unknown]} */ ([1, "accepted", { job_id: "job1", reader: "me" }]);
const STAGE = /** @type {[number, string, unknown]} */ ([2, "stage", { stage: "search", message: "m" }]);
const RESULT = /** @type {[number, string, unknown]} */ ([3, "result", { verdict: "False", session_id: "s1" }]);

/** @param {string} url */
function deps(url) {
  const settings = async () => ({ ...Claimlight.settings.DEFAULTS, backend: url });
  const storage = area();
  return { backend: new Backend({ fetch, settings, version: "0.1.0" }), runs: new Runs(storage), storage, pause: async () => {} };
}

/** @param {any} used @param {object} [change] */
async function run(used, change) {
  /** @type {any[]} */ const sent = [];
  const failure = await verify({ ...REQUEST, ...change }, used, (message) => sent.push(message), new AbortController().signal).catch((error) => error.failure ?? error);
  return { sent: sent.map((message) => message.n ?? message.type), failure };
}

test("claim and page go out once, and the events come back in order", async (t) => {
  const { url, asked } = await serve(t, (_asked, response) => stream(response, [ACCEPTED, STAGE, RESULT]));
  assert.deepEqual((await run(deps(url))).sent, [1, 2, 3]);
  assert.deepEqual(asked.map((one) => [one.path, one.body]), [["/api/verify", { claim: "c", context: REQUEST.context }]]);
});

test("a stream that breaks is resumed after the last event", async (t) => {
  const { url, asked } = await serve(t, (one, response) =>
    one.path === "/api/verify" ? stream(response, [ACCEPTED, STAGE]) : stream(response, [RESULT]));
  assert.deepEqual((await run(deps(url))).sent, [1, 2, 3]);
  assert.deepEqual(asked.map((one) => [one.path, one.body.after, one.body.reader]), [["/api/verify", undefined, undefined], ["/api/verify/job1/events", 2, "me"]]);
});

test("a new worker finds the job in the session and goes on where the page stopped", async (t) => {
  const { url, asked } = await serve(t, (_asked, response) => stream(response, [RESULT]));
  const used = deps(url);
  await used.runs.change(REQUEST.run, { job: "job1", reader: "me" });
  assert.deepEqual((await run(used, { after: 2 })).sent, [3]);
  assert.deepEqual([asked[0].path, asked[0].body], ["/api/verify/job1/events", { after: 2, reader: "me" }]);
});

test("a restarted backend receives the claim once more, not indefinitely", async (t) => {
  const { url, asked } = await serve(t, (one, response) =>
    one.path === "/api/verify" ? stream(response, [ACCEPTED]) : json(response, { error: {} }, 404));
  const { sent, failure } = await run(deps(url));
  assert.deepEqual(sent, [1, "restarted", 1]);
  assert.equal(failure.kind, "restarted");
  assert.equal(asked.filter((one) => one.path === "/api/verify").length, 2);
});

const STOPPED = /** @type {[number, string, unknown]} */ ([2, "error", { error: { code: "cancelled", message: "This check was stopped." } }]);

test("a backend that is ended in order stops the check, and gets the claim again when it is back", async (t) => {
  let posts = 0;
  const { url, asked } = await serve(t, (_asked, response) => stream(response, (posts += 1) === 1 ? [ACCEPTED, STOPPED] : [ACCEPTED, STAGE, RESULT]));
  const { sent, failure } = await run(deps(url));
  assert.deepEqual([sent, failure], [[1, "restarted", 1, 2, 3], undefined]);
  assert.deepEqual(asked.map((one) => one.path), ["/api/verify", "/api/verify"]);
});

test("a check that was given up while nobody looked is made again, as often as that happens", async (t) => {
  const { url, asked } = await serve(t, (one, response) => stream(response, one.path === "/api/verify" ? [ACCEPTED, RESULT] : [STOPPED]));
  const used = deps(url);
  for (const job of ["slept", "slept again"]) {
    await used.runs.change(REQUEST.run, { job, reader: "me" });
    assert.deepEqual((await run(used, { after: 4 })).sent, ["restarted", 1, 3]);
  }
  assert.equal(asked.filter((one) => one.path === "/api/verify").length, 2);
});

test("an error of any other kind ends the check", async (t) => {
  const { url, asked } = await serve(t, (_asked, response) => stream(response, [ACCEPTED, [2, "error", { error: { code: "internal", message: "No." } }]]));
  assert.deepEqual((await run(deps(url))).sent, [1, 2]);
  assert.equal(asked.length, 1);
});

test("a storage that is full ends no check, and asks nothing twice", async (t) => {
  const { url, asked } = await serve(t, (one, response) =>
    one.path === "/api/verify" ? stream(response, [ACCEPTED, STAGE]) : stream(response, [RESULT]));
  const used = { ...deps(url), runs: new Runs(area(0)) };
  assert.deepEqual((await run(used)).sent, [1, 2, 3]);
  assert.deepEqual(asked.map((one) => [one.path, one.body.reader]), [["/api/verify", undefined], ["/api/verify/job1/events", "me"]]);
});

test("a backend that hangs up each time is given up as lost", async (t) => {
  const { url } = await serve(t, (_asked, response) => stream(response, []));
  assert.equal((await run(deps(url))).failure.kind, "lost");
});

test("the claim is never sent to another program", async (t) => {
  const { url, asked } = await serve(t, () => assert.fail("posted"), (_asked, response) => json(response, { hello: 1 }));
  assert.equal((await run(deps(url))).failure.kind, "foreign");
  assert.deepEqual(asked, []);
});

test("a private window sends no page and asks not to be remembered, also after a restart", async (t) => {
  const { url, asked } = await serve(t, (one, response) => (one.path === "/api/verify" ? stream(response, [ACCEPTED, RESULT]) : json(response, { error: {} }, 404)));
  const used = deps(url);
  await used.runs.change(REQUEST.run, { job: "of a backend that is gone" });
  await run(used, { incognito: true });
  const posted = asked.filter((one) => !one.path.endsWith("/events"));
  assert.deepEqual(posted.map((one) => [one.path, one.body]), [["/api/verify", { claim: "c", context: {}, options: { remember: false } }]]);
});

test("a thorough check asks for it, and nothing else can be asked for", async (t) => {
  const { url, asked } = await serve(t, (_asked, response) => stream(response, [ACCEPTED, RESULT]));
  const used = deps(url);
  for (const change of [{ mode: "deep" }, { mode: "deep", incognito: true }, { mode: "deepest" }]) {
    const request = requestOf({ ...REQUEST, ...change }, {});
    await run(used, { ...request, context: {}, run: crypto.randomUUID() });
  }
  const options = asked.filter((one) => one.path === "/api/verify").map((one) => /** @type {any} */ (one.body).options);
  assert.deepEqual(options, [{ mode: "deep" }, { mode: "deep", remember: false }, undefined]);
});

test("cancelling tells the backend and forgets the run", async (t) => {
  const { url, asked } = await serve(t, (_asked, response) => json(response, {}));
  const used = deps(url);
  await used.runs.change("r", { job: "job1", reader: "me" });
  await cancel("r", used);
  assert.deepEqual([asked.map((one) => [one.path, one.body]), used.storage.held], [[["/api/verify/job1/cancel", { reader: "me" }]], {}]);
});

test("runs that the backend no longer keeps are forgotten", async () => {
  let now = 0;
  const storage = area();
  const runs = new Runs(storage, () => now);
  await runs.change("old", { job: "a" });
  now = KEPT_MS + 1;
  await runs.change("new", { job: "b" });
  assert.deepEqual(Object.keys(storage.held), ["run:new"]);
});

test("at most so many streams, the next in order, and one who leaves does not hold a place", async () => {
  const slots = new Slots(1);
  const stay = new AbortController();
  const first = await slots.take(stay.signal);
  const leaver = new AbortController();
  const left = slots.take(leaver.signal);
  const next = slots.take(stay.signal);
  leaver.abort();
  await assert.rejects(left, { name: "AbortError" });
  assert.equal(slots.full, true);
  first();
  (await next)();
  assert.equal(slots.full, false);
});

test("page and privacy come from the sender, whatever the message says", () => {
  const sender = /** @type {any} */ ({ url: "https://frame.example/", tab: { id: 1, url: "https://real.example/x#part", incognito: true } });
  const request = requestOf({ ...REQUEST, incognito: false, context: { url: "https://lie.example", title: "T", surrounding: "S", language: "de" } }, sender);
  assert.deepEqual([request?.context, request?.incognito], [{ url: "https://real.example/x", title: "T", surrounding: "S", language: "de" }, true]);
});

test("a lone surrogate never reaches the backend", () => {
  const half = (/** @type {number} */ length) => `${"x".repeat(length - 1)}🌍`;
  const message = { ...REQUEST, claim: half(2000).slice(0, 2000), context: { url: `https://news.example/${half(1979)}`, title: half(300), surrounding: half(3000), language: half(40) } };
  const { claim, context } = /** @type {any} */ (requestOf(message, /** @type {any} */ ({ url: "chrome-extension://me/" }), true));
  assert.deepEqual([claim, ...Object.values(context)].filter((text) => !text.isWellFormed()), []);
  assert.deepEqual([claim, ...Object.values(context)].map((text) => text.length), [2000, 2000, 300, 3000, 40]);
});

for (const broken of [null, {}, { ...REQUEST, run: "../x" }, { ...REQUEST, claim: 3 }, { ...REQUEST, claim: "" }]) {
  test(`a message that makes no sense is dropped: ${JSON.stringify(broken)}`, () => {
    assert.equal(requestOf(broken, {}), null);
  });
}

/** @param {any} used @param {boolean} [ownPage] */
function port(used, ownPage = false) {
  /** @type {any[]} */ const sent = [];
  /** @type {any} */ const ends = {};
  const fake = /** @type {any} */ ({
    sender: { url: "https://a.example/", tab: { id: 1 } },
    postMessage: (/** @type {any} */ message) => sent.push(message),
    onMessage: { addListener: (/** @type {any} */ f) => (ends.say = f) },
    onDisconnect: { addListener: (/** @type {any} */ f) => (ends.leave = f) },
  });
  servePort(fake, { ...used, slots: new Slots(1), beatMs: 5 }, ownPage);
  return { /** @type {any[]} */ sent, say: ends.say, leave: ends.leave };
}

for (const ownPage of [false, true]) {
  test(`a ${ownPage ? "popup that closes leaves its check running" : "tab that closes cancels its check"}; the port beats until then`, async (t) => {
    const { url, asked } = await serve(t, (one, response) => (one.path === "/api/verify" ? stream(response, [ACCEPTED], false) : json(response, {})));
    const used = deps(url);
    const { sent, say, leave } = port(used, ownPage);
    say({ type: "start", ...REQUEST });
    await until(() => Boolean(used.storage.held[`run:${REQUEST.run}`]) && sent.some((/** @type {any} */ message) => message.type === "beat"));
    leave();
    const beats = sent.length;
    if (ownPage) await new Promise((resolve) => void setTimeout(resolve, 60));
    else await until(() => asked.some((one) => one.path.endsWith("/cancel")));
    assert.deepEqual([asked.filter((one) => one.path.endsWith("/cancel")).length, sent.length], [ownPage ? 0 : 1, beats]);
  });
}

test("a card that its page throws out before the backend has the claim is not asked about twice", async (t) => {
  /** @type {(() => void)[]} */ const accept = [];
  const { url, asked } = await serve(t, (one, response) => {
    if (one.path === "/api/verify") accept.push(() => stream(response, [ACCEPTED], false));
    else stream(response, [STAGE, RESULT]);
  });
  const used = deps(url);
  /** @type {any[]} */ const handed = [];
  const handOver = async (/** @type {any} */ request, /** @type {any} */ tab, /** @type {Promise<void>} */ left) => {
    handed.push([request.claim, tab.id]);
    await left;
    handed.push((await used.runs.get(request.run)).job);
  };
  const { say, leave } = port({ ...used, handOver });
  say({ type: "start", ...REQUEST });
  await until(() => accept.length === 1);
  say({ type: "hand-over", ...REQUEST });
  leave();
  assert.deepEqual(handed, [["c", 1]]);
  accept[0]();
  await until(() => handed.length === 2);
  assert.equal(handed[1], "job1");
  await run(used);
  assert.deepEqual(asked.map((one) => one.path), ["/api/verify", "/api/verify/job1/events"]);
});

test("a page that comes back to a run given up meanwhile draws the new job from its first event", async (t) => {
  const { url, asked } = await serve(t, (_asked, response) => stream(response, [ACCEPTED, STAGE, RESULT]));
  assert.deepEqual((await run(deps(url), { after: 7 })).sent, ["restarted", 1, 2, 3]);
  assert.deepEqual(asked.map((one) => one.path), ["/api/verify"]);
});

test("the browser tells the language that the page does not name", async (t) => {
  const { url, asked } = await serve(t, (_asked, response) => stream(response, [ACCEPTED, RESULT]));
  const language = async (/** @type {string} */ text) => (text === "c" ? "de" : "");
  await run({ ...deps(url), language });
  await run({ ...deps(url), language }, { run: "1123456789abcdef", context: { language: "hi" } });
  await run({ ...deps(url), language }, { run: "2123456789abcdef", claim: "?", context: {} });
  assert.deepEqual(asked.map((one) => one.body.context.language), ["de", "hi", undefined]);
});
