import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";

const { rating } = Claimlight.words;
/** @param {Partial<import("../../chrome_extension/types").SourceRating>} change */
const line = (change) => rating({
  domain: "a.example", tier: "B", credibility: 0.75, use: "support_ok", source_type: "news", rule: "listed", because: "Newspapers", ...change,
});

test("a rating says how far a site is trusted and why", () => {
  assert.equal(line({}), "B, 0.75 (listed, Newspapers)");
  assert.equal(line({ tier: "A", credibility: 0.95, rule: "suffix", because: "Governments" }), "A, 0.95 (by its ending, Governments)");
  assert.equal(line({ tier: "C", credibility: 0.5, rule: "unlisted", because: "" }), "C, 0.50 (nothing is known of it)");
  assert.equal(line({ tier: "D", credibility: 0.3, use: "lead_only", rule: "reader", because: "" }), "D, 0.30, a lead only (your rating)");
});

test("where no claim is checked, none is spoken of", () => {
  for (const kind of /** @type {import("../../chrome_extension/types").Failure["kind"][]} */ (["down", "overloaded", "lost"])) {
    assert.match(Claimlight.words.failure({ kind, retry_after_s: 2 }).body, /claim|check/);
    const { body } = Claimlight.words.failure({ kind, retry_after_s: 2, elsewhere: true });
    assert.doesNotMatch(body, /claim|check|failure_/);
  }
  assert.equal(Claimlight.words.failure({ kind: "token", elsewhere: true }).body, Claimlight.words.failure({ kind: "token" }).body);
});
