import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";
import { item, result } from "./samples.js";

const { initial, reduce } = Claimlight.model;
const { words } = Claimlight;
const event = (/** @type {string} */ name, /** @type {any} */ data, n = 1) => ({ type: /** @type {const} */ ("event"), event: name, n, data });

/** @param {any[]} messages @returns {import("../../chrome_extension/types").CardState} */
const after = (...messages) => messages.reduce(reduce, initial("claim"));

test("progress, evidence, verdict and result build up the card", () => {
  const state = after(
    event("accepted", { job_id: "j" }),
    event("stage", { stage: "recall", message: "Looking", elapsed_ms: 3 }),
    event("evidence", { part: "", evidence: item({ id: "a" }) }),
  );
  assert.equal(state.phase, "working");
  assert.deepEqual(state.stages.map((line) => line.message), ["Looking"]);
  assert.deepEqual(state.evidence.map((found) => found.id), ["a"]);
  const done = reduce(state, event("result", result({ evidence: [item({ id: "b" })] })));
  assert.deepEqual([done.phase, done.verdict?.verdict, done.evidence.map((found) => found.id)], ["done", "False", ["b"]]);
});

test("what is known of one part is not shown as the verdict of a claim in parts", () => {
  const part = event("verdict", { verdict: "True", provisional: true, part: "p1" });
  const split = event("stage", { stage: "decompose", message: "Split into 2 parts", elapsed_ms: 3 });
  assert.equal(after(part).verdict?.verdict, "True");
  assert.equal(after(split, part).verdict, null);
  const whole = event("verdict", { verdict: "Partially True", provisional: false, part: "" });
  assert.equal(after(split, whole, part).verdict?.verdict, "Partially True");
});

test("the same passage judged again replaces its first judgement", () => {
  const state = after(event("evidence", { evidence: item({ id: "a", stance: "neutral" }) }), event("evidence", { evidence: item({ id: "a", stance: "refutes" }) }));
  assert.deepEqual(state.evidence.map((found) => found.stance), ["refutes"]);
});

test("a failure keeps what was found, and the next event ends it", () => {
  const failed = after(event("evidence", { evidence: item({ id: "a" }) }), { type: "failure", failure: { kind: "down" } });
  assert.deepEqual([failed.phase, failed.failure?.kind, failed.evidence.length], ["failed", "down", 1]);
  const again = reduce(failed, event("stage", { stage: "search", message: "On", elapsed_ms: 1 }));
  assert.deepEqual([again.phase, again.failure], ["working", null]);
});

test("a restart of the backend begins anew", () => {
  const state = after(event("evidence", { evidence: item({}) }), { type: "restarted" });
  assert.deepEqual(state, initial("claim"));
});

test("an error of the backend is shown in its own words", () => {
  const state = after(event("error", { error: { code: "x", message: "Too vague.", hint: "Name the person." } }));
  assert.deepEqual(words.failure(/** @type {any} */ (state.failure)), { title: "Too vague.", body: "Name the person.", action: "recheck" });
});

test("heartbeats and unknown events change nothing", () => {
  const state = initial("claim");
  assert.equal(reduce(state, { type: "beat" }), state);
  assert.equal(reduce(state, event("from-the-future", {})), state);
});

test("confidence is said in words with its number", () => {
  assert.deepEqual([0.97, 0.9, 0.78, 0.6, 0.41].map(words.confidenceLine),
    ["very sure, 97%", "very sure, 90%", "fairly sure, 78%", "somewhat sure, 60%", "unsure, 41%"]);
});

test("every failure has a title and says what to do", () => {
  const kinds = /** @type {const} */ (["down", "foreign", "version", "overloaded", "lost", "restarted", "refused", "too_long", "nothing_selected", "pdf", "updated"]);
  for (const kind of kinds) {
    const said = words.failure({ kind, retry_after_s: 4, message: "" });
    assert.ok(said.title && said.body, kind);
    // There is one action: a command to copy, or a button.
    assert.equal(Number(said.action !== "none") + Number(said.command !== undefined), 1, kind);
    assert.equal(said.body.match(/[.!?](?= |$)/g)?.length, 1, said.body);
  }
  assert.equal(words.failure({ kind: "down" }).command, "scripts/start");
  assert.match(words.failure({ kind: "overloaded", retry_after_s: 4 }).body, /4 seconds/);
  assert.match(words.failure({ kind: "version", found: "2.3.0", wanted: "0.x" }).body, /version 2\.3\.0.*needs 0\.x/);
  assert.equal(words.failure({ kind: "request", status: 500 }).body, "Claimlight answered with status 500.");
  assert.match(words.failure({ kind: "too_long", length: 2400 }).body, /2,400 characters and at most 2,000/);
});

test("the command starts Claimlight where the extension looks for it", () => {
  const command = (/** @type {"down" | "foreign"} */ kind, /** @type {string} */ backend) => words.failure({ kind, backend }).command;
  assert.equal(command("down", "http://127.0.0.1:8737"), "scripts/start");
  assert.equal(command("down", "http://localhost:8740"), "scripts/start --port 8740");
  assert.equal(command("down", "http://localhost"), "scripts/start --port 80");
});

test("the command is one line for the reader's system", () => {
  assert.equal(words.start(8740, "Win32"), "powershell -ExecutionPolicy Bypass -File scripts\\start.ps1 --port 8740");
  for (const platform of ["MacIntel", "Linux x86_64"]) assert.equal(words.start(8737, platform), "scripts/start");
});

test("beside another program Claimlight is started on the next port", () => {
  const said = (/** @type {string} */ backend) => words.failure({ kind: "foreign", backend });
  assert.match(said("http://127.0.0.1:8737").body, /answers at http:\/\/127\.0\.0\.1:8737: .*“scripts\/start --port 8738”/);
  assert.match(said("http://127.0.0.1:8738").body, /“scripts\/start --port 8739”/);
});

test("dates are shown only when they are known", () => {
  assert.match(words.date("2024-06-11"), /2024/);
  assert.equal(words.date(""), "");
  assert.equal(words.date("yesterday"), "");
});

test("a seed is not called undated, since a standing fact has no date", () => {
  assert.equal(words.dateLine(item({ kind: "seed", published: "" })), "");
  assert.equal(words.dateLine(item({ kind: "article", published: "" })), "undated");
  assert.match(words.dateLine(item({ kind: "seed", published: "2024-06-11" })), /2024/);
});

/** @param {import("../../chrome_extension/types").EvidenceItem} one */
function shownAs(one) {
  const { shown, quoted, kind } = words.said(one);
  return [shown, quoted, kind];
}

test("a published rating is told in its own sentence and never quoted", () => {
  const rating = item({ kind: "review", verbatim: false, text: "A rates it false.", quote: "rates it" });
  assert.deepEqual(shownAs(rating), ["A rates it false.", false, "Published rating"]);
  assert.deepEqual(shownAs(item({ quote: "" })), ["The Earth is an oblate spheroid.", true, ""]);
  assert.match(Claimlight.copy.asText(result({ evidence: [rating] })), /Against: Published rating: A rates it false\. — /);
});

test("a record of a database is told by the fact that decides, as a summary and never quoted", () => {
  const record = item({ kind: "record", verbatim: false, text: "Rome: country Italy\nRome: population 2,748,109", quote: "Rome: country Italy" });
  assert.deepEqual(shownAs(record), ["Rome: country Italy", false, "Claimlight's summary"]);
  assert.deepEqual(shownAs({ ...record, quote: "" }), [record.text, false, "Claimlight's summary"]);
});

test("a built-in fact is a summary in every copy, with its publisher as reference", () => {
  const shown = result({ evidence: [item({ kind: "seed", verbatim: false })] });
  const words = "Claimlight's summary: The Earth is an oblate spheroid.";
  assert.ok(Claimlight.copy.asText(shown).includes(`Against: ${words} — Earth, science.example`));
  assert.ok(Claimlight.copy.asMarkdown(shown).includes(`### Against\n\n${words}\n\n— `));
  assert.deepEqual(Claimlight.review.claimReview(shown).citation, [
    { "@type": "CreativeWork", name: "Earth", url: "https://science.example/earth", datePublished: "2024-06-11", abstract: "The Earth is an oblate spheroid." },
  ]);
});

test("what an older backend does not call verbatim is not quoted", () => {
  const { verbatim: _, ...older } = item({});
  assert.deepEqual(shownAs(/** @type {any} */ (older)), ["The Earth is an oblate spheroid.", false, ""]);
});

test("paragraphs of a quotation are quotations of their own", () => {
  assert.equal(words.said(item({ quote: "One.\nTwo." })).shown, "One.”\n“Two.");
});

test("leads are what the backend lets no verdict rest on", () => {
  const because = [
    { kind: /** @type {const} */ ("snippet"), quarantined: true, origin: /** @type {const} */ ("web") },
    { kind: /** @type {const} */ ("snippet"), lead_only: true, origin: /** @type {const} */ ("web") },
    { lead_only: true },
    { quarantined: true },
    { quarantined: true, origin: /** @type {const} */ ("web") },
    {},
  ].map((change) => words.leadBecause(item(change)));
  assert.deepEqual(because, ["found, not read in full", "found, not read in full", "this source never decides a verdict", "not rechecked, not counted", "", ""]);
});

test("the copied answer holds verdict, reasoning, quotes and addresses, and no hidden characters", () => {
  const text = Claimlight.copy.asText(result({ reasoning: "Because [1].\u202e", evidence: [item({ quote: "It is\u200b round.", source: "https://a.example/x" })] }));
  assert.match(text, /^“The Earth is flat”\n\nFalse \(fairly sure, 78%\)\n\nBecause \[1\]\.\n\n\[1\] Against: “It is round\.” — /);
  assert.match(text, /https:\/\/a\.example\/x/);
});
