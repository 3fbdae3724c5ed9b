// Every message to a page ends with an answer or a timeout, whatever the page does.
import assert from "node:assert/strict";
import test from "node:test";
import * as forget from "../../chrome_extension/background/forget.js";
import { FROM_OURSELVES } from "../../chrome_extension/background/messages.js";
import { Scans } from "../../chrome_extension/background/scans.js";
import { askPage, askTab, tellPage, within } from "../../chrome_extension/background/tabs.js";
import { Claimlight } from "./namespace.js";
import { area } from "./server.js";
import { until } from "./until.js";

const { forgetAll } = forget;

/** Creates a browser whose pages answer messages with the given function. @param {(to: any) => Promise<unknown>} answer */
const browser = (answer) => /** @type {any} */ ({ tabs: { sendMessage: (/** @type {number} */ _tab, /** @type {any} */ _message, /** @type {any} */ to) => answer(to) } });
const never = () => new Promise(() => {});

test("the answer, nobody there and no answer in time are told apart", async () => {
  assert.equal(await askTab(browser(async () => false), 3, {}), false);
  assert.equal(await askTab(browser(async () => { throw new Error("Receiving end does not exist."); }), 3, {}), undefined);
  assert.equal(await askTab(browser(never), 3, {}, { limit: 5 }), null);
});

test("a page is its top frame; without a frame all are asked", async () => {
  const echo = browser(async (to) => to);
  assert.deepEqual(await askPage(echo, 3, {}), { frameId: 0 });
  assert.deepEqual(await askTab(echo, 3, {}, { frameId: 7 }), { frameId: 7 });
  assert.deepEqual(await askTab(echo, 3, {}), {});
});

test("a failure before the time limit is a failure", async () => {
  await assert.rejects(within(Promise.reject(new Error("full")), 1000), /full/);
});

test("what the session holds of a claim goes before a stopped page is told", async () => {
  const session = area();
  session.held["scan:3"] = { claims: [], at: Date.now() };
  session.held["panel:3"] = { claim: "The Earth is flat" };
  session.held["run:r"] = { job: "j" };
  /** @type {string[][]} */ const left = [];
  const pages = browser(async () => void left.push(Object.keys(session.held)));
  const scans = new Scans(session, { lock: (_name, work) => work() });
  const backend = { ask: async () => ({}) };
  await FROM_OURSELVES.history({ action: "delete", body: { all: true } }, /** @type {any} */ ({}), /** @type {any} */ ({ chrome: { ...pages, storage: { session } }, scans, backend }));
  assert.deepEqual(left, [["run:r"]]);
});

test("a page is told until when it is waited for, and lets a question be that comes later", async (t) => {
  /** @type {any[]} */ const told = [];
  const api = /** @type {any} */ ({ tabs: { sendMessage: async (/** @type {number} */ _tab, /** @type {any} */ message) => void told.push(message) } });
  const before = Date.now();
  await askPage(api, 3, { type: "check-selection" }, 500);
  assert.ok(told[0].until >= before + 500 && told[0].until <= Date.now() + 500);
  await tellPage(api, 3, { type: "scan-clear" });
  assert.deepEqual(told[1], { type: "scan-clear" });
  const { load, answers } = Claimlight;
  t.after(() => void Object.assign(Claimlight, { load, answers }));
  let checks = 0;
  Object.assign(Claimlight, { load: async () => undefined, answers: { "check-selection": () => (checks += 1) } });
  assert.equal(await Claimlight.answer({ type: "check-selection", until: Date.now() - 1 }), false);
  assert.equal(checks, 0);
  assert.equal(await Claimlight.answer({ type: "check-selection", until: Date.now() + 60_000 }), 1);
  assert.equal(await Claimlight.answer({ type: "check-selection" }), 2);
});

test("a suspended page does not prevent deleting everything", async () => {
  const session = area();
  session.held["scan:3"] = { claims: [], at: Date.now() };
  const scans = new Scans(session, { lock: (_name, work) => work() });
  await forgetAll(/** @type {any} */ ({ chrome: { ...browser(never), storage: { session } }, scans }));
  assert.deepEqual(session.held, {});
});

test("with a tab that another replaced goes what was known of it", async () => {
  const session = area();
  session.held["scan:3"] = { claims: [], at: Date.now() };
  session.held["panel:3"] = { claim: "c" };
  /** @type {Record<string, (...tabs: number[]) => void>} */ const on = {};
  const event = (/** @type {string} */ name) => ({ addListener: (/** @type {() => void} */ listener) => void (on[name] = listener) });
  const scans = new Scans(session, { lock: (_name, work) => work() });
  forget.listen(/** @type {any} */ ({ chrome: { storage: { session }, tabs: { onRemoved: event("removed"), onReplaced: event("replaced") } }, scans }));
  on.replaced(4, 3);
  await until(() => Object.keys(session.held).length === 0);
});
