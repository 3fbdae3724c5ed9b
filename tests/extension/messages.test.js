import assert from "node:assert/strict";
import test from "node:test";
import { Backend } from "../../chrome_extension/background/backend.js";
import * as entries from "../../chrome_extension/background/entries.js";
import { FROM_OURSELVES, FROM_PAGES, handlerFor } from "../../chrome_extension/background/messages.js";
import { Claimlight } from "./namespace.js";
import { json, serve } from "./server.js";

const runtime = /** @type {any} */ ({ id: "me", getURL: (/** @type {string} */ path) => `chrome-extension://me/${path}` });
const PAGE = /** @type {any} */ ({ id: "me", url: "https://news.example/", tab: { id: 3 } });
const POPUP = /** @type {any} */ ({ id: "me", url: "chrome-extension://me/popup/popup.html" });

test("pages may ask for little, our own pages for the status too", () => {
  assert.equal(handlerFor({ type: "show-in-top" }, PAGE, runtime), FROM_PAGES["show-in-top"]);
  assert.equal(handlerFor({ type: "status" }, PAGE, runtime), undefined);
  assert.equal(handlerFor({ type: "status" }, POPUP, runtime), FROM_OURSELVES.status);
});

test("other extensions, workers without a tab, and inherited names get nothing", () => {
  assert.equal(handlerFor({ type: "status" }, { ...POPUP, id: "other" }, runtime), undefined);
  assert.equal(handlerFor({ type: "show-in-top" }, { id: "me", url: "https://x.example" }, runtime), undefined);
  for (const type of ["toString", "constructor", "__proto__", 4, undefined]) assert.equal(handlerFor({ type }, PAGE, runtime), undefined);
});

test("the options page reaches four routes for the reader's ratings, a page none", async (t) => {
  const { url, asked } = await serve(t, (seen, response) => json(response, { said: seen.body }));
  const settings = async () => ({ ...Claimlight.settings.DEFAULTS, backend: url });
  const deps = /** @type {any} */ ({ backend: new Backend({ fetch, settings, version: "0.1.0" }), settings });
  for (const action of ["rate", "list", "set", "remove"]) {
    const message = { type: "sources", action, body: { site: "a.example" } };
    assert.equal(handlerFor(message, PAGE, runtime), undefined);
    assert.deepEqual(await FROM_OURSELVES.sources(message, POPUP, deps), { ok: true, data: { said: { site: "a.example" } } });
  }
  for (const action of ["../verify", "constructor", "", undefined]) {
    assert.equal(await FROM_OURSELVES.sources({ type: "sources", action }, POPUP, deps), false);
  }
  assert.deepEqual(asked.map(({ path }) => path), ["rate", "list", "set", "remove"].map((route) => `/api/sources/${route}`));
});

test("what the backend refuses reaches the options page as its failure", async (t) => {
  const { url } = await serve(t, (_seen, response) => json(response, { error: { message: "No domain.", hint: "See." } }, 400));
  const settings = async () => ({ ...Claimlight.settings.DEFAULTS, backend: url });
  const deps = /** @type {any} */ ({ backend: new Backend({ fetch, settings, version: "0.1.0" }), settings });
  assert.deepEqual(await FROM_OURSELVES.sources({ type: "sources", action: "set", body: {} }, POPUP, deps), {
    ok: false, failure: { kind: "request", message: "No domain.", hint: "See." },
  });
});

test("the tab in which a card opens is the sender's", async () => {
  /** @type {any[]} */ const told = [];
  const sendMessage = async (/** @type {number} */ tab, /** @type {any} */ { until, ...message }, /** @type {any} */ to) => told.push([tab, message, to, until > Date.now()]);
  const chrome = /** @type {any} */ ({ tabs: { sendMessage } });
  await FROM_PAGES["show-in-top"]({ claim: "c", tabId: 99, context: { title: "t", surrounding: "s", language: "de" } }, PAGE, /** @type {any} */ ({ chrome }));
  assert.deepEqual(told, [[3, { type: "open", claim: "c", context: { title: "t", surrounding: "s", language: "de" } }, { frameId: 0 }, true]]);
});

/** Creates a browser with one tab. `present` is whether our content script answers there, `allowed` whether it may be injected.
 * @param {{ present: boolean, allowed: boolean, selected?: boolean, panel?: boolean }} tab */
function browser(tab) {
  /** @type {string[]} */ const log = [];
  const api = /** @type {any} */ ({
    runtime: { getURL: runtime.getURL, getManifest: () => ({ content_scripts: [{ js: ["a.js"] }] }) },
    tabs: {
      query: async () => [{ id: 3 }],
      sendMessage: async (/** @type {number} */ _id, /** @type {any} */ message) => {
        if (!tab.present) throw new Error("Receiving end does not exist.");
        if (message.ifSelected && !tab.selected) return undefined;
        log.push(message.type);
        return true;
      },
    },
    scripting: {
      executeScript: async () => {
        if (!tab.allowed) throw new Error("Cannot access contents of the page.");
        log.push("injected");
        tab.present = true;
      },
    },
    storage: {
      session: {
        set: async (/** @type {any} */ value) => log.push(value.popup ? `draft ${value.popup.draft}` : `waits: ${value["panel:3"].claim}`),
        remove: async (/** @type {string} */ key) => log.push(`no longer ${key}`),
      },
    },
    sidePanel: {
      open: async () => {
        log.push("panel");
        if (tab.panel === false) throw new Error("No side panel");
      },
    },
    windows: { create: async () => log.push("window") },
  });
  return { api, log };
}
const CLICK = /** @type {any} */ ({ menuItemId: "check-selection", selectionText: "The Earth is flat" });

test("the context menu opens the card on the page", async () => {
  const { api, log } = browser({ present: true, allowed: true });
  await entries.onMenu(api, CLICK, /** @type {any} */ ({ id: 3, title: "T" }));
  assert.deepEqual(log, ["open"]);
});

test("in a tab older than the extension the script is put in first", async () => {
  const { api, log } = browser({ present: false, allowed: true });
  await entries.onMenu(api, CLICK, /** @type {any} */ ({ id: 3 }));
  assert.deepEqual(log, ["injected", "open"]);
});

test("on the browser's own pages and files the panel opens at once, while the click still counts", async () => {
  for (const pageUrl of ["chrome://settings/", "file:///home/me/a.pdf", "chrome-extension://pdf/https://a.example/a.pdf"]) {
    const { api, log } = browser({ present: true, allowed: true });
    const done = entries.onMenu(api, { ...CLICK, pageUrl }, /** @type {any} */ ({ id: 3, windowId: 1 }));
    assert.equal(log[0], "panel");
    await done;
    assert.deepEqual(log, ["panel", "waits: The Earth is flat"]);
  }
});

test("without a panel a window takes its place", async () => {
  const { api, log } = browser({ present: false, allowed: false, panel: false });
  await entries.onMenu(api, { ...CLICK, pageUrl: "chrome://settings/" }, /** @type {any} */ ({ id: 3, windowId: 1 }));
  assert.deepEqual(log, ["panel", "waits: The Earth is flat", "no longer panel:3", "draft The Earth is flat", "window"]);
});

test("a page of the web gets its card, a PDF there too", async () => {
  const { api, log } = browser({ present: true, allowed: true });
  await entries.onMenu(api, { ...CLICK, pageUrl: "https://a.example/a.pdf" }, /** @type {any} */ ({ id: 3, windowId: 1 }));
  assert.deepEqual(log, ["open"]);
});

test("where no script may run, as in the web store, a window opens with the selection", async () => {
  const { api, log } = browser({ present: false, allowed: false });
  await entries.onMenu(api, CLICK, /** @type {any} */ ({ id: 3 }));
  assert.deepEqual(log, ["draft The Earth is flat", "window"]);
});

for (const selected of [true, false]) {
  test(`the shortcut asks once ${selected ? "the frame with the selection" : "the page, when nothing is selected"}`, async () => {
    const { api, log } = browser({ present: true, allowed: true, selected });
    await entries.onCommand(api, entries.COMMAND);
    assert.deepEqual(log, ["check-selection"]);
  });
}

test("other commands are not ours", async () => {
  const { api, log } = browser({ present: true, allowed: true, selected: true });
  await entries.onCommand(api, "something-else");
  assert.deepEqual(log, []);
});
