/** Marks the claims of a page, when the reader asks for it: text from the page, claims from the backend, marks on the page. */

import { BackendFailure } from "./backend.js";
import { askTop } from "./entries.js";
import { askPage } from "./tabs.js";

/** @typedef {{ chrome: typeof chrome, backend: import("./backend.js").Backend, scans: import("./scans.js").Scans }} Deps */
/** @typedef {import("../scan").ScanRecord} ScanRecord */

/** Reading ten thousand words takes about a second; a loaded machine may need several. */
const LIMIT_MS = 30_000;
const ADDRESS_LIMIT = 2000;
/** Characters on either side of a claim that tell whom it speaks of, and where it stood. */
const AROUND = 300;

/** @type {ScanRecord} */
const BEGUN = {
  phase: "reading", scan: "", page: "", url: "", title: "", language: "", understood: true, sentences: 0, claims: [], issues: [], incognito: false, at: 0, failure: null,
};

/** Another scan of the tab, the reader's Stop or another page in it end a scan: what is found then is no longer asked for.
 * @param {{ id?: number, incognito?: boolean }} tab @param {Deps} deps @returns {Promise<boolean>} whether anything was marked */
export async function scanTab(tab, { chrome, backend, scans }) {
  if (tab.id === undefined || tab.id < 0) return false;
  const id = tab.id;
  const begun = { ...BEGUN, scan: crypto.randomUUID(), incognito: tab.incognito === true, at: Date.now() };
  const write = async (/** @type {Partial<ScanRecord>} */ change) =>
    (await scans.change(id, (record) => (record.scan === begun.scan ? { ...record, ...change } : null))) !== null;
  const fail = (/** @type {ScanRecord["failure"]} */ failure) => write({ phase: "failed", failure }).then(() => false);
  // The reader left the page while it was looked through: of the one that is there now nothing was asked.
  const leave = async () => {
    if ((await scans.get(id))?.scan === begun.scan) await scans.forget(id);
    return false;
  };
  await scans.put(id, begun);
  /** @type {import("../scan").Collected | undefined | null | false} */
  const read = await askTop(chrome, id, { type: "scan-collect" });
  if (!read) return fail({ kind: "unreadable" });
  const { page, title } = read;
  if (!(await write({ page, title, url: read.url.slice(0, ADDRESS_LIMIT) }))) return false;
  if (read.blocks.length === 0) return fail({ kind: "empty" });
  let found;
  try {
    found = await backend.ask("/api/scan", bodyOf(read, begun.incognito), LIMIT_MS);
  } catch (error) {
    return fail(error instanceof BackendFailure ? error.failure : { kind: "lost" });
  }
  const claims = found.claims.map((/** @type {any} */ claim, /** @type {number} */ place) => claimOf(claim, place, read.blocks[claim.block]));
  if ((await scans.get(id))?.scan !== begun.scan) return false;
  const marks = claims.map((/** @type {import("../scan").ScanClaim} */ claim) => ({ ...claim, mark: "found" }));
  const shown = await askPage(chrome, id, { type: "scan-mark", page, claims: marks });
  if (!shown) return leave();
  const { language, understood, sentences, issues } = found;
  return (await write({ phase: "done", language, understood, sentences, claims, issues })) && claims.length > 0;
}

/** A private window tells no page (S12). @param {import("../scan").Collected} read @param {boolean} incognito */
function bodyOf({ blocks, url, title, language }, incognito) {
  const page = { blocks: blocks.map((text) => text.toWellFormed()), language: language.toWellFormed() };
  return incognito ? page : { ...page, url: url.slice(0, ADDRESS_LIMIT).toWellFormed(), title: title.slice(0, 300).toWellFormed() };
}

/** @param {any} found @param {number} place @param {string} around @returns {import("../scan").ScanClaim} */
function claimOf({ block, start, end, text, score, claim_type, rank }, place, around) {
  const surrounding = around.slice(Math.max(0, start - AROUND), end + AROUND).toWellFormed();
  return { id: `s${place}`, surrounding, block, start, end, text, score, claim_type, rank, state: "found", run: "", verdict: "", confidence: 0 };
}

/** @param {number} tab @param {Deps} deps */
export async function clearTab(tab, { chrome, scans }) {
  await scans.forget(tab);
  await askPage(chrome, tab, { type: "scan-clear" });
  return true;
}

/** A card on the page came to a verdict about a marked sentence: its mark and the panel's list follow.
 * @param {number} tab @param {string} claim @param {import("../types").VerifyResult} result @param {Deps} deps */
export async function noteVerdict(tab, claim, result, { chrome, scans }) {
  const record = await scans.get(tab);
  const same = (record?.claims ?? []).filter((known) => normal(known.text) === normal(claim));
  if (same.length === 0) return;
  const ids = new Set(same.map(({ id }) => id));
  const mark = globalThis.Claimlight.words.verdictKey(result.verdict);
  void askPage(chrome, tab, { type: "scan-change", changes: [...ids].map((id) => [id, mark]) });
  for (const id of ids) await scans.keepAnswer(tab, id, result);
  await scans.changeClaims(tab, ({ id }) => ids.has(id), { state: "done", verdict: result.verdict, confidence: result.confidence });
}

/** @param {string} text */
const normal = (text) => text.normalize("NFKC").replace(/\s+/gu, " ").trim();
