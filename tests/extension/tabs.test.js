// Questions to pages end, whatever the page does.
import assert from "node:assert/strict";
import test from "node:test";
import { FROM_OURSELVES } from "../../chrome_extension/background/messages.js";
import { Scans } from "../../chrome_extension/background/scans.js";
import { askPage, askTab, within } from "../../chrome_extension/background/tabs.js";
import { area } from "./server.js";

/** A browser whose pages do this with a message. @param {(to: any) => Promise<unknown>} answer */
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

test("who fails in time fails", async () => {
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
