// Claims in the session storage: where they are written, and when they are deleted.
import assert from "node:assert/strict";
import test from "node:test";
import { Backend } from "../../chrome_extension/background/backend.js";
import * as entries from "../../chrome_extension/background/entries.js";
import { forgetTab } from "../../chrome_extension/background/forget.js";
import { FROM_OURSELVES } from "../../chrome_extension/background/messages.js";
import { Scans } from "../../chrome_extension/background/scans.js";
import { Claimlight } from "./namespace.js";
import { result } from "./samples.js";
import { area, json, serve } from "./server.js";

/** @type {import("../../chrome_extension/background/session.js").Lock} */
const lock = (_name, work) => work();
const RECORD = /** @type {any} */ ({ phase: "done", scan: "a", claims: [], incognito: false, at: Date.now() });
const CLICK = /** @type {any} */ ({ menuItemId: "check-selection", selectionText: "The Earth is flat" });
const TAB = /** @type {any} */ ({ id: 3, windowId: 1, title: "T", incognito: false });

/** Creates a browser in which only the named frames answer. @param {number[]} [frames] */
function browser(frames = []) {
  const session = area();
  /** @type {string[]} */ const windows = [];
  /** @type {[number, any, number | undefined][]} */ const told = [];
  const chrome = /** @type {any} */ ({
    runtime: { getURL: (/** @type {string} */ path) => `chrome-extension://me/${path}`, getManifest: () => ({ content_scripts: [{ js: [] }] }) },
    scripting: { executeScript: async () => { throw new Error("Cannot access contents of the page."); } },
    storage: { session },
    tabs: {
      sendMessage: async (/** @type {number} */ tab, /** @type {any} */ { until: _, ...message }, /** @type {any} */ { frameId }) => {
        told.push([tab, message, frameId]);
        if (!frames.includes(frameId)) throw new Error("Receiving end does not exist.");
        return true;
      },
    },
    windows: { create: async (/** @type {any} */ { url }) => windows.push(url) },
  });
  return { chrome, session, windows, told };
}

test("the shortcut where nothing can be read opens the window, and leaves a half-typed claim and its check alone", async () => {
  const { chrome, session, windows } = browser();
  session.held.popup = { draft: "The Moon is made of", run: "r", incognito: false };
  await entries.onCommand(chrome, entries.COMMAND, TAB);
  assert.deepEqual(session.held, { popup: { draft: "The Moon is made of", run: "r", incognito: false } });
  assert.deepEqual(windows, ["chrome-extension://me/popup/popup.html"]);
});

test("a claim from the menu is to be checked at once; a private tab's is kept apart, and its window told so", async () => {
  const { chrome, session, windows } = browser();
  session.held.popup = { draft: "The Moon is made of" };
  await entries.onMenu(chrome, CLICK, { ...TAB, incognito: true });
  assert.deepEqual(session.held["popup-private"], { draft: "The Earth is flat", start: true, incognito: true });
  assert.deepEqual(session.held.popup, { draft: "The Moon is made of" });
  await entries.onMenu(chrome, CLICK, TAB);
  assert.deepEqual(session.held.popup, { draft: "The Earth is flat", start: true, incognito: false });
  assert.deepEqual(windows, ["chrome-extension://me/popup/popup.html?private", "chrome-extension://me/popup/popup.html"]);
});

test("a claim selected in a frame is asked of the frame, which knows what stands around it", async () => {
  const { chrome, told } = browser([0, 7]);
  await entries.onMenu(chrome, { ...CLICK, frameId: 7 }, TAB);
  assert.deepEqual(told, [[3, { type: "check-selection", ifSelected: true }, 7]]);
});

test("a frame that does not answer is replaced by the surrounding page", async () => {
  const { chrome, told } = browser([0]);
  await entries.onMenu(chrome, { ...CLICK, frameId: 7 }, TAB);
  assert.deepEqual(told.map(([, { type }, frame]) => [type, frame]), [["check-selection", 7], ["open", 0]]);
});

test("closing a tab deletes the checks of its page", async () => {
  const { chrome, session } = browser();
  const scans = new Scans(session, { lock });
  for (const tab of [3, 4]) {
    await scans.put(tab, RECORD);
    await scans.keepAnswer(tab, "a", "s0", result({}));
    session.held[`panel:${tab}`] = { claim: "c" };
  }
  await forgetTab(3, { chrome, scans });
  assert.deepEqual(Object.keys(session.held).sort(), ["panel:4", "scan-answer:4:s0", "scan-answers", "scan:4"]);
});

test("who deletes all of the history deletes what the browser holds of it, and the page's marks; a running check goes on", async (t) => {
  let status = 200;
  const { url, asked } = await serve(t, (_seen, response) => json(response, { deleted: 2 }, status));
  const { chrome, session, told } = browser([0]);
  const scans = new Scans(session, { lock });
  const backend = new Backend({ fetch, settings: async () => ({ ...Claimlight.settings.DEFAULTS, backend: url }), version: "0.1.0" });
  const say = (/** @type {any} */ body) => FROM_OURSELVES.history({ action: "delete", body }, /** @type {any} */ ({}), /** @type {any} */ ({ chrome, scans, backend }));
  await scans.put(3, RECORD);
  await scans.keepAnswer(3, "a", "s0", result({}));
  Object.assign(session.held, { popup: { draft: "x" }, "popup-private": { draft: "y" }, "panel:3": { claim: "c" }, "run:r": { job: "j" } });
  const before = Object.keys(session.held).length;
  await say({ numbers: [1] });
  assert.equal(Object.keys(session.held).length, before);
  status = 500;
  assert.equal((/** @type {any} */ (await say({ all: true }))).ok, false);
  assert.deepEqual(Object.keys(session.held), ["run:r"]);
  status = 200;
  assert.deepEqual(await say({ all: true }), { ok: true, data: { deleted: 2 } });
  assert.deepEqual(told.map(([tab, { type }]) => [tab, type]), [[3, "scan-clear"]]);
  assert.equal(asked.length, 3);
});
