import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Claimlight } from "./namespace.js";

const { CLAIMS, LEVELS, VERIFIER, levelOf } = Claimlight.calibration;

test("the levels join up and cover every firm verdict", () => {
  LEVELS.forEach((level, index) => {
    assert.ok(level.right <= level.given && level.given > 0 && level.from < level.to);
    if (index > 0) assert.equal(level.from, LEVELS[index - 1].to);
  });
  assert.equal(LEVELS.at(-1)?.to, 1);
  for (let percent = 60; percent <= 100; percent += 1) assert.ok(levelOf(percent / 100), String(percent));
  assert.equal(levelOf(0.41), null);
});

test("a confidence belongs to the level that is shown with it", () => {
  assert.deepEqual([0.6, 0.7349, 0.86, 0.8651, 1].map((value) => LEVELS.indexOf(/** @type {any} */ (levelOf(value)))), [0, 1, 1, 2, 2]);
});

test("the levels are those of the end-to-end sets that the evaluation reports", () => {
  const report = readFileSync(new URL("../../docs/evaluation.md", import.meta.url), "utf8");
  const rows = [...report.matchAll(/^\| [^|]*end to end \| (\d+) \| 0\.\d+ \| 0\.\d+ \| [\d.]+ \|/gm)].map((row) => Number(row[1]));
  assert.equal(rows.reduce((sum, count) => sum + count, 0), CLAIMS);
  assert.ok(LEVELS.reduce((sum, level) => sum + level.given, 0) <= CLAIMS);
  assert.ok(report.includes(VERIFIER));
});
