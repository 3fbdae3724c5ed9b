import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight, messagesOf } from "./namespace.js";

const { DEFAULTS, backendAddress, parse } = Claimlight.settings;
const { isOff, siteOf } = Claimlight.reach;

test("only this computer is an address of the backend", () => {
  assert.equal(backendAddress(" 127.0.0.1:9000 "), "http://127.0.0.1:9000");
  assert.equal(backendAddress("http://localhost:8737/"), "http://localhost:8737");
  for (const address of ["https://127.0.0.1:1", "http://192.168.0.2:8737", "http://127.0.0.1.evil.example", "http://u@127.0.0.1:1", "http://127.0.0.1:1/x", "", null, 5]) {
    assert.equal(backendAddress(address), "");
  }
});

test("broken settings fall back to the defaults", () => {
  assert.deepEqual(parse({}), DEFAULTS);
  assert.deepEqual(parse({ backend: "http://evil.example", token: 3, trigger: "always", offSites: "x", theme: "pink", language: "tlh", mode: "deepest", history: "no" }), DEFAULTS);
});

test("good settings are kept", () => {
  const chosen = { backend: "http://127.0.0.1:9000", token: "t", trigger: "menu", offSites: ["a.example"], theme: "dark", language: "en", mode: "deep", history: false, offline: true };
  assert.deepEqual(parse({ ...chosen, offSites: ["a.example", 4, ""] }), chosen);
});

test("a disabled site covers its subdomains and nothing that only looks like it", () => {
  const settings = parse({ offSites: ["example.org"] });
  assert.deepEqual(["example.org", "www.example.org", "notexample.org", "example.org.evil"].map((host) => isOff(settings, host)), [true, true, false, false]);
});

test("the bubble's way of coming is one of three", () => {
  for (const trigger of ["button", "shortcut", "menu"]) assert.equal(parse({ trigger }).trigger, trigger);
  for (const trigger of ["always", "", null, ["menu"], {}]) assert.equal(parse({ trigger }).trigger, "button");
});

test("a site is its host without www, and pages without one have none", () => {
  assert.equal(siteOf("https://www.news.example:8443/a?b#c"), "news.example");
  assert.equal(siteOf("file:///a/b.txt"), "");
  assert.equal(siteOf("about:blank"), "");
  // The origin that a frame in a sandboxed page receives.
  assert.equal(siteOf("null"), "");
});

test("without words of its own the bubble speaks English, as _locales has it", () => {
  const english = messagesOf("en");
  const { dir, ...words } = Claimlight.reach.parse({}).words;
  assert.equal(dir, "ltr");
  for (const [key, said] of Object.entries(words)) assert.equal(said, english[key].message);
  assert.equal(Claimlight.reach.parse({ words: { bubble_check: "Prüfen" } }).words.bubble_check, "Prüfen");
});
