// The steps of the first run, derived from the backend's status.
import assert from "node:assert/strict";
import { test } from "node:test";
import { progress } from "../../backend/web/static/js/welcome.js";
import { use } from "../../backend/web/static/js/words.js";
import { messagesOf } from "./namespace.js";

use(Object.fromEntries(Object.entries(messagesOf("en")).map(([key, { message }]) => [key, message])));

const FRESH = { version: "0.1.0", history_entries: 0, extension: null };

test("each step is done when the backend has seen it", () => {
  assert.deepEqual(progress(FRESH), { extension: false, tried: false, told: "Loaded already? Open it once from the toolbar." });
  const extension = { version: "0.1.0", seen: "2026-11-24T12:00:00+00:00", fits: true };
  assert.deepEqual(progress({ ...FRESH, history_entries: 1, extension }), { extension: true, tried: true, told: "Version 0.1.0 is connected." });
});

test("an extension that is too far apart is not done, and told", () => {
  const extension = { version: "3.0.0", seen: "2026-11-24T12:00:00+00:00", fits: false };
  const done = progress({ ...FRESH, extension });
  assert.equal(done.extension, false);
  assert.match(done.told, /3\.0\.0 is not compatible with Claimlight 0\.1\.0/);
});
