// WCAG 2.2 §1.4.3: text 4.5:1, and §1.4.11: marks 3:1, in both themes.
import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";

/** @param {string} hex */
function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const VERDICTS = ["true", "false", "partial", "misleading", "unknown", "opinion"];

for (const name of /** @type {const} */ (["light", "dark"])) {
  const theme = Claimlight.tokens[name];
  test(`text can be read in the ${name} theme`, () => {
    const pairs = [["ink", "ground"], ["ink", "raised"], ["soft", "ground"], ["soft", "raised"], ["accent", "ground"], ["accent-ink", "accent"],
      ...VERDICTS.flatMap((key) => [[`${key}-ink`, `${key}-ground`], [`${key}-ink`, "ground"]])];
    for (const [ink, ground] of pairs) assert.ok(contrast(theme[ink], theme[ground]) >= 4.5, `${ink} on ${ground}: ${contrast(theme[ink], theme[ground]).toFixed(2)}`);
  });
  test(`marks stand out in the ${name} theme`, () => {
    for (const key of VERDICTS) {
      assert.ok(contrast(theme[`${key}-mark`], theme[`${key}-ground`]) >= 3, `${key} ${contrast(theme[`${key}-mark`], theme[`${key}-ground`]).toFixed(2)}`);
      assert.ok(contrast(theme["seal-ink"], theme[`${key}-mark`]) >= 3, `seal ${key} ${contrast(theme["seal-ink"], theme[`${key}-mark`]).toFixed(2)}`);
    }
    assert.ok(contrast(theme.star, theme.ground) >= 3);
  });
}

test("both themes name the same colours", () => {
  assert.deepEqual(Object.keys(Claimlight.tokens.light), Object.keys(Claimlight.tokens.dark));
});
