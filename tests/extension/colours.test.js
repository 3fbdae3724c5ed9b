// WCAG 2.2 requires a contrast of 4.5:1 for text (§1.4.3) and of 3:1 for marks (§1.4.11), in both themes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
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

const file = (/** @type {string} */ path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** The web page's tokens in both themes. */
function webThemes() {
  const pairs = [...file("backend/web/static/tokens.css").matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g)];
  const theme = (/** @type {number} */ at) => /** @type {Record<string, string>} */ (Object.fromEntries(pairs.map((pair) => [pair[1], pair[at]])));
  return { light: theme(2), dark: theme(3) };
}

for (const name of /** @type {const} */ (["light", "dark"])) {
  const [web, own] = [webThemes()[name], Claimlight.tokens[name]];
  test(`the web page wears the extension's accent in the ${name} theme`, () => {
    assert.deepEqual([web.brand, web["brand-strong"], web["on-brand"]], [own.accent, own.accent, own["accent-ink"]]);
  });
  test(`the web page can be read in the ${name} theme`, () => {
    const pairs = [["on-brand", "brand"], ["on-brand", "brand-hover"], ...["ink", "ink-2", "ink-3", "brand-strong"].flatMap((ink) => [[ink, "ground"], [ink, "panel"]]),
      ["ink-2", "sunk"], ["brand-strong", "brand-soft"], ...VERDICTS.flatMap((key) => [[key, "panel"], [key, `${key}-soft`]])];
    for (const [ink, ground] of pairs) assert.ok(contrast(web[ink], web[ground]) >= 4.5, `${ink} on ${ground}: ${contrast(web[ink], web[ground]).toFixed(2)}`);
  });
}

test("web page and overlay use the same logo", () => {
  /** @param {string} text @returns {string[]} */
  const colours = (text) => text.match(/#[\da-f]{6}/g) ?? [];
  const [top, bottom, , amber] = colours(file("backend/web/static/icon.svg"));
  for (const path of ["chrome_extension/content/window.js", "chrome_extension/content/bubble.js"]) {
    const [tile, check] = colours(file(path).match(/\.logo\{[^}]*\}/)?.[0] ?? "");
    assert.equal(check, amber, path);
    assert.ok(luminance(tile) > luminance(bottom) && luminance(tile) < luminance(top), `${path}: ${tile} lies between ${bottom} and ${top}`);
  }
});

test("the bubble has the card's colours and stays legible when hovered", () => {
  const css = file("chrome_extension/content/bubble.js");
  const pair = (/** @type {string} */ name) => css.match(new RegExp(`${name}:[^;]*?light-dark\\((#[\\da-f]{6}),(#[\\da-f]{6})\\)`))?.slice(1) ?? [];
  const { light, dark } = Claimlight.tokens;
  assert.deepEqual(pair("[;{]color"), [light.ink, dark.ink]);
  assert.deepEqual(pair("background"), [light.ground, dark.ground]);
  assert.deepEqual(pair("outline"), [light.focus, dark.focus]);
  const hover = pair("--hover");
  assert.ok(contrast(light.ink, hover[0]) >= 4.5 && contrast(dark.ink, hover[1]) >= 4.5);
});

test("both themes name the same colours", () => {
  assert.deepEqual(Object.keys(Claimlight.tokens.light), Object.keys(Claimlight.tokens.dark));
});
