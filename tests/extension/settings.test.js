import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";

const { DEFAULTS, backendAddress, isDisabled, parse } = Claimlight.settings;

test("only this computer is an address of the backend", () => {
  assert.equal(backendAddress(" 127.0.0.1:9000 "), "http://127.0.0.1:9000");
  assert.equal(backendAddress("http://localhost:8737/"), "http://localhost:8737");
  for (const address of ["https://127.0.0.1:1", "http://192.168.0.2:8737", "http://127.0.0.1.evil.example", "http://u@127.0.0.1:1", "http://127.0.0.1:1/x", "", null, 5]) {
    assert.equal(backendAddress(address), "");
  }
});

test("broken settings fall back to the defaults", () => {
  assert.deepEqual(parse({}), DEFAULTS);
  assert.deepEqual(parse({ backend: "http://evil.example", token: 3, trigger: "always", disabledSites: "x", theme: "pink", language: "tlh" }), DEFAULTS);
});

test("good settings are kept", () => {
  const chosen = { backend: "http://127.0.0.1:9000", token: "t", trigger: "menu", disabledSites: ["a.example"], theme: "dark", language: "en" };
  assert.deepEqual(parse({ ...chosen, disabledSites: ["a.example", 4, ""] }), chosen);
});

test("a disabled site covers its subdomains and nothing that only looks like it", () => {
  const settings = parse({ disabledSites: ["example.org"] });
  assert.deepEqual(["example.org", "www.example.org", "notexample.org", "example.org.evil"].map((host) => isDisabled(settings, host)), [true, true, false, false]);
});
