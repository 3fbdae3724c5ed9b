// Exports the answer as schema.org ClaimReview and as data for other programs.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const [WORST, BEST] = [1, 5];
  /** Ratings of firm verdicts. Other answers and leanings have no rating, because the rating is optional and any number would be arbitrary.
   * @type {Record<string, number>} */
  const RATING = { true: 5, partial: 3, misleading: 2, false: 1 };

  /** Removes empty entries. @param {Record<string, unknown>} fields */
  const given = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ""));

  /** @param {import("../types").VerifyResult} result */
  function rating(result) {
    const { text, words } = ns;
    const value = RATING[words.gradeKey(result)];
    const scale = value === undefined ? {} : { ratingValue: value, bestRating: BEST, worstRating: WORST };
    return given({ "@type": "Rating", ...scale, alternateName: text.clean(words.grade(result)), ratingExplanation: text.clean(result.reasoning) });
  }

  /** Returns the page on which the claim was read. A page without a web URL (a file, a private window) is not named.
   * @param {import("../types").VerifyResult} result */
  function appearance(result) {
    const url = ns.text.safeLink(result.page?.url ?? "");
    return url ? { appearance: [given({ "@type": "CreativeWork", url, name: ns.text.clean(result.page?.title) })] } : {};
  }

  /** `text` contains the work's own words, and `abstract` a description by others. @param {import("../types").EvidenceItem} item */
  function cited(item) {
    const { text, words } = ns;
    const { text: said, quoted } = words.said(item);
    const work = { "@type": "CreativeWork", name: text.clean(item.title), url: text.safeLink(item.source), datePublished: text.clean(item.published) };
    return given({ ...work, [quoted ? "text" : "abstract"]: text.clean(said) });
  }

  /** An unpublished review has no `url`, and its author is the program that wrote the review.
   * @param {import("../types").VerifyResult} result @param {Date} [now] */
  function claimReview(result, now = new Date()) {
    const { text } = ns;
    const taken = result.evidence.filter((item) => item.stance !== "neutral" && item.quote);
    return given({
      "@context": "https://schema.org",
      "@type": "ClaimReview",
      datePublished: now.toISOString().slice(0, 10),
      claimReviewed: text.clean(result.claim),
      author: { "@type": "Organization", name: "Claimlight", description: "Automatic verdict of a program on a reader's own computer" },
      reviewRating: rating(result),
      itemReviewed: { "@type": "Claim", ...appearance(result), ...given({ text: text.clean(result.original_claim) }) },
      citation: taken.length > 0 ? taken.map(cited) : undefined,
    });
  }

  /** @param {import("../types").VerifyResult} result */
  const asClaimReview = (result) => JSON.stringify(claimReview(result), null, 2);
  /** Returns the whole result as in docs/api.md, but without the view, which is derived from it. @param {import("../types").VerifyResult} result */
  const asJson = ({ view: _drawn, ...result }) => JSON.stringify(result, null, 2);

  ns.review = { claimReview, asClaimReview, asJson };
})();
