/** Scans a page at the user's request: reads the text, gets the claims from the backend, and marks the claims on the page. */

import { BackendFailure, HEALTH_TIMEOUT_MS } from "./backend.js";
import { askTop } from "./entries.js";
import { keyOf } from "./scans.js";
import { LIMIT_MS as PAGE_LIMIT_MS, askPage, tellPage } from "./tabs.js";

/** @typedef {{ chrome: typeof chrome, backend: import("./backend.js").Backend, scans: import("./scans.js").Scans }} Deps */
/** @typedef {import("../scan").ScanRecord} ScanRecord */

/** Maximum time to find the claims. Ten thousand words take about a second, or several seconds on a busy machine, and scans may have to wait. */
const LIMIT_MS = 30_000;
/** Maximum duration of a scan: four waits for the page (message, injection, message, marks), a health check and the request. */
export const LONGEST_MS = 4 * PAGE_LIMIT_MS + HEALTH_TIMEOUT_MS + LIMIT_MS;
const ADDRESS_LIMIT = 2000;
/** Characters of context on each side of a claim, used to resolve the claim's references and to find the claim again. */
const AROUND = 300;

/** @type {ScanRecord} */
const BEGUN = {
  phase: "reading", scan: "", page: "", url: "", title: "", language: "", understood: true, sentences: 0, claims: [], issues: [], incognito: false, at: 0, failure: null,
};

/** @type {Pick<import("../scan").ScanClaim, "state" | "run" | "verdict" | "confidence" | "session">} */
const UNASKED = { state: "found", run: "", verdict: "", confidence: 0, session: "" };

/** Scans a tab. Another scan of the tab, the Stop button, or navigation to another page cancels the scan and its request.
 * @param {{ id?: number, incognito?: boolean }} tab @param {Deps} deps @returns {Promise<boolean>} whether anything was marked */
export async function scanTab(tab, deps) {
  if (tab.id === undefined || tab.id < 0) return false;
  const begun = { ...BEGUN, scan: crypto.randomUUID(), incognito: tab.incognito === true, at: Date.now() };
  const wanted = whileWanted(deps.chrome, tab.id, begun.scan);
  return scanned(tab.id, begun, deps, wanted).finally(wanted.end);
}

/** @typedef {{ signal: AbortSignal, left: () => boolean, end: () => void }} Wanted */

/** Returns a signal that aborts when the tab's record no longer belongs to this scan, and tells whether the tab has begun to load another page.
 * @param {typeof chrome} api @param {number} tab @param {string} scan @returns {Wanted} */
function whileWanted(api, tab, scan) {
  const over = new AbortController();
  const look = (/** @type {Record<string, chrome.storage.StorageChange>} */ changes) => {
    const [before, now] = [changes[keyOf(tab)]?.oldValue, changes[keyOf(tab)]?.newValue].map((record) => /** @type {ScanRecord | undefined} */ (record)?.scan);
    if (before === scan && now !== scan) over.abort();
  };
  let gone = false;
  const watch = (/** @type {number} */ id, /** @type {{ status?: string }} */ { status }) => {
    if (id === tab && status === "loading") gone = true;
  };
  api.storage.session.onChanged.addListener(look);
  api.tabs.onUpdated.addListener(watch);
  const end = () => {
    api.storage.session.onChanged.removeListener(look);
    api.tabs.onUpdated.removeListener(watch);
  };
  return { signal: over.signal, left: () => gone, end };
}

/** @param {number} id of the tab @param {ScanRecord} begun @param {Deps} deps @param {Wanted} wanted @returns {Promise<boolean>} */
async function scanned(id, begun, { chrome, backend, scans }, { signal, left }) {
  const write = async (/** @type {Partial<ScanRecord>} */ change) =>
    (await scans.change(id, (record) => (record.scan === begun.scan ? { ...record, ...change } : null))) !== null;
  const fail = (/** @type {ScanRecord["failure"]} */ failure) => write({ phase: "failed", failure }).then(() => false);
  // The user left the page during the scan and did not request a scan of the new page.
  const leave = () => scans.forget(id, begun.scan).then(() => false);
  await scans.put(id, begun);
  /** @type {import("../scan").Collected | undefined | null | false} */
  const read = await askTop(chrome, id, { type: "scan-collect" });
  if (!read) return left() ? leave() : fail({ kind: "unreadable" });
  const { page, title } = read;
  if (!(await write({ page, title, url: read.url.slice(0, ADDRESS_LIMIT) }))) return false;
  if (read.blocks.length === 0) return fail({ kind: "empty" });
  let found;
  try {
    found = await claimsIn(bodyOf(read, begun.incognito), backend, signal);
  } catch (error) {
    return fail(error instanceof BackendFailure ? error.failure : { kind: "lost" });
  }
  const claims = found.claims.map((/** @type {any} */ claim, /** @type {number} */ place) => claimOf(claim, place, read.blocks[claim.block]));
  if ((await scans.get(id))?.scan !== begun.scan) return false;
  const marks = claims.map((/** @type {import("../scan").ScanClaim} */ claim) => ({ ...claim, mark: "found" }));
  const shown = await askPage(chrome, id, { type: "scan-mark", page, claims: marks });
  // The page does not respond but may still be the same page, so the results must not disappear without a message.
  if (shown === null && !left()) return fail({ kind: "unreadable" });
  if (!shown) return leave();
  const { language, understood, sentences, issues } = found;
  return (await write({ phase: "done", language, understood, sentences, claims, issues })) && claims.length > 0;
}

/** Requests the claims, and retries while Claimlight is busy with other pages. @param {Record<string, unknown>} body @param {Deps["backend"]} backend
 * @param {AbortSignal} signal @returns {Promise<any>} @throws {BackendFailure} or the signal's reason */
async function claimsIn(body, backend, signal) {
  const end = Date.now() + LIMIT_MS;
  for (;;) {
    try {
      return await backend.ask("/api/scan", body, { limit: Math.max(1, end - Date.now()), signal });
    } catch (error) {
      const wait = 1000 * ((error instanceof BackendFailure && error.failure.retry_after_s) || 0);
      if (wait === 0 || Date.now() + wait >= end) throw error;
      await new Promise((resolve) => void setTimeout(resolve, wait));
    }
  }
}

/** The page's URL and title are not sent from a private window (S12). @param {import("../scan").Collected} read @param {boolean} incognito */
function bodyOf({ blocks, url, title, language }, incognito) {
  const page = { blocks: blocks.map((text) => text.toWellFormed()), language: language.toWellFormed() };
  return incognito ? page : { ...page, url: url.slice(0, ADDRESS_LIMIT).toWellFormed(), title: title.slice(0, 300).toWellFormed() };
}

/** @param {any} found @param {number} place @param {string} around @returns {import("../scan").ScanClaim} */
function claimOf({ block, start, end, text, score, claim_type, rank }, place, around) {
  const surrounding = around.slice(Math.max(0, start - AROUND), end + AROUND).toWellFormed();
  return { id: `s${place}`, surrounding, block, start, end, text, score, claim_type, rank, ...UNASKED };
}

/** Marks scans as failed if they were interrupted when an earlier worker was killed. @param {Pick<Deps, "scans">} deps
 * @param {number} started start time of the current worker, in ms since 1970 */
export async function endOrphans({ scans }, started) {
  const orphaned = (/** @type {ScanRecord} */ { phase, at }) => phase === "reading" && at < started;
  for (const tab of await scans.tabs()) {
    await scans.change(tab, (record) => (orphaned(record) ? { ...record, phase: "failed", failure: { kind: "lost" } } : null));
  }
}

/** @param {number} tab @param {Deps} deps */
export async function clearTab(tab, { chrome, scans }) {
  await scans.forget(tab);
  await tellPage(chrome, tab, { type: "scan-clear" });
  return true;
}

/** Updates a sentence's mark and the panel's list after a card on the page has received a verdict on the sentence.
 * @param {number} tab @param {string} claim @param {import("../types").VerifyResult} result @param {Deps} deps */
export async function noteVerdict(tab, claim, result, { chrome, scans }) {
  const record = await scans.get(tab);
  const words = normal(claim);
  const same = (/** @type {import("../scan").ScanClaim} */ { text }) => normal(text) === words;
  const ids = (record?.claims ?? []).filter(same).map(({ id }) => id);
  if (!record || ids.length === 0) return;
  const mark = globalThis.Claimlight.words.gradeKey(result);
  void tellPage(chrome, tab, { type: "scan-change", page: record.page, changes: ids.map((id) => [id, mark]) });
  for (const id of ids) await scans.keepAnswer(tab, record.scan, id, result);
  await scans.changeClaims(tab, record.scan, same, { state: "done", ...verdictOf(result) });
}

/** Returns the part of an answer that a claim's row stores, with the id of the full answer in the history. @param {import("../types").VerifyResult} result */
export const verdictOf = ({ verdict, leaning = null, confidence, saved, session_id }) => ({ verdict, leaning, confidence, session: saved ? session_id : "" });

/** @param {string} text */
const normal = (text) => text.normalize("NFKC").replace(/\s+/gu, " ").trim();
