// @ts-check
// Exports an answer as text, Markdown, JSON and schema.org ClaimReview, in the same formats as the extension (a test compares them).
// Text and Markdown are part of the answer's view.

import { place, saidBy } from "./evidence.js";
import { grade } from "./grade.js";
import { clean } from "./trace.js";
import { toneOf } from "./view.js";

const [WORST, BEST] = [1, 5];
/** Ratings of firm verdicts. Other answers and leanings have no rating. @type {Record<string, number>} */
const RATING = { true: 5, partial: 3, misleading: 2, false: 1 };

/** Returns the URL if it is http or https and has no user name or password; otherwise returns "". @param {string} url */
function safeLink(url) {
  if (!place(url).link) return "";
  const parsed = new URL(url);
  return parsed.username || parsed.password ? "" : parsed.href;
}

/** Removes empty entries. @param {Record<string, unknown>} fields */
const given = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ""));

/** @param {any} result */
function rating(result) {
  const value = RATING[toneOf(grade(result))];
  const scale = value === undefined ? {} : { ratingValue: value, bestRating: BEST, worstRating: WORST };
  return given({ "@type": "Rating", ...scale, alternateName: clean(grade(result)), ratingExplanation: clean(result.reasoning) });
}

/** Returns the page on which the claim was read. A page without a URL is not named. @param {any} result */
function appearance(result) {
  const url = safeLink(result.page?.url ?? "");
  return url ? { appearance: [given({ "@type": "CreativeWork", url, name: clean(result.page?.title ?? "") })] } : {};
}

/** `text` contains the work's own words, and `abstract` a description by others. @param {any} item */
const work = (item) => given({
  "@type": "CreativeWork", name: clean(item.title), url: safeLink(item.source), datePublished: clean(item.published),
  [item.verbatim ? "text" : "abstract"]: saidBy(item),
});

/** Returns the ClaimReview. An unpublished review has no `url`, and its author is the program that wrote the review. @param {any} result @param {Date} [now] */
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
/** Returns the result without the view, which is derived from it. @param {any} result */
const bare = ({ view: _drawn, ...found }) => found;

/** @type {Record<string, {ending: string, type: string, make: (result: any) => string}>} */
export const SHAPES = {
  text: { ending: "txt", type: "text/plain;charset=utf-8", make: ({ view }) => view.copies.text },
  markdown: { ending: "md", type: "text/markdown;charset=utf-8", make: ({ view }) => view.copies.markdown },
  json: { ending: "json", type: "application/json", make: (result) => asJson(bare(result)) },
  review: { ending: "claimreview.json", type: "application/ld+json", make: (result) => asJson(claimReview(result)) },
};
