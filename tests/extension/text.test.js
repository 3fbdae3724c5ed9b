import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";

const { clean, short, claimOf, safeLink, hostOf, surrounding } = Claimlight.text;

test("bidi, control, zero-width, tag characters and lone surrogates are removed", () => {
  assert.equal(clean("a\u202Eb\u0000c\u200Bd\u2066e\u{E0041}f\uD800g\uFEFFh\u0085"), "abcdefgh");
  assert.equal(clean("naïve 🌍 日本語 العربية\tx\ny"), "naïve 🌍 日本語 العربية\tx\ny");
});

test("joiners go from scripts that are written without them", () => {
  assert.equal(clean("中\u200d国\u200c人 한\u200d국 \u{1d41f}\u200d\u{1d41a}"), "中国人 한국 \u{1d41f}\u{1d41a}");
  for (const word of ["\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u0b95\u0bcd\u200c\u0bb7", "\u1787\u17b6\u200c\u178f"]) assert.equal(clean(word), word);
});

test("joiners stay where words and emoji need them, and go where they only hide things", () => {
  for (const word of ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0915\u094d\u200d\u0937", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", "\u{1f469}\u{1f3fd}\u200d\u{1f680}", "\u{1f3f3}\ufe0f\u200d\u{1f308}"]) {
    assert.equal(clean(word), word);
    assert.equal(claimOf(`${word} 1`), `${word} 1`);
  }
  assert.equal(clean("pass\u200dword a\u200cb \u200dx \u{1f44d}\u200c\u{1f44d} \u{1f468}\u200dx 1\u200d\u{1f680}"), "password ab x \u{1f44d}\u{1f44d} \u{1f468}x 1\u{1f680}");
  assert.equal(clean("\u0627\u200c\u200c\u0628"), "\u0627\u200c\u0628");
});

test("a cut through the middle of a character takes it away", () => {
  const globes = "🌍".repeat(400);
  assert.equal(short(`x${globes}`, 300), `x${"🌍".repeat(149)}`);
  assert.equal(short(null, 300), "");
  const around = surrounding(`y${globes}the claim${globes}y`, "the claim");
  assert.equal(around, `${"🌍".repeat(150)}the claim${"🌍".repeat(150)}`);
  const uneven = surrounding(`${globes}the  claim!${globes}`, "the claim");
  assert.ok(uneven.isWellFormed() && uneven.includes("the claim!🌍"));
  assert.ok(surrounding(`x${globes}`, "absent").isWellFormed());
});

test("anything that is not text becomes nothing", () => {
  for (const value of [null, undefined, 4, {}, ["a"]]) assert.equal(clean(value), "");
});

test("a claim is one line of normalised text", () => {
  assert.equal(claimOf("  The\u00a0Earth\r\n  is\u2028ﬂat \t"), "The Earth is flat");
});

test("only http and https without a user name are links", () => {
  assert.equal(safeLink("https://example.org/a"), "https://example.org/a");
  for (const url of ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "\u0001javascript:alert(1)", "data:text/html,x", "file:///etc/passwd",
    "chrome://settings", "//example.org", "https://nasa.gov@evil.example/", "not a url", ""]) assert.equal(safeLink(url), "");
});

test("the host that is shown is the real one", () => {
  assert.equal(hostOf("https://www.nasa.gov/x?y=https://evil.example"), "nasa.gov");
  assert.equal(hostOf("https://xn--nsa-5cd.gov/"), "xn--nsa-5cd.gov");
});

test("the surroundings hold the claim and are bounded", () => {
  const around = surrounding(`${"before ".repeat(100)}the claim${" after".repeat(100)}`, "the claim");
  assert.ok(around.includes("the claim"));
  assert.equal(around.length, 300 + "the claim".length + 300);
  assert.equal(surrounding("x".repeat(5000), "absent").length, 600);
});
