// The storage of the token: no copy is deleted before another one is safe, and failures of the vault affect nothing else.
import assert from "node:assert/strict";
import test from "node:test";
import { Backend } from "../../chrome_extension/background/backend.js";
import { Claimlight } from "./namespace.js";
import { area, json, serve } from "./server.js";

await import("../../chrome_extension/shared/vault.js");
const { settings } = Claimlight;
const vault = /** @type {NonNullable<typeof Claimlight.vault>} */ (Claimlight.vault);

/** The part of the browser's database that the vault uses. @typedef {{ held: Map<string, unknown>, opens: "yes" | "no" | "never", aborts: boolean, loses: boolean }} Base */
/** @param {Base} base */
function database({ held, opens, aborts, loses }) {
  /** @param {any} request @param {unknown} value */
  const answer = (request, value) => queueMicrotask(() => ((request.result = value), request.onsuccess?.()));
  const store = () => /** @type {any} */ ({
    /** @type {Map<string, unknown>} */ written: new Map(),
    get: (/** @type {string} */ name) => { const request = {}; answer(request, held.get(name)); return request; },
    put(/** @type {unknown} */ value, /** @type {string} */ name) { this.written.set(name, value); const request = {}; answer(request, name); return request; },
  });
  const transaction = (/** @type {string} */ _name, /** @type {string} */ _mode, /** @type {any} */ { durability }) => {
    assert.equal(durability, "strict");
    const one = store();
    const made = /** @type {any} */ ({ objectStore: () => one });
    // Requests succeed well before the transaction ends.
    setTimeout(() => {
      if (aborts && one.written.size > 0) return made.onabort();
      if (!loses) for (const [name, value] of one.written) held.set(name, value);
      made.oncomplete();
    }, 2);
    return made;
  };
  return {
    open() {
      const request = /** @type {any} */ ({});
      queueMicrotask(() => {
        if (opens === "no") return (request.error = new Error("Internal error opening backing store")), request.onerror();
        if (opens === "yes") answer(request, { transaction, close() {} });
      });
      return request;
    },
  };
}

/** Creates a browser with these plain settings and this token in its vault. @param {Record<string, unknown>} open @param {Partial<Base> & { token?: string }} [kept] */
function browser(open, { token, opens = "yes", aborts = false, loses = false } = {}) {
  const local = area();
  Object.assign(local.held, open);
  local.get = async (/** @type {any} */ names) => Object.fromEntries([names].flat().filter((name) => name in local.held).map((name) => [name, local.held[name]]));
  const held = new Map(token === undefined ? [] : [["token", /** @type {unknown} */ (token)]]);
  const asked = { persist: 0 };
  const define = (/** @type {string} */ name, /** @type {unknown} */ value) => Object.defineProperty(globalThis, name, { configurable: true, value });
  define("indexedDB", database({ held, opens, aborts, loses }));
  define("chrome", { storage: { local } });
  define("navigator", { storage: { persist: async () => (asked.persist += 1) > 0 } });
  return { local, held, asked };
}

test("the token goes into the vault, and only then out of its old place", async () => {
  const { local, held, asked } = browser({ token: "old" });
  await settings.save({ token: "new", history: false });
  assert.deepEqual([held.get("token"), local.held, await settings.token(), asked.persist], ["new", { history: false }, "new", 1]);
});

for (const [how, broken] of /** @type {[string, Partial<Base>][]} */ ([
  ["cannot be opened", { opens: "no" }],
  ["gives up what it was to write", { aborts: true }],
  ["loses what it wrote", { loses: true }],
])) {
  test(`a database that ${how} fails the token and nothing else`, async () => {
    const { local } = browser({ token: "old" }, broken);
    await assert.rejects(settings.save({ token: "new", history: false }));
    await assert.rejects(vault.adopt(/** @type {any} */ (local), "token"));
    assert.deepEqual(local.held, { token: "old", history: false });
    assert.deepEqual([(await settings.load()).history, (await settings.load()).token, await settings.token()], [false, "", "old"]);
  });
}

test("a database that says nothing is waited for only for a while", async (t) => {
  browser({ history: false }, { opens: "never" });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const failed = assert.rejects(settings.token(), /vault-silent/);
  assert.equal((await settings.load()).history, false);
  await Promise.resolve();
  t.mock.timers.tick(3000);
  await failed;
});

for (const [early, kept, then] of [["early", undefined, "early"], ["early", "", "early"], ["planted", "kept", "kept"], ["", "kept", "kept"], [" ", "kept", "kept"], [7, undefined, undefined]]) {
  test(`of ${JSON.stringify(early)} in the open and ${JSON.stringify(kept)} in the vault, the vault has ${JSON.stringify(then)}`, async () => {
    const { local, held } = browser({ token: early }, { token: /** @type {any} */ (kept) });
    assert.equal(await settings.token(), then ?? "");
    await vault.adopt(/** @type {any} */ (local), "token");
    assert.deepEqual([held.get("token"), local.held], [then, {}]);
  });
}

test("without its token Claimlight is asked all the same, and a refusal says what is missing", async (t) => {
  let status = 200;
  const { url, asked } = await serve(t, (_seen, response) => json(response, { days: 1 }, status));
  const broken = async () => { throw new Error("The browser's database does not answer."); };
  const backend = new Backend({ fetch, settings: async () => ({ ...settings.DEFAULTS, backend: url }), token: broken, version: "0.1.0" });
  assert.equal((await backend.health()).ready, true);
  assert.deepEqual(await backend.ask("/api/history/keep", {}), { days: 1 });
  assert.equal(asked[0].headers.authorization, undefined);
  status = 401;
  /** @type {import("../../chrome_extension/types").Failure} */
  const failure = await backend.ask("/api/history/keep", {}).catch((error) => error.failure);
  assert.equal(failure.kind, "token");
  assert.equal(Claimlight.words.failure(failure).title, "The access token cannot be read");
});
