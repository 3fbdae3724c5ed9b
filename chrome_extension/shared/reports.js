// Stores verdicts that the user reported as wrong. Reports stay in this browser until the user exports them.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const KEY = "reports";
  /** Maximum number of reports, beyond which the oldest are dropped. Because texts are truncated, the reports stay far below a megabyte. */
  const MOST = 200;
  const LONGEST_NOTE = 500;
  const QUOTES = 6;
  /** Serialises writes, because two cards may report at the same time. */
  let turn = Promise.resolve();

  /** @param {unknown} value @param {number} limit */
  const short = (value, limit) => ns.text.clean(value).slice(0, limit);

  /** Returns the part of an answer that a report stores. @param {import("../types").VerifyResult} result @param {{ expected: string, note: string }} said
   * @param {Date} [now] @returns {import("../types").Report} */
  function reportOf(result, { expected, note }, now = new Date()) {
    return {
      at: now.toISOString(),
      claim: short(result.claim, 2000),
      verdict: short(ns.words.grade(result), 40),
      confidence: result.confidence,
      expected: short(expected, 40),
      note: short(note, LONGEST_NOTE),
      page: ns.text.safeLink(result.page?.url ?? "").slice(0, 2000),
      version: short(result.fingerprint?.version, 20),
      evidence: result.evidence.slice(0, QUOTES).map((item) => ({ source: ns.text.safeLink(item.source).slice(0, 2000), stance: item.stance, quote: short(item.quote, 300), verbatim: item.verbatim === true })),
    };
  }

  /** Returns all reports, newest first. @returns {Promise<import("../types").Report[]>} */
  async function list() {
    const { [KEY]: kept } = await chrome.storage.local.get(KEY);
    return Array.isArray(kept) ? /** @type {import("../types").Report[]} */ (kept) : [];
  }

  /** @param {import("../types").VerifyResult} result @param {{ expected: string, note: string }} said @returns {Promise<void>} */
  function add(result, said) {
    const write = async () => chrome.storage.local.set({ [KEY]: [reportOf(result, said), ...(await list())].slice(0, MOST) });
    const done = turn.then(write);
    turn = done.catch(() => {});
    return done;
  }

  const clear = () => chrome.storage.local.remove(KEY);

  /** Returns the content of the exported file. */
  const asJson = async () => JSON.stringify({ claimlight_reports: await list() }, null, 2);

  ns.reports = { MOST, LONGEST_NOTE, reportOf, list, add, clear, asJson };
})();
