// Every grade has one plain sentence in the user's language.
import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight, messagesOf } from "./namespace.js";
import { item, result } from "./samples.js";

const { i18n, sentence } = Claimlight;
const pro = item({ publisher: "AP News", stance: "supports" });
const contra = item({ publisher: "NASA" });
const aside = item({ publisher: "ESA", stance: "neutral" });
const part = (/** @type {import("../../chrome_extension/types").VerdictLabel} */ verdict, claim = verdict) => ({ claim, verdict, confidence: 0.8, truthfulness_percent: 50, reasoning: "" });

test("the sentence names who says so", () => {
  const say = (/** @type {Partial<import("../../chrome_extension/types").VerifyResult>} */ change) => sentence.summary(result(change));
  assert.equal(say({ verdict: "False", evidence: [contra, aside] }), "Contradicted by NASA.");
  assert.equal(say({ verdict: "True", evidence: [pro, contra] }), "Supported by AP News. One source contradicts it but weighs less: NASA.");
  assert.equal(say({ verdict: "Partially True", evidence: [pro, contra] }), "Sources disagree. For it: AP News. Against it: NASA.");
  assert.equal(say({ verdict: "Misleading", evidence: [contra] }), "It gives a wrong impression. Against it: NASA.");
  assert.equal(say({ verdict: "Not Verifiable", evidence: [] }), "Evidence cannot settle it.");
});

test("an answer with a view is told in the backend's words", () => {
  const view = { language: "en", grade: { key: "false", words: "False" }, best: [], evidence: [], certainty: "right about 9 times in 10", says: "As the view says.", parts: [], missing: [], change: [], limits: [], copies: { text: "", markdown: "" } };
  assert.equal(sentence.summary(result({ view })), "As the view says.");
});

test("an undecided claim says what was found for either side", () => {
  const say = (/** @type {import("../../chrome_extension/types").EvidenceItem[]} */ evidence) => sentence.summary(result({ verdict: "Not Enough Evidence", evidence }));
  assert.equal(say([pro, contra]), "Sources disagree, and neither side is confirmed. For it: AP News. Against it: NASA.");
  assert.equal(say([pro, aside]), "For it: AP News. That is not enough for a verdict.");
  assert.equal(say([contra]), "Against it: NASA. That is not enough for a verdict.");
  assert.equal(say([aside]), "Nothing found supports or contradicts it.");
  assert.equal(say([]), "Nothing was found about this.");
});

test("two publishers are named, each once, and the rest counted; mere leads only where there is nothing else", () => {
  const many = ["NASA", "NASA", "BBC", "ESA", "AP News"].map((publisher) => item({ publisher }));
  const gossip = item({ publisher: "gossip.example", lead_only: true });
  assert.equal(sentence.found(result({}), [gossip, ...many]), "Contradicted by NASA, BBC, and 2 more.");
  assert.equal(sentence.found(result({}), [gossip]), "Contradicted by gossip.example.");
});

test("an undecided claim with a confirmed part is headed by it, and only such a claim", () => {
  const undecided = result({ verdict: "Not Enough Evidence", sub_results: [part("True"), part("Not Enough Evidence")] });
  assert.equal(sentence.headline(undecided, undecided.sub_results), "1 of 2 parts confirmed");
  assert.equal(sentence.summary(undecided), "For the rest, nothing firm was found.");
  const contested = { ...undecided, sub_results: [part("True"), part("False"), part("Not Enough Evidence")] };
  assert.equal(sentence.summary(contested), "");
  const none = { ...undecided, sub_results: [part("Not Enough Evidence"), part("Not Enough Evidence")] };
  assert.equal(sentence.headline(none, none.sub_results), "Not Enough Evidence");
  const decided = result({ verdict: "Partially True", sub_results: [part("True"), part("False")] });
  assert.equal(sentence.headline(decided, decided.sub_results), "Partially True");
  assert.match(sentence.summary(decided), /1 of 2 parts confirmed\.$/);
});

test("what was so before is said with its date, as far as that is known", () => {
  /** @type {import("../../chrome_extension/types").Explanation["past"]} */
  const past = [{ kind: "was_true", published: "2012-03", domain: "bbc.co.uk", publisher: "BBC" }, { kind: "changed", published: "2023-01-25", domain: "a.example", publisher: "" }];
  const told = result({ verdict: "Not Enough Evidence", evidence: [aside], explanation: { found: "", sources: "", past } });
  assert.equal(sentence.summary(told), "Nothing found supports or contradicts it. BBC supported it (March 2012). It seems to have changed since then (Jan 25, 2023, a.example).");
});

test("it is said in the reader's language, with that language's lists", (t) => {
  t.after(() => i18n.use(messagesOf("en")));
  i18n.use(messagesOf("de"));
  assert.equal(sentence.found(result({}), [contra, item({ publisher: "BBC" })]), "Widerlegt durch: NASA und BBC.");
  i18n.use(messagesOf("zh_CN"));
  assert.equal(sentence.found(result({}), [contra, item({ publisher: "BBC" })]), "反驳来源：NASA和BBC。");
});
