import assert from "node:assert/strict";
import test from "node:test";

const { session, lasting } = await import("../../backend/web/static/js/kept.js");
const NAMES = /** @type {const} */ (["sessionStorage", "localStorage"]);

/** @param {any} t @param {() => unknown} storage returned for both names */
function browser(t, storage) {
  for (const name of NAMES) Object.defineProperty(globalThis, name, { configurable: true, get: storage });
  t.after(() => NAMES.forEach((name) => void Reflect.deleteProperty(globalThis, name)));
}

/** Creates a storage with space for this many names. @param {number} room */
function box(room) {
  /** @type {Map<string, string>} */ const held = new Map();
  return {
    held,
    getItem: (/** @type {string} */ name) => held.get(name) ?? null,
    removeItem: (/** @type {string} */ name) => void held.delete(name),
    setItem(/** @type {string} */ name, /** @type {string} */ value) {
      if (!held.has(name) && held.size >= room) throw new DOMException("full", "QuotaExceededError");
      held.set(name, value);
    },
  };
}

test("where storage is forbidden the page keeps what it needs itself", (t) => {
  browser(t, () => {
    throw new DOMException("The document is sandboxed", "SecurityError");
  });
  for (const kept of [session, lasting]) {
    assert.equal(kept.get("token"), null);
    kept.set("token", "secret");
    assert.equal(kept.get("token"), "secret");
    kept.remove("token");
    assert.equal(kept.get("token"), null);
  }
});

test("a storage that is full keeps the newest here, and there again once it has room", (t) => {
  const storage = box(1);
  browser(t, () => storage);
  session.set("a", "1");
  session.set("b", "2");
  assert.deepEqual([session.get("a"), session.get("b"), [...storage.held.keys()]], ["1", "2", ["a"]]);
  session.remove("a");
  session.set("b", "3");
  assert.deepEqual([session.get("b"), [...storage.held]], ["3", [["b", "3"]]]);
  session.remove("b");
  assert.equal(session.get("b"), null);
});
