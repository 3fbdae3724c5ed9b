// @ts-check
// One piece of evidence in the words of the knowledge base and of the exports.

import { clean } from "./trace.js";
import { moment, t } from "./words.js";

const DATE = /^(\d{4})-(0[1-9]|1[0-2])(?:-(\d\d))?/;

/** What was not read on the page that it names: the message of its badge; `…_means` explains it. @type {Record<string, string>} */
const NO_QUOTATION = { seed: "card_summary", record: "card_summary", review: "card_rating", handout: "card_handout" };

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

/** @param {any} rated */
export const starWords = ({ stars, tier }) => t("card_stars_tier", stars, tier);

/** The date as precisely as it is known; any other text is returned unchanged. @param {string} published */
export function day(published) {
  const found = DATE.exec(published);
  if (!found) return clean(published);
  return moment(found[0], found[3] ? { dateStyle: "medium", timeZone: "UTC" } : { month: "long", year: "numeric", timeZone: "UTC" });
}

/** Why no verdict may rest on a stored passage, or "". @param {any} item */
export function leadOf(item) {
  if (item.kind === "snippet") return t("lead_snippet");
  if (item.lead_only) return t("lead_source");
  return item.quarantined ? t("lead_stored") : "";
}

/** The badge of a text that is not a quotation, and its meaning. @param {any} item */
export function kindOf(item) {
  const key = NO_QUOTATION[item.kind];
  return { kind_words: key ? t(key) : "", kind_means: key ? t(`${key}_means`) : "" };
}

/** The text to show; in quotation marks only if `verbatim` says that it was read on the page. @param {any} item */
export const saidBy = (item) => clean((item.kind !== "review" && item.quote) || item.text);
