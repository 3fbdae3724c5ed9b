import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";
import "../../chrome_extension/scan/anchor.js";

const { find, quoteFrom, quoteOf } = Claimlight.anchor;
const PAGE = "Spring came late. The bridge cost 3.2 billion euros and took six years to build. People cheered.\nThe bridge cost too much, they said.";
const CLAIM = "The bridge cost 3.2 billion euros and took six years to build.";
const quote = (/** @type {string} */ exact, prefix = "", suffix = "") => ({ exact, prefix, suffix });

/** @param {string} text @param {import("../../chrome_extension/scan").Quote} wanted */
function found(text, wanted) {
  const place = find(text, wanted);
  return place && { how: place.how, text: text.slice(place.start, place.end) };
}

test("a verbatim quote is found", () => {
  assert.deepEqual(found(PAGE, quote(CLAIM)), { how: "exact", text: CLAIM });
});

test("of several matches the one with the same context is chosen", () => {
  const text = "He said yes. She said yes. They said yes.";
  const at = text.indexOf("said yes", 20);
  assert.equal(find(text, quote("said yes", "She ", ". They"))?.start, 17);
  assert.equal(find(text, quoteOf(text, at, at + 8))?.start, at);
  assert.equal(find(text, quote("said yes"))?.start, 3);
});

test("spaces, quotation marks, dashes, case and ligatures may differ", () => {
  const text = "“The  ﬁrst\n  bridge” — it’s 5 km\u00a0long.";
  assert.deepEqual(found(text, quote('the first bridge" - IT\'S 5 km long.')), { how: "normalised", text: "The  ﬁrst\n  bridge” — it’s 5 km\u00a0long." });
  assert.equal(found("soft\u00adhyphen\u200bed words here", quote("softhyphened words"))?.text, "soft\u00adhyphen\u200bed words");
});

test("offsets count UTF-16 units, also behind characters of two", () => {
  const text = `🎉🎊 𝔘 ${CLAIM}`;
  assert.deepEqual(found(text, quote(CLAIM)), { how: "exact", text: CLAIM });
  assert.equal(found(text, quote(CLAIM.toUpperCase()))?.text, CLAIM);
  assert.equal(found("a 𝔘𝔫𝔦 b", quote("UNI B"))?.text, "𝔘𝔫𝔦 b");
});

test("a corrected word or figure does not lose the sentence", () => {
  const now = PAGE.replace("3.2 billion", "3.4 billion").replace("six years", "almost six years");
  assert.deepEqual(found(now, quote(CLAIM)), { how: "fuzzy", text: "The bridge cost 3.4 billion euros and took almost six years to build" });
});

test("a changed word at either end still belongs to the match", () => {
  const now = PAGE.replace("The bridge cost 3.2", "That bridge cost 3.2").replace("to build", "to finish");
  assert.equal(found(now, quote(CLAIM))?.text, "That bridge cost 3.2 billion euros and took six years to finish");
});

test("another sentence about the same subject is not matched", () => {
  assert.equal(find("The bridge was opened by the king in May, and six bands played for the crowd.", quote(CLAIM)), null);
  assert.equal(find("The bridge cost too much.", quote("The tunnel cost little.")), null);
});

test("an empty quote or text gives no match", () => {
  for (const [text, exact] of [["", CLAIM], [PAGE, ""], [PAGE, "  "], ["", ""], [PAGE, "\u200b"], ["   ", "a b c d e f"]]) assert.equal(find(text, quote(exact)), null);
});

test("the context stored in the history finds the quote again", () => {
  assert.deepEqual(quoteFrom("Before. The claim. After.", "The claim."), quote("The claim.", "Before. ", " After."));
  assert.deepEqual(quoteFrom("Something else", "The claim."), quote("The claim."));
});

test("very long inputs take bounded time", () => {
  const words = Array.from({ length: 60_000 }, (_, n) => (n % 7 ? "the" : `w${n}`)).join(" ");
  assert.equal(find(words, quote(`${"one two three ".repeat(120)}end`)), null);
  assert.equal(find(words, quote(`${"the ".repeat(380)}end of it`))?.how, "fuzzy");
  assert.equal(find("a".repeat(300_000), quote("b".repeat(2000))), null);
  assert.equal(find(`${"a b c ".repeat(50_000)}x`, quote("a b c d e f g h i j")), null);
});

test("every span of a text is found again from its own quote", () => {
  const text = "One, two. Three four — five! Six “seven” eight. One, two. Nine ten.";
  for (let start = 0; start < text.length; start += 1) {
    for (let end = start + 3; end <= text.length; end += 5) {
      if (!text.slice(start, end).trim()) continue;
      const place = find(text, quoteOf(text, start, end));
      assert.deepEqual([place?.start, place?.end, place?.how], [start, end, "exact"]);
    }
  }
});
