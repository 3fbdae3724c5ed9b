// @ts-check
// Describes one piece of evidence, both during a check and in the knowledge base.

import { clean, judged, percent } from "./trace.js";

/** @type {Record<string, string>} */
export const ORIGINS = { kb: "Saved earlier", web: "Web source", fact_check: "Fact-checker" };
/** @type {Record<string, string>} */
const TIERS = { A: "authoritative", "A'": "nearly authoritative", B: "reputable", C: "ordinary", D: "low reliability" };
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const DATE = /^(\d{4})-(0[1-9]|1[0-2])(?:-(\d\d))?/;
const WHOLE = 12, ENDS = 5;
const DIRECTIVE = ":~:";

const SUMMARY = ["Claimlight's summary", "In our own words or put together from data, not a quotation. The link is its reference."];
/** Badges for passages that were not read on the page they name, and what each badge means. @type {Record<string, string[]>} */
const NO_QUOTATION = {
  seed: SUMMARY, record: SUMMARY,
  review: ["Published rating", "Put together from a fact-checker's data, not a quotation"],
  handout: ["Text from an index", "As the index gave it. The page itself was not read."],
};

/** The real host to show, and the link; there is no link unless the URL is http or https. @param {string} url */
export function place(url) {
  try {
    const parsed = new URL(url);
    const host = parsed.hostname.replace(/^www\./, "");
    return { host, link: ["http:", "https:"].includes(parsed.protocol) && host ? url : "" };
  } catch {
    return { host: "", link: "" };
  }
}

/** @param {number} stars */
export function starSigns(stars) {
  const signs = "★".repeat(Math.floor(stars)) + (stars % 1 ? "½" : "");
  return signs + "☆".repeat(5 - signs.length);
}

/** For example "1 Mar 2024" or "Mar 2024"; any other value is returned unchanged. @param {string} published */
export function day(published) {
  const found = DATE.exec(published);
  if (!found) return clean(published);
  const said = `${MONTHS[Number(found[2]) - 1]} ${found[1]}`;
  return found[3] ? `${Number(found[3])} ${said}` : said;
}

/** @param {string} tier */
export const tierWords = (tier) => `Tier ${tier}, ${TIERS[tier]}`;

/** Escapes commas and hyphens, which have a meaning in text fragments. @param {string} words */
const encoded = (words) => encodeURIComponent(words).replace(/[-!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The link to the first paragraph of the quote (WICG Scroll To Text Fragment). @param {string} link @param {string} quote */
export function passageLink(link, quote) {
  const words = quote.split("\n")[0].split(/\s+/).filter(Boolean);
  if (!link || !words.length) return link;
  const ends = words.length <= WHOLE ? [words] : [words.slice(0, ENDS), words.slice(-ENDS)];
  const bare = link.split(DIRECTIVE)[0];
  return `${bare}${bare.includes("#") ? "" : "#"}${DIRECTIVE}text=${ends.map((part) => encoded(part.join(" "))).join(",")}`;
}

/** Why no verdict may be based on this evidence, or "". @param {any} item */
function leadBecause(item) {
  if (item.kind === "snippet") return "found, not read in full";
  if (item.lead_only) return "this source never decides a verdict";
  return item.quarantined && item.origin === "kb" ? "stored, not confirmed yet" : "";
}

/** @param {any} item */
export function cautionOf(item) {
  const lead = leadBecause(item);
  return lead && `Lead: ${lead}`;
}

/** The badge of a text that is not a quotation, and its meaning. @param {any} item */
export function kindOf(item) {
  const [words, means] = NO_QUOTATION[item.kind] ?? ["", ""];
  return { kind_words: words, kind_means: means };
}

/** The text to show; in quotation marks only if `verbatim` says that it was read on the page. @param {any} item */
export const saidBy = (item) => clean((item.kind !== "review" && item.quote) || item.text);

/** Quotes each paragraph separately: the page may have other text between them. @param {string} words */
const apart = (words) => words.replaceAll("\n", "”\n“");

/** The publisher's name if it is known; answers of earlier versions only have domains. @param {any} item */
const publisherOf = (item) => clean(item.publisher || item.domain);

/** @param {any} item evidence in the API's format */
export function evidenceView(item) {
  const text = clean(item.text);
  const quote = clean(item.quote);
  const composed = item.kind === "review" || item.kind === "record";
  const { host, link } = place(item.source);
  return {
    n: item.n || "", stance: item.stance, origin_words: ORIGINS[item.origin], ...kindOf(item),
    caution: cautionOf(item), relevance_words: percent(100 * item.relevance),
    shown: item.verbatim ? apart(saidBy(item)) : "", statement: item.verbatim ? "" : saidBy(item),
    context: quote && quote !== text && !composed ? text : "",
    title: clean(item.title) || publisherOf(item), link: item.verbatim ? passageLink(link, quote) : link, host: publisherOf(item), address: host,
    published: day(item.published) || (item.kind === "seed" ? "" : "undated"), tier_words: tierWords(item.tier),
    star_signs: starSigns(item.stars), star_words: `Source rated ${item.stars} of 5`, judged: judged(item),
  };
}
