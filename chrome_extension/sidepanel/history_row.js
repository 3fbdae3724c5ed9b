/** One past answer: its verdict at a glance, the whole of it on a press, and the way back to where it was read. */

import { askHistory } from "./ask.js";
import { createCard, finished, iconButton } from "./cards.js";

const ns = globalThis.Claimlight;
const OPENS_MS = 20_000;
/** @typedef {import("../scan").HistoryEntry} HistoryEntry */

/** @param {HistoryEntry} entry @param {() => chrome.tabs.Tab | null} tab @param {() => void} changed */
export function createEntry(entry, tab, changed) {
  const { dom, i18n, text, words } = ns;
  const { h } = dom;
  const key = words.verdictKey(entry.verdict);
  const host = text.hostOf(entry.page_url);
  const facts = [words.verdict(entry.verdict), host, i18n.date(Date.parse(entry.time))].filter(Boolean);
  const note = h("p", { class: "row-note", role: "status" });
  const body = h("div", { class: "row-body", hidden: true });
  const main = h("button", { type: "button", class: "row-main", "aria-expanded": "false", click: () => void open() },
    h("span", { class: "row-mark" }, h("span", { class: "seal small" }, dom.icon(key, 12))),
    h("span", { class: "row-words" }, h("span", { class: "row-text", dir: "auto" }, entry.claim), h("span", { class: "row-meta" }, facts.join(" · "))));
  const there = host ? iconButton("out", i18n.t("panel_on_page"), () => void onPage(), { class: "icon-button on-page" }) : null;
  const gone = iconButton("close", i18n.t("panel_delete_one"), () => void remove(), { class: "icon-button delete" });
  const element = h("li", { class: `row ${key}` }, h("div", { class: "row-top" }, main, h("span", { class: "row-act" }, there, gone)), note, body);

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
    const card = createCard({ recheck: () => {}, retry: () => {} });
    body.append(card.element);
    card.show(finished(kept));
  }

  async function remove() {
    const next = element.nextElementSibling ?? element.previousElementSibling;
    const said = await askHistory("delete", { session_id: entry.session_id });
    if (!said.ok) {
      note.textContent = words.failure(said.failure).title;
      return;
    }
    /** @type {HTMLElement | null | undefined} */ (next?.querySelector("button"))?.focus();
    changed();
  }

  async function onPage() {
    note.textContent = i18n.t("panel_looking");
    const kept = await result();
    if (!kept) return;
    const quote = ns.anchor.quoteFrom(kept.page?.surrounding ?? "", entry.claim);
    const how = await reveal(entry, { type: "scan-reveal", id: `h-${entry.number}`, url: entry.page_url, quote, mark: key }, tab());
    note.textContent = how === "exact" || how === "normalised" ? "" : i18n.t(how === "fuzzy" ? "panel_reworded" : "panel_not_there");
  }

  return element;
}

/** Marks the sentence in the tab that shows its page, or in a new one. @param {HistoryEntry} entry @param {Record<string, unknown>} message
 * @param {chrome.tabs.Tab | null} tab @returns {Promise<string>} how it was found, "" when it was not */
async function reveal(entry, message, tab) {
  const ask = (/** @type {number} */ id) => chrome.tabs.sendMessage(id, message, { frameId: 0 }).catch(() => undefined);
  const here = tab?.id === undefined ? undefined : await ask(tab.id);
  if (here?.here) return here.how;
  const address = ns.text.safeLink(entry.page_url);
  if (!address) return "";
  const made = await chrome.tabs.create({ url: address });
  const end = Date.now() + OPENS_MS;
  while (made.id !== undefined && Date.now() < end) {
    await new Promise((resolve) => void setTimeout(resolve, 300));
    const answer = await ask(made.id);
    if (answer) return answer.here ? answer.how : "";
  }
  return "";
}
