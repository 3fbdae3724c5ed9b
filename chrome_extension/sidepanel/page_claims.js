/** The claims of a page's record: which to check, the requests for them, and where their answers are. */

import { askHistory } from "./ask.js";

const ns = globalThis.Claimlight;
/** @typedef {import("../scan").ScanRecord} ScanRecord @typedef {import("../scan").ScanClaim} ScanClaim */

/** One claim for the queue. @param {ScanRecord} record @param {ScanClaim} claim @param {import("../types").Settings["mode"]} mode
 * @param {string} run of an earlier check to resume, or "" @returns {import("./queue.js").Item} */
export function itemOf({ title, url, language, incognito }, { id, text, surrounding }, mode, run) {
  return { id, run, request: { claim: text, context: { title, url, language, surrounding: ns.text.claimOf(surrounding) }, mode }, incognito };
}

/** The five most important claims, without those already checked. @param {ScanRecord | null} record */
export function topOf(record) {
  return (record?.claims ?? []).filter(({ rank, state }) => rank > 0 && (state === "found" || state === "failed")).sort((a, b) => a.rank - b.rank);
}

/** The record is updated late, so the panel's own state of running checks takes precedence. @param {ScanRecord | null} told @param {ScanRecord | null} known
 * @param {(id: string) => boolean} busy @returns {ScanRecord | null} */
export function withNewest(told, known, busy) {
  if (!told || told.scan !== known?.scan) return told;
  const mine = new Map(known.claims.filter(({ id }) => busy(id)).map((claim) => [claim.id, claim]));
  return { ...told, claims: told.claims.map((claim) => mine.get(claim.id) ?? claim) };
}

/** The whole answer; one that was evicted may still be in the history. @param {import("../background/scans.js").Scans} scans
 * @param {number} tab @param {ScanClaim} claim @returns {Promise<import("../types").VerifyResult | null>} null if there is none any more */
export async function answerOf(scans, tab, { id, session }) {
  const kept = await scans.answer(tab, id).catch(() => null);
  if (kept || !session) return kept;
  const said = await askHistory("get", { session_id: session }).catch(() => null);
  return said?.ok ? said.data : null;
}
