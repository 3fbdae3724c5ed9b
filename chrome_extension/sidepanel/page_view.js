/** The view "This page": the claims found on the page, the progress of their checks, and the available actions. */

import { verdictOf } from "../background/scan.js";
import { keyOf } from "../background/scans.js";
import { MAY_PASS } from "./check.js";
import { createRow } from "./claim_row.js";
import { quietly } from "./cards.js";
import { pageFoot, pageHead } from "./page_head.js";
import { answerOf, itemOf, topOf, withNewest } from "./page_claims.js";
import { fresh, patience, stillShown } from "./page_record.js";
import { Queue } from "./queue.js";

const ns = globalThis.Claimlight;
/** @typedef {import("../scan").ScanRecord} ScanRecord @typedef {import("../scan").ScanClaim} ScanClaim @typedef {import("../types").CardState} CardState */

const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

export class PageView {
  #scans;
  #askOwn;
  /** @type {chrome.tabs.Tab | null} */
  #tab = null;
  /** The tab to show next, which is displayed once the tab's record is loaded. @type {chrome.tabs.Tab | null} */
  #nextTab = null;
  /** @type {ScanRecord | null} */
  #record = null;
  #mode = ns.settings.DEFAULTS.mode;
  /** @type {Map<string, ReturnType<typeof createRow>>} */
  #rows = new Map();
  /** @type {Map<string, CardState>} */
  #states = new Map();
  #turn = 0;
  #late = 0;
  #queue = new Queue((id, place, state, run) => this.#onQueueChange(id, place, state, run));

  /** @param {import("../background/scans.js").Scans} scans @param {import("./ask.js").AskOwn} [askOwn] */
  constructor(scans, askOwn = () => {}) {
    this.#scans = scans;
    this.#askOwn = askOwn;
    chrome.storage.session.onChanged.addListener((changes) => {
      const change = this.#tab?.id !== undefined && changes[keyOf(this.#tab.id)];
      if (change) this.#draw(withNewest(/** @type {ScanRecord | null} */ (change.newValue ?? null), this.#record, (id) => this.#queue.has(id)));
    });
  }

  /** Shows a tab's page. If several requests arrive in quick succession, the last one wins. Until the page is loaded, the
   * previous page is shown and scanning is disabled. @param {chrome.tabs.Tab | null} tab */
  async open(tab) {
    const mine = ++this.#turn;
    this.#nextTab = tab;
    find("page-head").inert = !this.#settled;
    const known = tab?.id === undefined ? null : fresh(this.#scans, tab.id);
    // If the storage fails, use the defaults, so that the panel stays usable.
    const [{ mode }, record] = await Promise.all([ns.settings.load(), known]).catch(() => /** @type {const} */ ([ns.settings.DEFAULTS, null]));
    if (mine !== this.#turn) return;
    this.#queue.leave();
    this.#states.clear();
    this.#tab = tab;
    find("page-head").inert = false;
    this.#mode = mode;
    this.#draw(record);
    this.#resume();
  }

  /** Repeats a scan that failed because Claimlight was unavailable, if the page is still shown. Called when Claimlight is available again. */
  async recover() {
    const record = this.#record;
    if (record?.phase !== "failed" || !record.failure || !MAY_PASS.has(record.failure.kind) || this.#tab?.id === undefined) return;
    const mine = this.#turn;
    if ((await stillShown(this.#tab.id, record)) && mine === this.#turn) this.scan();
  }

  /** Whether the displayed page belongs to the tab to show. */
  get #settled() {
    return this.#nextTab?.id === this.#tab?.id;
  }

  /** Called when the current tab has loaded a page. */
  async reloaded() {
    const tab = this.#nextTab;
    const record = this.#settled ? this.#record : null;
    if (tab?.id === undefined || (this.#settled && !record)) return;
    if (record?.phase === "failed" && !record.page) await this.#scans.forget(tab.id, record.scan);
    if (tab === this.#nextTab) await this.open(tab);
  }

  /** Resumes the checks that were running when the panel was closed, and queues the checks that were waiting. */
  #resume() {
    const open = (this.#record?.claims ?? []).filter(({ state }) => state === "running" || state === "queued");
    this.#queue.add(open.sort((a, b) => Number(b.state === "running") - Number(a.state === "running")).map((claim) => this.#item(claim, claim.run)));
  }

  /** @param {ScanClaim} claim @param {string} [run] @param {import("../types").Mode} [mode] */
  #item(claim, run = "", mode = this.#mode) {
    return itemOf(/** @type {ScanRecord} */ (this.#record), claim, mode, run);
  }

  /** Queues claims. Records the claims as queued at once, because the panel may be closed at any moment. @param {ScanClaim[]} claims
   * @param {import("../types").Mode} [mode] chosen by the user for these claims */
  async #check(claims, mode) {
    const tab = this.#tab?.id;
    const scan = this.#record?.scan;
    if (tab === undefined || scan === undefined) return;
    const ids = new Set(claims.map(({ id }) => id));
    const record = await this.#scans.changeClaims(tab, scan, ({ id }) => ids.has(id), { state: "queued", run: "" }).catch(() => this.#record);
    this.#mode = (await ns.settings.load().catch(() => ns.settings.DEFAULTS)).mode;
    if (tab !== this.#tab?.id || scan !== this.#record?.scan || !record) return;
    this.#draw(record);
    this.#mark([...ids].map((id) => [id, "busy"]));
    this.#queue.add(claims.map((claim) => this.#item(claim, "", mode)));
  }

  /** Handles a change in the queue: updates a claim's row, record and mark.
   * @param {string} id @param {ScanClaim["state"]} place @param {CardState | null} state @param {string} run */
  #onQueueChange(id, place, state, run) {
    const tab = this.#tab?.id;
    const record = this.#record;
    const known = record?.claims.find((claim) => claim.id === id);
    if (tab === undefined || !record || !known) return;
    if (state) this.#states.set(id, state);
    else this.#states.delete(id);
    const result = place === "done" ? state?.result : null;
    const change = { state: place, run, ...(result ? verdictOf(result) : {}) };
    this.#row({ ...known, ...change });
    if (known.state === place && known.run === run) return;
    if (result) quietly(this.#scans.keepAnswer(tab, record.scan, id, result));
    this.#record = { ...record, claims: record.claims.map((claim) => (claim.id === id ? { ...claim, ...change } : claim)) };
    quietly(this.#scans.changeClaims(tab, record.scan, (claim) => claim.id === id, change));
    const mark = result ? ns.words.gradeKey(result) : place === "queued" || place === "running" ? "busy" : "found";
    this.#mark([[id, mark]]);
    this.#frame();
  }

  /** @param {[string, string][]} changes */
  #mark(changes) {
    quietly(chrome.tabs.sendMessage(Number(this.#tab?.id), { type: "scan-change", page: this.#record?.page, changes }, { frameId: 0 }));
  }

  /** Draws a record. The checks of an earlier scan are cancelled, because the claims of both scans have the same ids. @param {ScanRecord | null} record */
  #draw(record) {
    if (record?.scan !== this.#record?.scan || !record) {
      this.#queue.drop();
      this.#states.clear();
      this.#rows.clear();
      find("claims").replaceChildren();
    }
    this.#record = record;
    for (const claim of record?.claims ?? []) this.#row(claim);
    this.#expect(record);
    this.#frame();
  }

  /** @param {ScanRecord | null} record */
  #expect(record) {
    clearTimeout(this.#late);
    const left = patience(record);
    if (left === null) return;
    this.#late = window.setTimeout(() => this.#draw({ .../** @type {ScanRecord} */ (record), phase: "failed", failure: { kind: "lost" } }), left);
  }

  /** @param {ScanClaim} claim */
  #row(claim) {
    const row = this.#rows.get(claim.id) ?? this.#newRow(claim);
    row.show(claim, this.#states.get(claim.id) ?? null);
  }

  /** @param {ScanClaim} claim */
  #newRow(claim) {
    const tab = Number(this.#tab?.id);
    const row = createRow(claim, {
      show: ({ id }) => quietly(chrome.tabs.sendMessage(tab, { type: "scan-show", id }, { frameId: 0 })),
      check: (one, mode) => void this.#check([one], mode),
      edit: (words) => this.#askOwn(words, { title: this.#record?.title ?? "", url: this.#record?.url ?? "" }),
      mode: () => this.#mode,
      stop: ({ id }) => this.#queue.cancel(id),
      retry: ({ id }) => this.#queue.retry(id),
      answer: (one) => answerOf(this.#scans, tab, one),
      incognito: this.#record?.incognito === true,
    });
    this.#rows.set(claim.id, row);
    find("claims").append(row.element);
    return row;
  }

  #frame() {
    const record = this.#record;
    find("claims").hidden = !record?.claims.length;
    const on = { scan: () => this.scan(), clear: () => this.#clear(), top: () => void this.#check(topOf(this.#record)), stop: () => this.#queue.cancelAll() };
    pageHead(find("page-head"), { tab: this.#tab, record, busy: this.#queue.busy, top: topOf(record).length }, on);
    pageFoot(find("page-foot"), record);
  }

  scan() {
    if (!this.#settled) return;
    this.#queue.cancelAll();
    this.#states.clear();
    if (this.#tab?.id !== undefined) quietly(chrome.runtime.sendMessage({ type: "scan", tab: this.#tab.id }));
  }

  #clear() {
    if (!this.#settled) return;
    this.#queue.cancelAll();
    if (this.#tab?.id !== undefined) quietly(chrome.runtime.sendMessage({ type: "scan-clear", tab: this.#tab.id }));
  }
}
