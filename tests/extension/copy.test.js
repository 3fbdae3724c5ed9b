import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";
import { item, result } from "./samples.js";

const { asMarkdown, asText } = Claimlight.copy;

test("Markdown has the verdict, both sides and links", () => {
  const text = asMarkdown(result({ evidence: [item({}), item({ id: "e2", stance: "supports", quote: "So it seems." })] }));
  assert.equal(text, [
    "## “The Earth is flat”", "**False** (fairly sure, 78%)", "It is not \\[1\\].",
    "### For", "> “So it seems.”\n>\n> — \\[2\\] [Earth](<https://science.example/earth>), science.example, Jun 11, 2024",
    "### Against", "> “The Earth is an oblate spheroid.”\n>\n> — \\[1\\] [Earth](<https://science.example/earth>), science.example, Jun 11, 2024",
    "*Checked with Claimlight*",
  ].join("\n\n"));
});

test("page text never becomes markup", () => {
  const nasty = "# Title *bold* _it_ `code` [x](javascript:alert(1)) <img src=x> | a | ~~b~~ &amp;\n- list\n1. one\n> quote";
  const text = asMarkdown(result({ reasoning: nasty, evidence: [item({ quote: nasty, title: "a](javascript:x) [b", source: "javascript:alert(1)" })] }));
  for (const line of text.split("\n")) {
    const inner = line.replace(/^> ?/, "");
    assert.doesNotMatch(inner, /(^|[^\\])[`<|]/, line);
    assert.doesNotMatch(inner, /^(#(?!#)|[-+] |\d+[.)] )/, line);
    assert.doesNotMatch(inner, /(^|[^\\])\]\((?!<https?:)/, line);
  }
  assert.match(text, /\\# Title \\\*bold\\\*/);
  assert.match(text, /^1\\\. one$/m);
});

test("an answer without confidence is copied without one", () => {
  const undecided = result({ verdict: "Not Enough Evidence", confidence: 0, evidence: [] });
  assert.match(asText(undecided), /\n\nNot Enough Evidence\n\n/);
  assert.match(asMarkdown(undecided), /\n\n\*\*Not Enough Evidence\*\*\n\n/);
});

test("a source without a title is named by its site, and one that may not be opened has no link", () => {
  const text = asMarkdown(result({ evidence: [item({ title: "", source: "javascript:alert(1)" })] }));
  assert.match(text, /— \\\[1\\\] science\.example, science\.example/);
  assert.doesNotMatch(text, /javascript/);
});

test("a leaning is copied as the reader saw it", () => {
  const leaning = result({ verdict: "Not Enough Evidence", confidence: 0.4, leaning: { label: "Probably true", probability: 0.78 }, evidence: [] });
  assert.match(asText(leaning), /\n\nProbably true \(such verdicts are right about 8 times in 10\)\n\n/);
  assert.match(asMarkdown(leaning), /\n\n\*\*Probably true\*\* \(such verdicts are right about 8 times in 10\)\n\n/);
});
