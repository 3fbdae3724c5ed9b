/** The claims of a page's record: which are to be checked, how they are asked, and where their answers are. */

import { askHistory } from "./ask.js";

const ns = globalThis.Claimlight;
/** @typedef {import("../scan").ScanRecord} ScanRecord @typedef {import("../scan").ScanClaim} ScanClaim */

/** One claim for the queue. @param {ScanRecord} record @param {ScanClaim} claim @param {import("../types").Settings["mode"]} mode
 * @param {string} run of an earlier check that goes on, or "" @returns {import("./queue.js").Item} */
export function itemOf({ title, url, language, incognito }, { id, text, surrounding }, mode, run) {
  return { id, run, request: { claim: text, context: { title, url, language, surrounding: ns.text.claimOf(surrounding) }, mode }, incognito };
}

/** The five that matter most, as far as they were not checked. @param {ScanRecord | null} record */
export function topOf(record) {
  return (record?.claims ?? []).filter(({ rank, state }) => rank > 0 && (state === "found" || state === "failed")).sort((a, b) => a.rank - b.rank);
}

/** Of what is being checked here the record tells late. @param {ScanRecord | null} told @param {ScanRecord | null} known
 * @param {(id: string) => boolean} busy @returns {ScanRecord | null} */
export function withNewest(told, known, busy) {
  if (!told || told.scan !== known?.scan) return told;
  const mine = new Map(known.claims.filter(({ id }) => busy(id)).map((claim) => [claim.id, claim]));
  return { ...told, claims: told.claims.map((claim) => mine.get(claim.id) ?? claim) };
}

/** The whole answer; one that made room for others may still be in the history. @param {import("../background/scans.js").Scans} scans
 * @param {number} tab @param {ScanClaim} claim @returns {Promise<import("../types").VerifyResult | null>} null: there is none any more */
export async function answerOf(scans, tab, { id, session }) {
  const kept = await scans.answer(tab, id).catch(() => null);
  if (kept || !session) return kept;
  const said = await askHistory("get", { session_id: session }).catch(() => null);
  return said?.ok ? said.data : null;
}
