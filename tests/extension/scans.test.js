import assert from "node:assert/strict";
import test from "node:test";
import { Backend } from "../../chrome_extension/background/backend.js";
import { FROM_PAGES } from "../../chrome_extension/background/messages.js";
import { openPanelWithClaim } from "../../chrome_extension/background/panel.js";
import { clearTab, endOrphans, noteVerdict, scanTab } from "../../chrome_extension/background/scan.js";
import { requestOf } from "../../chrome_extension/background/ports.js";
import { Runs } from "../../chrome_extension/background/runs.js";
import { Scans } from "../../chrome_extension/background/scans.js";
import { Answers, roomy } from "../../chrome_extension/background/session.js";
import { Claimlight } from "./namespace.js";
import { result } from "./samples.js";
import { area, json, serve } from "./server.js";

/** @type {import("../../chrome_extension/background/session.js").Lock} */
const lock = (_name, work) => work();
const FOUND = { block: 0, start: 0, end: 21, text: "The bridge cost 3 bn.", score: 0.9, claim_type: "FACTUAL", rank: 1 };
const ANSWER = { url: "", language: "en", understood: true, sentences: 4, worthy: 1, claims: [FOUND], issues: [] };
const PAGE = { page: "p1", url: "https://news.example/a", title: "A page", language: "en", blocks: ["The bridge cost 3 bn. \ud83d half"] };

/** Creates a browser whose tab gives the scripted answers. @param {Record<string, any>} answers @param {ReturnType<typeof area>} [session] */
function browser(answers, session = area()) {
  /** @type {any[]} */ const told = [];
  /** @type {Set<(id: number, change: object) => void>} */ const updated = new Set();
  const chrome = /** @type {any} */ ({
    runtime: { getManifest: () => ({ content_scripts: [{ js: [] }] }) },
    scripting: { executeScript: async () => { throw new Error("Cannot access contents of the page."); } },
    storage: { session },
    tabs: {
      onUpdated: {
        addListener: (/** @type {(id: number, change: object) => void} */ listener) => void updated.add(listener),
        removeListener: (/** @type {(id: number, change: object) => void} */ listener) => void updated.delete(listener),
      },
      sendMessage: async (/** @type {number} */ tab, /** @type {any} */ message) => {
        told.push([tab, message]);
        if (answers.left === message.type) for (const listener of updated) listener(tab, { status: "loading" });
        if (!(message.type in answers)) throw new Error("Receiving end does not exist.");
        return answers[message.type];
      },
    },
  });
  return { chrome, told };
}

/** @param {string} url */
const backendAt = (url) => new Backend({ fetch, settings: async () => ({ ...Claimlight.settings.DEFAULTS, backend: url }), version: "0.1.0" });

/** @param {import("node:test").TestContext} t @param {any} [answer] @param {number} [status] @param {Record<string, string>} [headers] */
async function backendOf(t, answer = ANSWER, status = 200, headers = {}) {
  const { url, asked } = await serve(t, (_seen, response) => json(response, answer, status, headers));
  return { asked, backend: backendAt(url) };
}

test("a scan goes from the page to the backend, to its marks and to the record", async (t) => {
  const { asked, backend } = await backendOf(t);
  const { chrome, told } = browser({ "scan-collect": PAGE, "scan-mark": { marked: ["s0"] } });
  const scans = new Scans(area(), { lock });
  assert.equal(await scanTab({ id: 3 }, { chrome, backend, scans }), true);
  assert.deepEqual(asked.map(({ path }) => path), ["/api/scan"]);
  assert.deepEqual(asked[0].body, { blocks: ["The bridge cost 3 bn. \ufffd half"], language: "en", url: PAGE.url, title: PAGE.title });
  const record = await scans.get(3);
  assert.equal(record?.phase, "done");
  assert.deepEqual(record?.claims.map(({ id, state, rank, surrounding }) => [id, state, rank, surrounding]), [["s0", "found", 1, "The bridge cost 3 bn. \ufffd half"]]);
  assert.equal(told.at(-1)[1].type, "scan-mark");
  assert.equal(told.at(-1)[1].page, "p1");
});

test("the address of a private window's page is not sent", async (t) => {
  const { asked, backend } = await backendOf(t);
  const { chrome } = browser({ "scan-collect": PAGE, "scan-mark": { marked: [] } });
  const scans = new Scans(area(), { lock });
  await scanTab({ id: 3, incognito: true }, { chrome, backend, scans });
  assert.deepEqual(Object.keys(asked[0].body), ["blocks", "language"]);
  assert.equal((await scans.get(3))?.incognito, true);
});

test("each way of failing is kept for the panel, and nothing is sent without a page", async (t) => {
  const { asked, backend } = await backendOf(t, { error: { message: "No." } }, 400);
  const scans = new Scans(area(), { lock });
  const outcome = async (/** @type {Record<string, any>} */ answers) => {
    const { chrome } = browser(answers);
    assert.equal(await scanTab({ id: 3 }, { chrome, backend, scans }), false);
    return (await scans.get(3))?.failure?.kind;
  };
  assert.equal(await outcome({}), "unreadable");
  assert.equal(await outcome({ "scan-collect": { ...PAGE, blocks: [] } }), "empty");
  assert.equal(asked.length, 0);
  assert.equal(await outcome({ "scan-collect": PAGE }), "request");
  assert.equal(await scanTab({ id: -1 }, /** @type {any} */ ({})), false);
});

test("a page that is left while it is read leaves no failure on the next page", async (t) => {
  const { backend } = await backendOf(t);
  for (const answers of [{ left: "scan-collect" }, { left: "scan-mark", "scan-collect": PAGE, "scan-mark": null }]) {
    const scans = new Scans(area(), { lock });
    assert.equal(await scanTab({ id: 3 }, { chrome: browser(answers).chrome, backend, scans }), false);
    assert.equal(await scans.get(3), null);
  }
});

test("a verdict of the page's own card reaches list and mark", async (t) => {
  const { backend } = await backendOf(t);
  const { chrome, told } = browser({ "scan-collect": PAGE, "scan-mark": { marked: ["s0"] }, "scan-change": true });
  const scans = new Scans(area(), { lock });
  await scanTab({ id: 3 }, { chrome, backend, scans });
  await noteVerdict(3, "Another claim.", result({}), { chrome, backend, scans });
  assert.equal(told.filter(([, message]) => message.type === "scan-change").length, 0);
  await noteVerdict(3, "The bridge  cost 3 bn.", result({ verdict: "True", confidence: 0.9 }), { chrome, backend, scans });
  assert.deepEqual(told.at(-1), [3, { type: "scan-change", page: "p1", changes: [["s0", "true"]] }]);
  assert.deepEqual((await scans.get(3))?.claims.map(({ state, verdict, confidence }) => [state, verdict, confidence]), [["done", "True", 0.9]]);
  assert.equal((await scans.answer(3, "s0"))?.verdict, "True");
  await noteVerdict(3, "The bridge cost 3 bn.", result({ verdict: "Not Enough Evidence", leaning: { label: "Probably false", probability: 0.7 } }), { chrome, backend, scans });
  assert.deepEqual(told.at(-1)[1].changes, [["s0", "probably_false"]]);
  assert.equal((await scans.get(3))?.claims[0].leaning?.label, "Probably false");
});

test("only a page's own top frame says what is gone", async (t) => {
  const { backend } = await backendOf(t);
  const { chrome } = browser({ "scan-collect": PAGE, "scan-mark": { marked: ["s0"] } });
  const scans = new Scans(area(), { lock });
  await scanTab({ id: 3 }, { chrome, backend, scans });
  const deps = /** @type {any} */ ({ scans });
  const from = (/** @type {any} */ sender, /** @type {unknown} */ ids, page = PAGE.page) => FROM_PAGES["scan-gone"]({ ids, page }, sender, deps);
  assert.equal(await from({ tab: { id: 3 }, frameId: 7 }, ["s0"]), false);
  assert.equal(await from({ tab: { id: 4 }, frameId: 0 }, ["s0"]), false);
  assert.equal(await from({ tab: { id: 3 }, frameId: 0 }, "s0"), false);
  assert.equal(await from({ tab: { id: 3 }, frameId: 0 }, ["s0"], "the page before"), false);
  assert.equal((await scans.get(3))?.claims[0].state, "found");
  assert.equal(await from({ tab: { id: 3 }, frameId: 0 }, ["s0"]), true);
  assert.equal((await scans.get(3))?.claims[0].state, "gone");
});

test("clearing forgets the record with its answers, and old tabs make room", async () => {
  const { chrome } = browser({ "scan-clear": true });
  const held = area();
  let now = 1;
  const scans = new Scans(held, { lock, now: () => now });
  const record = /** @type {any} */ ({ phase: "done", scan: "a", claims: [], at: 1 });
  await scans.put(3, record);
  await scans.keepAnswer(3, "a", "s0", result({}));
  await clearTab(3, /** @type {any} */ ({ chrome, scans }));
  assert.deepEqual(Object.keys(held.held), []);
  for (let tab = 1; tab <= 20; tab += 1) await scans.put(tab, { ...record, at: tab });
  assert.equal(Object.keys(held.held).length, 12);
  assert.equal(await scans.get(8), null);
  now = 24 * 60 * 60 * 1000;
  await scans.put(99, { ...record, at: now });
  assert.deepEqual(Object.keys(held.held), ["scan:99"]);
});

/** @param {number} bytes */
const answerOf = (bytes) => result({ reasoning: "x".repeat(bytes) });
const RECORD = /** @type {any} */ ({ phase: "done", scan: "a", claims: [{ id: "s0" }], at: Date.now() });

test("all answers together stay below a limit, and the oldest go first", async () => {
  const held = area();
  const answers = new Answers(held, { lock, most: 10_000 });
  for (let place = 0; place < 12; place += 1) assert.equal(await answers.keep(1, `s${place}`, answerOf(2000)), true);
  const there = await Promise.all(Array.from({ length: 12 }, async (_none, place) => (await answers.get(1, `s${place}`)) !== null));
  assert.deepEqual(there.slice(0, 8), Array(8).fill(false));
  assert.equal(there[11], true);
  assert.ok(JSON.stringify(held.held).length < 12_000);
  assert.equal(await answers.keep(1, "s99", answerOf(20_000)), false);
  assert.equal(await answers.get(1, "s99"), null);
});

test("a storage that is full gives the place of old answers to what must be written", async () => {
  const held = area(20_000);
  const scans = new Scans(held, { lock });
  await scans.put(1, RECORD);
  for (let place = 0; place < 20; place += 1) assert.equal(await scans.keepAnswer(1, "a", `s${place}`, answerOf(2000)), true);
  assert.notEqual(await scans.answer(1, "s19"), null);
  await scans.put(2, { ...RECORD, title: "x".repeat(15_000) });
  assert.equal((await scans.get(2))?.phase, "done");
  await assert.rejects(scans.put(3, { ...RECORD, title: "x".repeat(25_000) }), /quota/);
  const runs = new Runs(roomy(held, new Answers(held, { lock })));
  await runs.change("r", { job: "job1" });
  assert.equal((await runs.get("r")).job, "job1");
});

test("of a tab that is gone no answer is kept, and none is forgotten with it that is another's", async () => {
  const held = area();
  const scans = new Scans(held, { lock });
  for (const tab of [1, 12]) {
    await scans.put(tab, RECORD);
    await scans.keepAnswer(tab, "a", "s0", result({}));
  }
  await scans.forget(1);
  assert.equal(await scans.keepAnswer(1, "a", "s0", result({})), false);
  assert.equal(await scans.answer(1, "s0"), null);
  assert.notEqual(await scans.answer(12, "s0"), null);
  assert.deepEqual(await scans.tabs(), [12]);
});

test("a verdict colours its mark even where nothing more can be kept", async (t) => {
  const { backend } = await backendOf(t);
  const { chrome, told } = browser({ "scan-change": true });
  const scans = new Scans(area(300), { lock });
  await scans.put(3, /** @type {any} */ ({ phase: "done", scan: "a", page: "p", claims: [{ id: "s0", text: "The bridge cost 3 bn." }], at: Date.now() }));
  await noteVerdict(3, "The bridge cost 3 bn.", answerOf(500), { chrome, backend, scans });
  assert.deepEqual(told.at(-1), [3, { type: "scan-change", page: "p", changes: [["s0", "false"]] }]);
});

test("a scan of a page that was left says nothing of the next, and is not in the way of its scan", async (t) => {
  const { backend } = await backendOf(t);
  const scans = new Scans(area(), { lock });
  const left = browser({ "scan-collect": PAGE, "scan-mark": false });
  assert.equal(await scanTab({ id: 3 }, { chrome: left.chrome, backend, scans }), false);
  assert.equal(await scans.get(3), null);
});

for (const [name, act] of /** @type {[string, (scans: Scans) => Promise<unknown>][]} */ ([
  ["the reader stops", (scans) => scans.forget(3)],
  ["another one follows", (scans) => scans.put(3, { ...RECORD, scan: "the other" })],
])) {
  test(`a scan that ${name} leaves the record and the page alone`, async (t) => {
    const scans = new Scans(area(), { lock });
    const { url } = await serve(t, (_seen, response) => void act(scans).then(() => json(response, ANSWER)));
    const backend = new Backend({ fetch, settings: async () => ({ ...Claimlight.settings.DEFAULTS, backend: url }), version: "0.1.0" });
    const { chrome, told } = browser({ "scan-collect": PAGE, "scan-mark": { marked: ["s0"] } });
    assert.equal(await scanTab({ id: 3 }, { chrome, backend, scans }), false);
    assert.deepEqual(told.map(([, { type }]) => type), ["scan-collect"]);
    assert.equal((await scans.get(3))?.scan, name.startsWith("another") ? "the other" : undefined);
  });
}

test("a page that stops before it is marked is reported", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { chrome } = browser({ "scan-collect": PAGE, "scan-mark": new Promise(() => {}) });
  const scans = new Scans(area(), { lock });
  const scanned = scanTab({ id: 3 }, { chrome, backend: /** @type {any} */ ({ ask: async () => ANSWER }), scans });
  for (let turn = 0; turn < 40; turn += 1) await Promise.resolve();
  t.mock.timers.tick(10_000);
  assert.equal(await scanned, false);
  const record = await scans.get(3);
  assert.deepEqual([record?.phase, record?.page, record?.failure?.kind], ["failed", "p1", "unreadable"]);
});

test("what the storage refuses for another reason than room costs no answer", async () => {
  const held = area();
  const scans = new Scans(held, { lock });
  await scans.put(1, RECORD);
  await scans.keepAnswer(1, "a", "s0", result({}));
  held.set = async () => { throw new Error("The database is being closed."); };
  await assert.rejects(scans.put(2, RECORD), /closed/);
  await assert.rejects(scans.keepAnswer(1, "a", "s1", result({})), /closed/);
  assert.notEqual(await scans.answer(1, "s0"), null);
});

for (const [name, end] of /** @type {[string, (deps: any) => Promise<unknown>][]} */ ([
  ["stopped", (deps) => clearTab(3, deps)],
  ["followed by another", ({ scans }) => scans.put(3, { phase: "reading", scan: "next", claims: [], at: Date.now() })],
])) {
  test(`a scan that is ${name} lets go of the backend, and of the browser`, async (t) => {
    /** @type {() => void} */ let asked = () => {};
    const reading = new Promise((resolve) => void (asked = () => resolve(undefined)));
    /** @type {() => void} */ let left = () => {};
    const gone = new Promise((resolve) => void (left = () => resolve(undefined)));
    const { url } = await serve(t, (_seen, response) => { response.on("close", left); asked(); });
    const held = area();
    const { chrome } = browser({ "scan-collect": PAGE, "scan-clear": true }, held);
    const deps = { chrome, backend: backendAt(url), scans: new Scans(held, { lock }) };
    const scan = scanTab({ id: 3 }, deps);
    await reading;
    await end(deps);
    assert.equal(await scan, false);
    await gone;
    assert.equal(held.listeners.size, 0);
    assert.notEqual((await deps.scans.get(3))?.phase, "failed");
  });
}

test("a Claimlight that is busy with other pages is asked again", async (t) => {
  let free = 0;
  const { url, asked } = await serve(t, (_seen, response) => void (free++ ? json(response, ANSWER) : json(response, {}, 503, { "Retry-After": "0.01" })));
  const { chrome } = browser({ "scan-collect": PAGE, "scan-mark": { marked: ["s0"] } });
  assert.equal(await scanTab({ id: 3 }, { chrome, backend: backendAt(url), scans: new Scans(area(), { lock }) }), true);
  assert.equal(asked.length, 2);
});

test("what a killed worker was reading has failed, and nothing else has", async () => {
  const scans = new Scans(area(), { lock });
  const record = (/** @type {string} */ phase, /** @type {number} */ at) => /** @type {any} */ ({ phase, scan: "S", claims: [], at: Date.now() + at, failure: null });
  await scans.put(1, record("reading", -5000));
  await scans.put(2, record("reading", 5000));
  await scans.put(3, record("done", -5000));
  await endOrphans({ scans }, Date.now());
  const phases = await Promise.all([1, 2, 3].map(async (tab) => [(await scans.get(tab))?.phase, (await scans.get(tab))?.failure]));
  assert.deepEqual(phases, [["failed", { kind: "lost" }], ["reading", null], ["done", null]]);
});

test("a failed scan names its page", async (t) => {
  const { backend } = await backendOf(t, {}, 503, { "Retry-After": "60" });
  const { chrome } = browser({ "scan-collect": PAGE });
  const scans = new Scans(area(), { lock });
  await scanTab({ id: 3 }, { chrome, backend, scans });
  const record = await scans.get(3);
  assert.deepEqual([record?.phase, record?.page, record?.url, record?.failure?.kind], ["failed", "p1", PAGE.url, "overloaded"]);
});

test("a change without a record, or to nothing, writes nothing", async () => {
  const held = area();
  const scans = new Scans(held, { lock });
  assert.equal(await scans.changeClaims(5, "S", () => true, { state: "gone" }), null);
  await scans.put(5, /** @type {any} */ ({ scan: "S", claims: [{ id: "a" }], at: Date.now() }));
  assert.equal(await scans.changeClaims(5, "S", () => false, { state: "gone" }), null);
});

test("the panel is opened before anything is awaited, and a claim waits for it only where it opens", async () => {
  /** @type {string[]} */ const log = [];
  const session = area();
  const api = (/** @type {boolean} */ opens) => /** @type {any} */ ({
    sidePanel: { open: async () => { log.push("open"); if (!opens) throw new Error("No panel."); } },
    storage: { session: { ...session, set: async (/** @type {any} */ value) => { log.push("set"); await session.set(value); } } },
  });
  const tab = { id: 3, windowId: 1, incognito: true, title: "paper.pdf", url: "https://a.example/paper.pdf" };
  assert.equal(await openPanelWithClaim(api(true), tab, "The Earth is flat"), true);
  assert.deepEqual(log, ["open", "set"]);
  const { at, ...pending } = session.held["panel:3"];
  assert.deepEqual(pending, { claim: "The Earth is flat", title: "paper.pdf", url: "https://a.example/paper.pdf", incognito: true });
  assert.ok(at > 0);
  assert.equal(await openPanelWithClaim(api(false), tab, "x"), false);
  assert.deepEqual(session.held, {});
  assert.equal(await openPanelWithClaim(/** @type {any} */ ({ storage: { session } }), tab, "x"), false);
});

test("only a page of our own may say of which page it speaks", () => {
  const message = { run: "0123456789abcdef", claim: "c", context: { url: "https://news.example/a#part", title: "T" } };
  const page = /** @type {any} */ ({ url: "https://real.example/x", tab: { id: 1, url: "https://real.example/x" } });
  assert.equal(requestOf(message, page)?.context.url, "https://real.example/x");
  assert.equal(requestOf(message, /** @type {any} */ ({ url: "chrome-extension://me/" }), true)?.context.url, "https://news.example/a");
  for (const url of ["javascript:1", "file:///etc/passwd", 4, undefined]) {
    assert.equal(requestOf({ ...message, context: { url } }, /** @type {any} */ ({}), true)?.context.url, "");
  }
});
