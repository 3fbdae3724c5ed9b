/** The row of one past answer: its verdict, the complete answer after a click, and a link to the page of the claim. */

import { askPage } from "../background/tabs.js";
import { askHistory } from "./ask.js";
import { createCard, iconButton } from "./cards.js";
import { begin } from "./check.js";

const ns = globalThis.Claimlight;
const TAB_LOAD_TIMEOUT_MS = 20_000;
/** @typedef {import("../scan").HistoryEntry} HistoryEntry */

/** @param {HistoryEntry} first @param {() => chrome.tabs.Tab | null} tab @param {import("./ask.js").AskOwn} askOwn
 * @param {(place: number) => void} changed called with the index of the row after its entry was deleted */
export function createEntry(first, tab, askOwn, changed) {
  const { dom, i18n, text, words } = ns;
  const { h } = dom;
  let entry = first;
  /** @type {import("./check.js").Check | null} */
  let check = null;
  const host = text.hostOf(entry.page_url);
  const mark = h("span", { class: "row-mark" });
  const facts = h("span", { class: "row-meta" });
  const note = h("p", { class: "row-note", role: "status" });
  const body = h("div", { class: "row-body", hidden: true });
  const recheckButton = h("button", { type: "button", class: "quiet", click: () => void recheck() }, i18n.t("action_recheck"));
  const correction = h("p", { class: "row-correction" }, h("span", null, i18n.t("panel_before_correction")), recheckButton);
  /** Checks the claim of the opened row again. @type {(() => void) | undefined} */
  let restart;
  const main = h("button", { type: "button", class: "row-main", "aria-expanded": "false", click: () => void open() },
    mark, h("span", { class: "row-words" }, h("span", { class: "row-text", dir: "auto" }, entry.claim), facts));
  const pageButton = host ? iconButton("out", i18n.t("panel_on_page"), () => void onPage(), { class: "icon-button on-page" }) : null;
  const deleteButton = iconButton("close", i18n.t("panel_delete_one"), () => void remove(), { class: "icon-button delete" });
  const element = h("li", null, h("div", { class: "row-top" }, main, h("span", { class: "row-act" }, pageButton, deleteButton)), correction, note, body);

  function head() {
    const key = words.gradeKey(entry);
    element.className = `row ${key}`;
    correction.hidden = !entry.before_correction;
    mark.replaceChildren(h("span", { class: "seal small" }, dom.icon(key, 12)));
    facts.textContent = [words.graded(entry), host, i18n.date(Date.parse(entry.time))].filter(Boolean).join(" · ");
  }

  /** @returns {Promise<import("../types").VerifyResult | null>} */
  async function result() {
    const said = await askHistory("get", { session_id: entry.session_id });
    if (said.ok) return said.data;
    note.textContent = words.failure(said.failure).title;
    return null;
  }

  async function open() {
    const opened = main.getAttribute("aria-expanded") !== "true";
    main.setAttribute("aria-expanded", String(opened));
    body.hidden = !opened;
    if (!opened || body.childElementCount > 0) return;
    const kept = await result();
    if (!kept) return;
    const incognito = tab()?.incognito === true;
    /** @type {import("../types").Mode} */
    let mode = (await ns.settings.load()).mode;
    restart = () => again(kept, card, incognito, mode);
    const card = createCard({
      recheck: restart,
      retry: () => check?.retry(),
      // An edited claim is checked elsewhere, because the entry remains the answer to its own claim.
      edit: (words) => askOwn(words, { title: kept.page?.title ?? "", url: entry.page_url }),
      mode: () => mode,
      setMode: (other) => {
        mode = other;
        restart?.();
      },
      incognito,
    });
    body.append(card.element);
    card.show(ns.model.finished(kept));
  }

  async function recheck() {
    if (body.hidden) await open();
    restart?.();
  }

  /** Checks the same claim again, after which the row shows the latest answer. @param {import("../types").VerifyResult} kept @param {import("../types").Card} card
   * @param {boolean} incognito @param {import("../types").Mode} mode */
  function again({ original_claim: claim, page }, card, incognito, mode) {
    check?.cancel();
    const context = { title: page?.title ?? "", surrounding: page?.surrounding ?? "", url: entry.page_url };
    check = begin({
      request: { claim, context, mode },
      incognito,
      show(state) {
        // The list was redrawn, so this row is no longer shown.
        if (!element.isConnected) return check?.leave();
        card.show(state);
        if (state.phase === "done" && state.result) renew(state.result);
      },
    });
  }

  /** @param {import("../types").VerifyResult} answer */
  function renew({ verdict, leaning, confidence, saved, session_id }) {
    entry = { ...entry, verdict, leaning, confidence, before_correction: false, time: new Date().toISOString(), ...(saved ? { session_id } : {}) };
    head();
  }

  async function remove() {
    const place = [...(element.parentElement?.children ?? [])].indexOf(element);
    const said = await askHistory("delete", { session_id: entry.session_id });
    if (!said.ok) {
      note.textContent = words.failure(said.failure).title;
      return;
    }
    changed(place);
  }

  async function onPage() {
    note.textContent = i18n.t("panel_looking");
    const kept = await result();
    if (!kept) return;
    const quote = ns.anchor.quoteFrom(kept.page?.surrounding ?? "", entry.claim);
    const how = await reveal(entry, { type: "scan-reveal", id: `h-${entry.number}`, url: entry.page_url, quote, mark: words.gradeKey(entry) }, tab());
    note.textContent = how === "exact" || how === "normalised" ? "" : i18n.t(how === "fuzzy" ? "panel_reworded" : "panel_not_there");
  }

  head();
  return element;
}

/** Marks the sentence in the current tab if that tab shows the page, or in a new tab. @param {HistoryEntry} entry @param {Record<string, unknown>} message
 * @param {chrome.tabs.Tab | null} tab @returns {Promise<string>} how the sentence was found, or "" if it was not found */
async function reveal(entry, message, tab) {
  const ask = (/** @type {number} */ id) => askPage(chrome, id, message);
  const here = tab?.id === undefined ? undefined : await ask(tab.id);
  if (here?.here) return here.how;
  const address = ns.text.safeLink(entry.page_url);
  if (!address) return "";
  const made = await chrome.tabs.create({ url: address });
  const end = Date.now() + TAB_LOAD_TIMEOUT_MS;
  while (made.id !== undefined && Date.now() < end) {
    await new Promise((resolve) => void setTimeout(resolve, 300));
    const answer = await ask(made.id);
    if (answer) return answer.here ? answer.how : "";
  }
  return "";
}
