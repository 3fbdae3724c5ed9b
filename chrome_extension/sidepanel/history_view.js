/** The list of past answers. The user can search the answers by text, verdict, date and site, open them, and show them on their pages. */

import { askHistory } from "./ask.js";
import { createEntry } from "./history_row.js";
import { GRADES } from "./tally.js";

const ns = globalThis.Claimlight;
/** @typedef {import("../scan").HistoryEntry} HistoryEntry */

const PAGE = 30;
const TYPING_MS = 250;
const DAY_MS = 24 * 60 * 60 * 1000;
const UNDECIDED = GRADES.unknown;
const DATES = /** @type {const} */ (["any", "today", "week", "month", "year"]);
/** @type {Record<string, number>} */
const DAYS = { week: 7, month: 30, year: 365 };

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
const find = (id) => /** @type {T} */ (document.getElementById(id));
const value = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (find(id)).value;

/** Returns the start of the chosen period as an ISO date, or "" for any time. @param {string} choice @param {Date} [now] */
export function since(choice, now = new Date()) {
  if (choice === "today") return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString();
  return choice in DAYS ? new Date(now.getTime() - DAYS[choice] * DAY_MS).toISOString() : "";
}

/** Converts a grade to the API's fields, because the API treats the leaning of an undecided answer separately. @param {string} grade */
function graded(grade) {
  if (grade.startsWith("Probably")) return { verdict: UNDECIDED, leaning: grade };
  return { verdict: grade, leaning: grade === UNDECIDED ? "none" : "" };
}

export class HistoryView {
  #turn = 0;
  #timer = 0;
  #before = 0;
  /** @type {Set<string>} */
  #sites = new Set();
  #tab;
  #askOwn;

  /** @param {() => chrome.tabs.Tab | null} tab the current one @param {import("./ask.js").AskOwn} askOwn */
  constructor(tab, askOwn) {
    this.#tab = tab;
    this.#askOwn = askOwn;
    find("search").addEventListener("submit", (event) => event.preventDefault());
    find("query").addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.open(), TYPING_MS);
    });
    for (const id of ["by-verdict", "by-date", "by-site"]) find(id).addEventListener("change", () => void this.open());
  }

  /** Fills the filters' choices in the current language. */
  localise() {
    const { i18n, words } = ns;
    const choices = (/** @type {string} */ id, /** @type {[string, string][]} */ all) => {
      const kept = value(id);
      find(id).replaceChildren(...all.map(([key, name]) => ns.dom.h("option", { value: key }, name)));
      if (kept) /** @type {HTMLSelectElement} */ (find(id)).value = kept;
    };
    choices("by-verdict", [["", i18n.t("panel_any_verdict")], ...Object.values(GRADES).map((label) => /** @type {[string, string]} */ ([label, words.verdict(label)]))]);
    choices("by-date", DATES.map((key) => [key, i18n.t(`panel_date_${key}`)]));
    choices("by-site", [["", i18n.t("panel_any_site")], ...[...this.#sites].sort().map((site) => /** @type {[string, string]} */ ([site, site]))]);
  }

  /** Loads the list, starting with the newest entry. @param {number} [row] index of a deleted row; the row now at this index gets the focus */
  async open(row = -1) {
    // A pending search would redraw the list and close answers that were opened in the meantime.
    clearTimeout(this.#timer);
    this.#before = 0;
    await this.#load(true, row);
  }

  /** @param {boolean} anew whether to replace the list or to append to it @param {number} [row] as in `open` */
  async #load(anew, row = -1) {
    const mine = ++this.#turn;
    const filters = { query: value("query").trim(), ...graded(value("by-verdict")), site: value("by-site"), since: since(value("by-date")) };
    const set = Object.fromEntries(Object.entries(filters).filter(([, one]) => one !== ""));
    const said = await askHistory("list", { ...set, limit: PAGE, ...(this.#before ? { before: this.#before } : {}) });
    const { history } = await ns.settings.load();
    if (mine !== this.#turn) return;
    if (!said.ok) return this.#complain(said.failure);
    const { entries, total } = /** @type {{ entries: HistoryEntry[], total: number }} */ (said.data);
    const rows = entries.map((entry) => createEntry(entry, this.#tab, this.#askOwn, (place) => void this.open(place)));
    if (anew) find("entries").replaceChildren(...rows);
    else find("entries").append(...rows);
    this.#before = entries.at(-1)?.number ?? 0;
    this.#learnSites(entries);
    const shown = find("entries").childElementCount;
    this.#say(total, Object.keys(set).length > 0);
    this.#foot(total > shown, total > 0 && Object.keys(set).length === 0, history);
    const next = anew ? (row < 0 ? null : (rows[Math.min(row, rows.length - 1)] ?? find("query").parentElement)) : rows[0];
    /** @type {HTMLElement | null | undefined} */ (next?.querySelector("button,input"))?.focus();
  }

  /** @param {HistoryEntry[]} entries */
  #learnSites(entries) {
    const before = this.#sites.size;
    for (const { page_url } of entries) if (ns.text.hostOf(page_url)) this.#sites.add(ns.text.hostOf(page_url));
    if (this.#sites.size > before) this.localise();
  }

  /** @param {number} total @param {boolean} filtered */
  #say(total, filtered) {
    find("found").textContent = total > 0 ? ns.i18n.plural("panel_entries", total) : ns.i18n.t(filtered ? "panel_no_match" : "panel_no_history");
  }

  /** @param {boolean} more whether to offer more entries @param {boolean} all whether to offer deleting all @param {boolean} kept whether new
   * answers are saved in the history */
  #foot(more, all, kept) {
    const { dom, i18n } = ns;
    const { h } = dom;
    const button = (/** @type {string} */ id, /** @type {string} */ name, /** @type {() => void} */ click, kind = "secondary") => h("button", { id, type: "button", class: kind, click }, name);
    find("history-foot").replaceChildren(
      ...(kept ? [] : [h("p", { class: "limits" }, i18n.t("panel_history_off"))]),
      ...(more ? [button("more", i18n.t("panel_more"), () => void this.#load(false))] : []),
      ...(all ? [this.#deleteAll()] : []),
    );
  }

  /** Creates the button that deletes all entries. The first press asks for confirmation, the second one deletes. */
  #deleteAll() {
    const { dom, i18n } = ns;
    const made = dom.h("button", { id: "delete-all", type: "button", class: "quiet danger", click: () => void press() }, i18n.t("panel_delete_all"));
    let sure = false;
    made.addEventListener("blur", () => {
      sure = false;
      made.textContent = i18n.t("panel_delete_all");
    });
    const press = async () => {
      if (!sure) {
        sure = true;
        made.textContent = i18n.t("panel_delete_sure");
        return;
      }
      const said = await askHistory("delete", { all: true });
      if (!said.ok) return this.#complain(said.failure);
      this.#sites.clear();
      this.localise();
      await this.open();
      find("query").focus();
    };
    return made;
  }

  /** @param {import("../types").Failure} failure */
  #complain(failure) {
    const { dom, viewFailure } = ns;
    const retry = () => void this.open();
    find("found").textContent = "";
    find("history-foot").replaceChildren();
    const actions = { recheck: retry, retry, openOptions: () => void chrome.runtime.openOptionsPage(), copy: (/** @type {string} */ text) => dom.copyText(text, document.body) };
    find("entries").replaceChildren(dom.h("li", { class: "card" }, viewFailure.panel({ ...failure, elsewhere: true }, actions)));
  }
}
