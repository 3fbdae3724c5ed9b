// @ts-check
// An answer as text, Markdown, JSON and schema.org ClaimReview, in the shapes that the extension's copies have (a test compares them).

import { apart, kindOf, place, publisherOf, saidBy } from "./evidence.js";
import { firm, grade, odds } from "./grade.js";
import { clean } from "./trace.js";
import { toneOf } from "./view.js";

const CHECKED = "Checked with Claimlight";
const [WORST, BEST] = [1, 5];
/** Only a firm verdict gets a number: not one that is not about truth, nor a leaning. @type {Record<string, number>} */
const RATING = { true: 5, partial: 3, misleading: 2, false: 1 };
/** @type {Record<string, string>} */
const STANCES = { supports: "For", refutes: "Against", neutral: "Background" };
/** @type {[number, string][]} */
const SURE = [[0.9, "very sure"], [0.75, "fairly sure"], [0.6, "somewhat sure"], [0, "unsure"]];

/** @param {any} result */
function sure(result) {
  const { leaning, confidence } = result;
  if (leaning) return odds(result);
  if (!firm(result) || !(confidence > 0)) return "";
  const words = /** @type {[number, string]} */ (SURE.find(([least]) => confidence >= least))[1];
  return `${words}, ${new Intl.NumberFormat("en", { style: "percent" }).format(confidence)}`;
}

/** The address when it is http or https without a user name, else "". @param {string} url */
function safeLink(url) {
  if (!place(url).link) return "";
  const parsed = new URL(url);
  return parsed.username || parsed.password ? "" : parsed.href;
}

/** @param {string} iso */
function date(iso) {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? "" : new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(time);
}

/** In quotation marks where it was read on the page, else with what it is instead. @param {any} item */
function said(item) {
  if (item.verbatim) return `“${apart(saidBy(item))}”`;
  const { kind_words: label } = kindOf(item);
  return label ? `${label}: ${saidBy(item)}` : saidBy(item);
}

/** @param {any} item @param {number} index */
const cited = (item, index) => ({
  n: item.n ?? index + 1,
  said: said(item),
  verbatim: item.verbatim === true,
  title: clean(item.title) || publisherOf(item),
  from: [publisherOf(item), date(item.published)].filter(Boolean),
  url: safeLink(item.source),
});

/** @param {any} item @param {number} index */
function source(item, index) {
  const { n, said: words, title, from, url } = cited(item, index);
  return `[${n}] ${STANCES[item.stance]}: ${words} — ${[title, ...from].join(", ")}\n    ${url}`;
}

/** @param {any} result */
export function asText(result) {
  return [
    `“${clean(result.claim)}”`,
    sure(result) ? `${grade(result)} (${sure(result)})` : grade(result),
    clean(result.reasoning),
    ...result.evidence.map(source),
    CHECKED,
  ].filter(Boolean).join("\n\n");
}

/** Text in which Markdown finds nothing to do. @param {string} words */
const plain = (words) => clean(words).replace(/[\\`*_{}[\]<>#|~&]/g, "\\$&").replace(/\s*\n\s*/g, "\n");
/** At the start of a line these would make a list, a heading or a number. @param {string} words */
const lines = (words) => plain(words).replace(/^(\s*)([-+=]|\d+(?=[.)]))/gm, (_all, blank, sign) => (/\d/.test(sign) ? `${blank}${sign}\\` : `${blank}\\${sign}`));

/** @param {any} item @param {number} index */
function entry(item, index) {
  const { n, said: words, verbatim, title, from, url } = cited(item, index);
  const linked = url ? `[${plain(title)}](<${url}>)` : plain(title);
  const source = `— \\[${n}\\] ${[linked, ...from.map(plain)].join(", ")}`;
  if (!verbatim) return `${lines(words)}\n\n${source}`;
  const quote = lines(words).split("\n").map((line) => `> ${line}`).join("\n");
  return `${quote}\n>\n> ${source}`;
}

/** @param {any} result */
export function asMarkdown(result) {
  const verdict = `**${plain(grade(result))}**`;
  const sides = ["supports", "refutes", "neutral"].flatMap((stance) => {
    const found = result.evidence.map((/** @type {any} */ item, /** @type {number} */ index) => ({ item, index })).filter((/** @type {any} */ one) => one.item.stance === stance);
    return found.length > 0 ? [`### ${STANCES[stance]}`, ...found.map((/** @type {any} */ one) => entry(one.item, one.index))] : [];
  });
  return [
    `## “${plain(result.claim)}”`,
    sure(result) ? `${verdict} (${plain(sure(result))})` : verdict,
    lines(result.reasoning),
    ...sides,
    `*${CHECKED}*`,
  ].filter(Boolean).join("\n\n");
}

/** Entries that say something. @param {Record<string, unknown>} fields */
const given = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ""));

/** @param {any} result */
function rating(result) {
  const value = RATING[toneOf(grade(result))];
  const scale = value === undefined ? {} : { ratingValue: value, bestRating: BEST, worstRating: WORST };
  return given({ "@type": "Rating", ...scale, alternateName: clean(grade(result)), ratingExplanation: clean(result.reasoning) });
}

/** Where the claim was read; a page without an address is not named. @param {any} result */
function appearance(result) {
  const url = safeLink(result.page?.url ?? "");
  return url ? { appearance: [given({ "@type": "CreativeWork", url, name: clean(result.page?.title ?? "") })] } : {};
}

/** `text` is the work's own words, `abstract` what others put down about it. @param {any} item */
const work = (item) => given({
  "@type": "CreativeWork", name: clean(item.title), url: safeLink(item.source), datePublished: clean(item.published),
  [item.verbatim ? "text" : "abstract"]: saidBy(item),
});

/** A review that was published nowhere has no `url`, and its author is the program that wrote it. @param {any} result @param {Date} [now] */
export function claimReview(result, now = new Date()) {
  const taken = result.evidence.filter((/** @type {any} */ item) => item.stance !== "neutral" && item.quote);
  return given({
    "@context": "https://schema.org",
    "@type": "ClaimReview",
    datePublished: now.toISOString().slice(0, 10),
    claimReviewed: clean(result.claim),
    author: { "@type": "Organization", name: "Claimlight", description: "Automatic verdict of a program on a reader's own computer" },
    reviewRating: rating(result),
    itemReviewed: { "@type": "Claim", ...appearance(result), ...given({ text: clean(result.original_claim) }) },
    citation: taken.length > 0 ? taken.map(work) : undefined,
  });
}

/** @param {unknown} value */
const asJson = (value) => JSON.stringify(value, null, 2);

/** @type {Record<string, {ending: string, type: string, make: (result: any) => string}>} */
export const SHAPES = {
  text: { ending: "txt", type: "text/plain;charset=utf-8", make: asText },
  markdown: { ending: "md", type: "text/markdown;charset=utf-8", make: asMarkdown },
  json: { ending: "json", type: "application/json", make: asJson },
  review: { ending: "claimreview.json", type: "application/ld+json", make: (result) => asJson(claimReview(result)) },
};
