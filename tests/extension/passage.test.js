import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";

const { link } = Claimlight.passage;
const PAGE = "https://a.example/p";
const LONG = Array.from({ length: 20 }, (_, index) => `w${index}`).join(" ");

/** Returns the parts of a directive as a browser parses them. @param {string} url */
function directives(url) {
  return url.split(":~:")[1].split("&").map((directive) => {
    const parts = directive.replace(/^text=/, "").split(",").map((part) => ({ prefix: part.endsWith("-"), suffix: part.startsWith("-"), text: decodeURIComponent(part.replace(/^-|-$/g, "")) }));
    return { prefix: parts.find((part) => part.prefix)?.text, suffix: parts.find((part) => part.suffix)?.text, text: parts.filter((part) => !part.prefix && !part.suffix).map((part) => part.text) };
  });
}

test("what a directive reserves is escaped: hyphen, comma, ampersand", () => {
  assert.equal(link(PAGE, "well-known, really & so they said once more"), `${PAGE}#:~:text=well%2Dknown%2C%20really%20%26%20so%20they%20said%20once%20more`);
});

test("any text comes out of a directive as it went in", () => {
  const quotes = ["“Curly” – and dashed—too, it's (really) 100% so!", "-5 °C, +3 & more = a*b / c#d ? e : ~f", "naïve 日本 emoji 🌍 & עברית here"];
  for (const quote of quotes) assert.deepEqual(directives(link(PAGE, quote)).at(-1)?.text, [quote]);
});

test("a long quote is named by its first and last words", () => {
  assert.equal(link(PAGE, LONG), `${PAGE}#:~:text=w0%20w1%20w2%20w3%20w4,w15%20w16%20w17%20w18%20w19`);
  assert.deepEqual(directives(link(PAGE, `${LONG}, end-of it.`))[0].text, ["w0 w1 w2 w3 w4", "w18 w19, end-of it."]);
});

test("a long quote without blanks is cut between words", () => {
  const chinese = "地球不是平的而是一个近似椭球体的行星它的形状早在古希腊时期就已经被学者们通过观察月食和航海证实";
  const [{ text: [start, end] }] = directives(link(PAGE, chinese));
  assert.ok(chinese.startsWith(start) && chinese.endsWith(end));
  assert.ok(start.length + end.length < chinese.length);
});

test("a short quote is looked for beside its neighbours, and without them where the page differs", () => {
  const [first, second] = directives(link(PAGE, "It is round.", "People thought so long ago. It is round. Nobody doubts it today."));
  assert.deepEqual(first, { prefix: "so long ago.", suffix: "Nobody doubts it", text: ["It is round."] });
  assert.deepEqual(second, { prefix: undefined, suffix: undefined, text: ["It is round."] });
});

test("at the edge of its passage a short quote has one neighbour, alone it has none", () => {
  assert.equal(directives(link(PAGE, "It is round.", "It is round. Really."))[0].suffix, "Really");
  assert.equal(directives(link(PAGE, "It is round.", "Well: It is round."))[0].prefix, "Well:");
  assert.equal(directives(link(PAGE, "It is round.", "It is round.")).length, 1);
  assert.equal(directives(link(PAGE, "It is round.", "Something else entirely.")).length, 1);
});

test("a fragment of the address is kept, an older directive is not", () => {
  assert.equal(link(`${PAGE}#part`, "one two three four five"), `${PAGE}#part:~:text=one%20two%20three%20four%20five`);
  assert.equal(link(`${PAGE}#:~:text=old`, "one two three four five"), `${PAGE}#:~:text=one%20two%20three%20four%20five`);
});

test("hidden characters and line breaks are no part of the quote", () => {
  assert.equal(link(PAGE, "one\u200b two\n three\u202e four  five"), `${PAGE}#:~:text=one%20two%20three%20four%20five`);
});

test("an address that may not be followed gives no link, and no quote the plain address", () => {
  for (const url of ["javascript:x", "https://nasa.gov@evil.example/", "", "data:text/html,x"]) assert.equal(link(url, "one two"), "");
  assert.equal(link(PAGE, ""), PAGE);
  assert.equal(link(PAGE, " \u200b"), PAGE);
});
