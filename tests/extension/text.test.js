import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";

const { clean, claimOf, safeLink, hostOf, surrounding } = Claimlight.text;

test("bidi, control, zero-width, tag characters and lone surrogates are removed", () => {
  assert.equal(clean("a\u202Eb\u0000c\u200Bd\u2066e\u{E0041}f\uD800g\uFEFFh\u0085"), "abcdefgh");
  assert.equal(clean("naïve 🌍 日本語 العربية\tx\ny"), "naïve 🌍 日本語 العربية\tx\ny");
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
