// @ts-check
// Formats one piece of evidence for the knowledge base and the exports.

import { clean } from "./trace.js";
import { moment, t } from "./words.js";

const DATE = /^(\d{4})-(0[1-9]|1[0-2])(?:-(\d\d))?/;

/** Message keys of the badges for evidence that was not read on the page that it names. The keys `…_means` explain the badges. @type {Record<string, string>} */
const NO_QUOTATION = { seed: "card_summary", record: "card_summary", review: "card_rating", handout: "card_handout" };

/** Returns the host to show, and the link, which is "" unless the URL is http or https. @param {string} url */
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

/** @param {any} rated */
export const starWords = ({ stars, tier }) => t("card_stars_tier", stars, tier);

/** Formats a date with its known precision. Any other text is returned unchanged. @param {string} published */
export function day(published) {
  const found = DATE.exec(published);
  if (!found) return clean(published);
  return moment(found[0], found[3] ? { dateStyle: "medium", timeZone: "UTC" } : { month: "long", year: "numeric", timeZone: "UTC" });
}

/** Returns why no verdict may be based on a stored passage, or "" if one may. @param {any} item */
export function leadOf(item) {
  if (item.kind === "snippet") return t("lead_snippet");
  if (item.lead_only) return t("lead_source");
  return item.quarantined ? t("lead_stored") : "";
}

/** Returns the badge for a text that is not a quotation, and the badge's explanation. @param {any} item */
export function kindOf(item) {
  const key = NO_QUOTATION[item.kind];
  return { kind_words: key ? t(key) : "", kind_means: key ? t(`${key}_means`) : "" };
}

/** Returns the text to show, as a quotation only if `verbatim` says that the text was read on the page. @param {any} item */
export const saidBy = (item) => clean((item.kind !== "review" && item.quote) || item.text);
