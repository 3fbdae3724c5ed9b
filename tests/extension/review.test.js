// schema.org/ClaimReview in the format that consumers of fact-checks expect: https://developers.google.com/search/docs/appearance/structured-data/factcheck
import assert from "node:assert/strict";
import test from "node:test";
import { Claimlight } from "./namespace.js";
import { item, result } from "./samples.js";

const { review } = Claimlight;
const DAY = new Date("2026-11-22T10:00:00Z");
const of = (/** @type {any} */ change) => /** @type {any} */ (review.claimReview(result(change), DAY));
const page = { url: "https://news.example/a", title: "News" };

test("a review says what was claimed, how it is rated and where it stood", () => {
  const made = of({ page });
  assert.deepEqual([made["@context"], made["@type"], made.claimReviewed, made.datePublished], ["https://schema.org", "ClaimReview", "The Earth is flat", "2026-11-22"]);
  assert.equal(made.author["@type"], "Organization");
  assert.equal(made.author.name, "Claimlight");
  assert.deepEqual(made.itemReviewed, { "@type": "Claim", appearance: [{ "@type": "CreativeWork", url: page.url, name: "News" }], text: "The Earth is flat" });
});

test("a rating lies on its stated scale", () => {
  const rated = Object.fromEntries(["True", "Partially True", "Misleading", "False"].map((verdict) => [verdict, of({ verdict }).reviewRating]));
  for (const [verdict, rating] of Object.entries(rated)) {
    assert.deepEqual([rating["@type"], rating.alternateName, rating.bestRating, rating.worstRating], ["Rating", verdict, 5, 1]);
    assert.ok(rating.ratingValue >= rating.worstRating && rating.ratingValue <= rating.bestRating);
  }
  assert.ok(rated.True.ratingValue > rated["Partially True"].ratingValue && rated["Partially True"].ratingValue > rated.False.ratingValue);
});

test("an undecided review gets no rating number", () => {
  for (const verdict of ["Not Enough Evidence", "Not Verifiable"]) {
    const { reviewRating } = of({ verdict });
    assert.equal(reviewRating.alternateName, verdict);
    assert.deepEqual(["ratingValue", "bestRating", "worstRating"].filter((key) => key in reviewRating), []);
  }
});

test("an address is given only where it is true", () => {
  assert.equal("url" in of({ page }), false);
  for (const url of ["", "javascript:alert(1)", "file:///a"]) assert.equal("appearance" in of({ page: { url, title: "x" } }).itemReviewed, false);
  assert.equal("appearance" in of({ page: undefined }).itemReviewed, false);
});

test("sources that take a side are cited, each with its own words", () => {
  const made = of({ evidence: [item({ published: "" }), item({ stance: "neutral" }), item({ stance: "supports", quote: "" })] });
  assert.deepEqual(made.citation, [{ "@type": "CreativeWork", name: "Earth", url: "https://science.example/earth", text: "The Earth is an oblate spheroid." }]);
  assert.equal("citation" in of({ evidence: [] }), false);
});

test("a review is JSON without hidden characters", () => {
  const text = review.asClaimReview(result({ claim: "flat\u202e </script>", page }));
  assert.equal(JSON.parse(text).claimReviewed, "flat </script>");
});

test("JSON is the whole result", () => {
  assert.deepEqual(JSON.parse(review.asJson(result({}))), result({}));
});

test("a leaning is named and gets no number", () => {
  const { reviewRating } = of({ verdict: "Not Enough Evidence", leaning: { label: "Probably false", probability: 0.7 } });
  assert.equal(reviewRating.alternateName, "Probably false");
  assert.equal("ratingValue" in reviewRating, false);
});
