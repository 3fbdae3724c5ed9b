// @ts-check
// Describes where a passage comes from and how it has been used.

import { day, tierWords } from "./evidence.js";
import { addressOf } from "./result.js";
import { clean, percent } from "./trace.js";

/** @type {Record<string, string>} */
const ROOMS = { static_gk: "built-in facts", news_evidence: "what searches found", current_affairs_24h: "current affairs" };
/** @type {Record<string, string>} */
const TYPES = {
  fact_checker: "fact-checker", government: "government", academic: "academic", news: "news", reference: "reference", social: "social media", unknown: "unknown kind",
};

/** @param {number} count */
const times = (count) => (count === 0 ? "never" : count === 1 ? "once" : `${count} times`);
/** @param {string} iso */
const when = (iso) => (iso ? new Date(iso).toLocaleString() : "");

/** @param {any} whole a passage with its provenance, in the API's format */
export function factsOf(whole) {
  return Object.entries({
    "Page": clean(whole.title),
    "Source": `${tierWords(whole.tier)}; ${TYPES[whole.source_type] ?? "unknown kind"}`,
    "Published": day(whole.published),
    "Learnt": when(whole.learnt),
    "Kept among": ROOMS[whole.namespace] ?? whole.namespace,
    "State": whole.quarantined ? "in quarantine: a lead until a verdict rests on it" : "confirmed",
    "Looked at": whole.last_accessed ? `${times(whole.access_count)}, last ${when(whole.last_accessed)}` : "never",
    "Verdicts that rest on it": whole.verification_count ? String(whole.verification_count) : "none",
    "Mean relevance": whole.access_count ? percent(100 * whole.avg_relevance) : "",
    "Statements in the graph": whole.statements ? String(whole.statements) : "none",
  }).map(([name, value]) => ({ name, value })).filter(({ value }) => value);
}

/** @param {any} whole */
export function originsOf(whole) {
  const unknown = whole.namespace === "static_gk" ? "Came with Claimlight; no claim led to it." : "How it was found was not noted.";
  if (!whole.origins.length) return [{ words: unknown, claim: "", link: "" }];
  return whole.origins.map((/** @type {any} */ found) => ({
    words: `Found ${when(found.first_seen)} by ${clean(found.engine).replaceAll("_", " ") || "a search"}${found.tier ? ` (${clean(found.tier).replaceAll("_", " ")})` : ""}, for ${found.claim ? "the claim" : "a claim that is no longer in your history."}`,
    claim: clean(found.claim), link: found.session_id ? addressOf(found.session_id) : "",
  }));
}
