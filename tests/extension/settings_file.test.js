import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";
import "../../chrome_extension/shared/migrations.js";
import "../../chrome_extension/options/settings_file.js";

const { migrations, settings, settingsFile } = Claimlight;

/** Creates a storage area that records the order of its writes. @param {Record<string, unknown>} kept */
function area(kept) {
  /** @type {string[]} */
  const done = [];
  return {
    kept,
    done,
    get: async () => ({ ...kept }),
    set: async (/** @type {Record<string, unknown>} */ items) => {
      done.push(`set ${Object.keys(items).sort().join(" ")}`);
      Object.assign(kept, items);
    },
    remove: async (/** @type {string[]} */ keys) => {
      done.push(`remove ${keys.join(" ")}`);
      for (const key of keys) delete kept[key];
    },
  };
}

/** The settings of each version, as stored then and as read now. @type {[string, Record<string, unknown>, Partial<import("../../chrome_extension/types").Settings>][]} */
const SHAPES = [
  ["nothing at all", {}, {}],
  ["0.1.0 with sites", { backend: "http://127.0.0.1:9000", trigger: "menu", disabledSites: ["a.example"], theme: "dark" },
    { backend: "http://127.0.0.1:9000", trigger: "menu", offSites: ["a.example"], theme: "dark" }],
  ["0.1.0 without sites", { token: "t", trigger: "button" }, { token: "t", trigger: "button" }],
  ["0.1.0 whose sites are broken", { disabledSites: "a.example" }, { offSites: [] }],
  ["version 1", { settingsVersion: 1, offSites: ["b.example"], language: "en", mode: "deep", history: false },
    { offSites: ["b.example"], language: "en", mode: "deep", history: false }],
  ["a mixture, as a browser that ended in between leaves it", { disabledSites: ["a.example"], offSites: ["b.example"] }, { offSites: ["b.example"] }],
];

for (const [name, stored, expected] of SHAPES) {
  test(`settings survive the update from ${name}`, async () => {
    const kept = area({ ...stored, reports: ["kept"] });
    await migrations.run(/** @type {any} */ (kept));
    assert.deepEqual(settings.parse(kept.kept), { ...settings.DEFAULTS, ...expected });
    assert.equal(kept.kept.settingsVersion, migrations.VERSION);
    assert.equal("disabledSites" in kept.kept, false);
    assert.deepEqual(kept.kept.reports, ["kept"]);
    const before = kept.done.length;
    await migrations.run(/** @type {any} */ (kept));
    assert.equal(kept.done.length, before);
  });
}

test("what is new is written before what is old is removed, and nothing else is touched", async () => {
  const kept = area({ disabledSites: ["a.example"], theme: "dark" });
  await migrations.run(/** @type {any} */ (kept));
  assert.deepEqual(kept.done, ["set offSites settingsVersion", "remove disabledSites"]);
});

test("settings of a later version are left as they are", async () => {
  const later = { settingsVersion: migrations.VERSION + 1, disabledSites: ["means something else"] };
  const kept = area({ ...later });
  await migrations.run(/** @type {any} */ (kept));
  assert.deepEqual([kept.kept, kept.done], [later, []]);
});

test("there is one step for each version", () => {
  assert.deepEqual(Object.keys(migrations.migrate({ disabledSites: [] })).sort(), ["offSites", "settingsVersion"]);
  assert.equal(migrations.versionOf({ settingsVersion: "1" }), 0);
});

const CHOSEN = settings.parse({ backend: "http://localhost:9000", token: "secret", trigger: "shortcut", offSites: ["a.example"], theme: "dark", language: "en", mode: "deep", history: false });

test("exported settings come back as they were, without the token unless it was wanted", () => {
  const { token: _, ...rest } = CHOSEN;
  assert.deepEqual(settingsFile.read(settingsFile.write(CHOSEN, false)), { ok: true, settings: rest, unknown: [] });
  assert.doesNotMatch(settingsFile.write(CHOSEN, false), /secret|token/);
  assert.deepEqual(settingsFile.read(settingsFile.write(CHOSEN, true)), { ok: true, settings: CHOSEN, unknown: [] });
});

/** @param {object} change @param {object} [file] */
const fileOf = (change, file = {}) => JSON.stringify({ kind: "claimlight-settings", version: migrations.VERSION, settings: change, ...file });

test("a file of an earlier version is brought up to date", () => {
  assert.deepEqual(settingsFile.read(fileOf({ disabledSites: ["a.example"] }, { version: 0 })), { ok: true, settings: { offSites: ["a.example"] }, unknown: [] });
});

test("unknown settings are left out and named", () => {
  assert.deepEqual(settingsFile.read(fileOf({ theme: "dark", colour: "red" })), { ok: true, settings: { theme: "dark" }, unknown: ["colour"] });
});

for (const [fault, text, name] of /** @type {[string, string, string?][]} */ ([
  ["not_json", "theme: dark"],
  ["not_json", ""],
  ["not_ours", "[]"],
  ["not_ours", "null"],
  ["not_ours", JSON.stringify({ theme: "dark" })],
  ["not_ours", fileOf({}, { version: "1" })],
  ["not_ours", fileOf({}, { settings: [] })],
  ["newer", fileOf({}, { version: migrations.VERSION + 1 })],
  ["too_large", " ".repeat(1_000_001)],
  ["bad_value", fileOf({ theme: "pink" }), "theme"],
  ["bad_value", fileOf({ backend: "http://evil.example" }), "backend"],
  ["bad_value", fileOf({ offSites: ["a.example", 4] }), "offSites"],
  ["bad_value", fileOf({ history: "yes" }), "history"],
  ["bad_value", fileOf({ token: 5 }), "token"],
])) {
  test(`a faulty file is refused whole: ${fault} ${name ?? text.slice(0, 30)}`, () => {
    assert.deepEqual(settingsFile.read(text), { ok: false, fault, ...(name ? { name } : {}) });
  });
}
