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
  assert.equal(line({ tier: "A", credibility: 0.95, rule: "suffix", because: "Governments" }), "A, 0.95 (by its domain ending, Governments)");
  assert.equal(line({ tier: "C", credibility: 0.5, rule: "unlisted", because: "" }), "C, 0.50 (nothing is known about it)");
  assert.equal(line({ tier: "D", credibility: 0.3, use: "lead_only", rule: "reader", because: "" }), "D, 0.30, a lead only (your rating)");
});

test("a rating without a checked claim mentions no claim", () => {
  for (const kind of /** @type {import("../../chrome_extension/types").Failure["kind"][]} */ (["down", "overloaded", "lost"])) {
    assert.match(Claimlight.words.failure({ kind, retry_after_s: 2 }).body, /claim|check/);
    const { body } = Claimlight.words.failure({ kind, retry_after_s: 2, elsewhere: true });
    assert.doesNotMatch(body, /claim|check|failure_/);
  }
  assert.equal(Claimlight.words.failure({ kind: "token", elsewhere: true }).body, Claimlight.words.failure({ kind: "token" }).body);
});

const leans = (/** @type {import("../../chrome_extension/types").Leaning["label"]} */ label, /** @type {number} */ probability) => ({ verdict: "Not Enough Evidence", confidence: 0.4, leaning: { label, probability } });

test("a leaning is a grade of its own, sure in words and never 10 times in 10", () => {
  const { words } = Claimlight;
  assert.deepEqual([words.graded(leans("Probably true", 0.7)), words.gradeKey(leans("Probably false", 0.7)), words.gradeKey(leans("Probably partly true", 0.7))],
    ["Probably true", "probably_false", "probably_partial"]);
  assert.deepEqual([0.64, 0.65, 0.78, 0.99].map((p) => words.sure(leans("Probably true", p))),
    [6, 7, 8, 9].map((tenths) => `such verdicts are right about ${tenths} times in 10`));
  assert.equal(words.verdictSays("Probably false"), "What was found points this way, but not firmly.");
  assert.equal(words.firm("Probably true"), false);
});

test("an answer of an earlier version has the grade of its verdict", () => {
  const { words } = Claimlight;
  for (const leaning of [undefined, null]) {
    assert.equal(words.graded({ verdict: "Not Enough Evidence", confidence: 0, leaning }), "Not Enough Evidence");
    assert.equal(words.sure({ verdict: "True", confidence: 0.78, leaning }), "fairly sure, 78%");
  }
  for (const verdict of ["Not Verifiable", "Not Enough Evidence"]) assert.equal(words.sure({ verdict, confidence: 0.9 }), "");
});
