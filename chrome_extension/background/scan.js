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
const CONTEXT_CHARS = 300;

/** @type {ScanRecord} */
const EMPTY_RECORD = {
  phase: "reading", scan: "", page: "", url: "", title: "", language: "", understood: true, sentences: 0, claims: [], issues: [], incognito: false, at: 0, failure: null,
};

/** @type {Pick<import("../scan").ScanClaim, "state" | "run" | "verdict" | "confidence" | "session">} */
const UNCHECKED = { state: "found", run: "", verdict: "", confidence: 0, session: "" };

/** Scans a tab. Another scan of the tab, the Stop button, or navigation to another page cancels the scan and its request.
 * @param {{ id?: number, incognito?: boolean }} tab @param {Deps} deps @returns {Promise<boolean>} whether anything was marked */
export async function scanTab(tab, deps) {
  if (tab.id === undefined || tab.id < 0) return false;
  const initial = { ...EMPTY_RECORD, scan: crypto.randomUUID(), incognito: tab.incognito === true, at: Date.now() };
  const watch = watchScan(deps.chrome, tab.id, initial.scan);
  return runScan(tab.id, initial, deps, watch).finally(watch.stop);
}

/** @typedef {{ signal: AbortSignal, hasNavigated: () => boolean, stop: () => void }} ScanWatch */

/** Returns a signal that aborts when the tab's record no longer belongs to this scan, and tells whether the tab has begun to load another page.
 * @param {typeof chrome} api @param {number} tab @param {string} scan @returns {ScanWatch} */
function watchScan(api, tab, scan) {
  const aborter = new AbortController();
  const onRecordChange = (/** @type {Record<string, chrome.storage.StorageChange>} */ changes) => {
    const [before, now] = [changes[keyOf(tab)]?.oldValue, changes[keyOf(tab)]?.newValue].map((record) => /** @type {ScanRecord | undefined} */ (record)?.scan);
    if (before === scan && now !== scan) aborter.abort();
  };
  let navigated = false;
  const onTabUpdate = (/** @type {number} */ id, /** @type {{ status?: string }} */ { status }) => {
    if (id === tab && status === "loading") navigated = true;
  };
  api.storage.session.onChanged.addListener(onRecordChange);
  api.tabs.onUpdated.addListener(onTabUpdate);
  const stop = () => {
    api.storage.session.onChanged.removeListener(onRecordChange);
    api.tabs.onUpdated.removeListener(onTabUpdate);
  };
  return { signal: aborter.signal, hasNavigated: () => navigated, stop };
}

/** @param {number} id of the tab @param {ScanRecord} initial @param {Deps} deps @param {ScanWatch} watch @returns {Promise<boolean>} */
async function runScan(id, initial, { chrome, backend, scans }, { signal, hasNavigated }) {
  const update = async (/** @type {Partial<ScanRecord>} */ change) =>
    (await scans.change(id, (record) => (record.scan === initial.scan ? { ...record, ...change } : null))) !== null;
  const fail = (/** @type {ScanRecord["failure"]} */ failure) => update({ phase: "failed", failure }).then(() => false);
  // The user left the page during the scan and did not request a scan of the new page.
  const discard = () => scans.forget(id, initial.scan).then(() => false);
  await scans.put(id, initial);
  /** @type {import("../scan").Collected | undefined | null | false} */
  const collected = await askTop(chrome, id, { type: "scan-collect" });
  if (!collected) return hasNavigated() ? discard() : fail({ kind: "unreadable" });
  const { page, title } = collected;
  if (!(await update({ page, title, url: collected.url.slice(0, ADDRESS_LIMIT) }))) return false;
  if (collected.blocks.length === 0) return fail({ kind: "empty" });
  let response;
  try {
    response = await claimsIn(bodyOf(collected, initial.incognito), backend, signal);
  } catch (error) {
    return fail(error instanceof BackendFailure ? error.failure : { kind: "lost" });
  }
  const claims = response.claims.map((/** @type {any} */ claim, /** @type {number} */ index) => claimOf(claim, index, collected.blocks[claim.block]));
  if ((await scans.get(id))?.scan !== initial.scan) return false;
  const marks = claims.map((/** @type {import("../scan").ScanClaim} */ claim) => ({ ...claim, mark: "found" }));
  const marked = await askPage(chrome, id, { type: "scan-mark", page, claims: marks });
  // The page does not respond but may still be the same page, so the results must not disappear without a message.
  if (marked === null && !hasNavigated()) return fail({ kind: "unreadable" });
  if (!marked) return discard();
  const { language, understood, sentences, issues } = response;
  return (await update({ phase: "done", language, understood, sentences, claims, issues })) && claims.length > 0;
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

/** @param {any} claim @param {number} index @param {string} blockText @returns {import("../scan").ScanClaim} */
function claimOf({ block, start, end, text, score, claim_type, rank }, index, blockText) {
  const surrounding = blockText.slice(Math.max(0, start - CONTEXT_CHARS), end + CONTEXT_CHARS).toWellFormed();
  return { id: `s${index}`, surrounding, block, start, end, text, score, claim_type, rank, ...UNCHECKED };
}

/** Marks scans as failed if they were interrupted when an earlier worker was killed. @param {Pick<Deps, "scans">} deps
 * @param {number} started start time of the current worker, in ms since 1970 */
export async function endOrphans({ scans }, started) {
  const isOrphan = (/** @type {ScanRecord} */ { phase, at }) => phase === "reading" && at < started;
  for (const tab of await scans.tabs()) {
    await scans.change(tab, (record) => (isOrphan(record) ? { ...record, phase: "failed", failure: { kind: "lost" } } : null));
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
  const claimText = normal(claim);
  const isSameClaim = (/** @type {import("../scan").ScanClaim} */ { text }) => normal(text) === claimText;
  const ids = (record?.claims ?? []).filter(isSameClaim).map(({ id }) => id);
  if (!record || ids.length === 0) return;
  const mark = globalThis.Claimlight.words.gradeKey(result);
  void tellPage(chrome, tab, { type: "scan-change", page: record.page, changes: ids.map((id) => [id, mark]) });
  for (const id of ids) await scans.keepAnswer(tab, record.scan, id, result);
  await scans.changeClaims(tab, record.scan, isSameClaim, { state: "done", ...verdictOf(result) });
}

/** Returns the part of an answer that a claim's row stores, with the id of the full answer in the history. @param {import("../types").VerifyResult} result */
export const verdictOf = ({ verdict, leaning = null, confidence, saved, session_id }) => ({ verdict, leaning, confidence, session: saved ? session_id : "" });

/** @param {string} text */
const normal = (text) => text.normalize("NFKC").replace(/\s+/gu, " ").trim();
