// @ts-check
// Describes the provenance of a passage and its use so far.

import { day, starWords } from "./evidence.js";
import { addressOf } from "./result.js";
import { clean } from "./trace.js";
import { has, moment, number, percent, t } from "./words.js";

/** @param {string} start @param {string} name @param {string} otherwise */
const named = (start, name, otherwise) => (has(`${start}${name}`) ? t(`${start}${name}`) : otherwise);
/** @param {string} iso */
const when = (iso) => (iso ? moment(iso) : "");

/** @param {any} whole a passage with its provenance, in the API's format */
export function factsOf(whole) {
  return Object.entries({
    page_fact_page: clean(whole.title),
    origin_unknown: t("page_value", starWords(whole), named("page_kind_", whole.source_type, t("page_kind_unknown"))),
    page_fact_published: day(whole.published),
    page_learned: when(whole.learnt),
    page_fact_place: named("page_place_", whole.namespace, whole.namespace),
    page_fact_state: t(whole.quarantined ? "page_state_quarantined" : "page_confirmed"),
    page_fact_used: whole.last_accessed ? t("page_used", whole.access_count, when(whole.last_accessed)) : t("page_never"),
    page_fact_verdicts: number(whole.verification_count),
    page_fact_relevance: whole.access_count ? percent(100 * whole.avg_relevance) : "",
    page_fact_statements: number(whole.statements),
  }).map(([key, value]) => ({ name: t(key), value })).filter(({ value }) => value);
}

/** @param {any} whole */
export function originsOf(whole) {
  const unknown = whole.namespace === "static_gk" ? t("page_origin_built_in") : t("page_origin_unknown");
  if (!whole.origins.length) return [{ words: unknown, claim: "", link: "" }];
  return whole.origins.map((/** @type {any} */ found) => ({
    words: t(found.claim ? "page_origin" : "page_origin_gone", when(found.first_seen), clean(found.engine).replaceAll("_", " ") || t("page_origin_search")),
    claim: clean(found.claim), link: found.session_id ? addressOf(found.session_id) : "",
  }));
}
