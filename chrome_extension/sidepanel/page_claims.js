/** Functions for the claims in a page's record: which claims to check first, their requests, and their stored answers. */

import { askHistory } from "./ask.js";

const ns = globalThis.Claimlight;
/** @typedef {import("../scan").ScanRecord} ScanRecord @typedef {import("../scan").ScanClaim} ScanClaim */

/** Returns a claim as an item of the queue. @param {ScanRecord} record @param {ScanClaim} claim @param {import("../types").Settings["mode"]} mode
 * @param {string} run of an earlier check to resume, or "" @returns {import("./queue.js").Item} */
export function itemOf({ title, url, language, incognito }, { id, text, surrounding }, mode, run) {
  return { id, run, request: { claim: text, context: { title, url, language, surrounding: ns.text.claimOf(surrounding) }, mode }, incognito };
}

/** Returns the unchecked claims among the five most important ones. @param {ScanRecord | null} record */
export function topOf(record) {
  return (record?.claims ?? []).filter(({ rank, state }) => rank > 0 && (state === "found" || state === "failed")).sort((a, b) => a.rank - b.rank);
}

/** Returns the stored record with the panel's own state of running checks, because the stored state is updated later.
 * @param {ScanRecord | null} stored @param {ScanRecord | null} known the panel's record @param {(id: string) => boolean} busy @returns {ScanRecord | null} */
export function withNewest(stored, known, busy) {
  if (!stored || stored.scan !== known?.scan) return stored;
  const runningById = new Map(known.claims.filter(({ id }) => busy(id)).map((claim) => [claim.id, claim]));
  return { ...stored, claims: stored.claims.map((claim) => runningById.get(claim.id) ?? claim) };
}

/** Returns the full answer for a claim. An evicted answer may still be in the history. @param {import("../background/scans.js").Scans} scans
 * @param {number} tab @param {ScanClaim} claim @returns {Promise<import("../types").VerifyResult | null>} null if the answer is no longer available */
export async function answerOf(scans, tab, { id, session }) {
  const kept = await scans.answer(tab, id).catch(() => null);
  if (kept || !session) return kept;
  const said = await askHistory("get", { session_id: session }).catch(() => null);
  return said?.ok ? said.data : null;
}
