/** Checks a claim in the panel where no card can be shown (PDF viewer, the browser's own pages, a page that removed the card), or a claim
 * that the user edited. */

import { pendingKey } from "../background/panel.js";
import { begin } from "./check.js";
import { createCard, iconButton } from "./cards.js";

const ns = globalThis.Claimlight;
/** Maximum age of a check to show again. The backend keeps finished checks for ten minutes, so this leaves a margin of one minute. */
const RESUME_MS = 9 * 60 * 1000;
/** @typedef {import("../scan").PendingClaim} Pending */

export class PendingView {
  #place;
  /** @type {import("./check.js").Check | null} */
  #check = null;
  #key = "";
  #shown = "";
  /** Number of starts. Only the latest start continues after its settings are loaded. */
  #turn = 0;
  /** @type {chrome.tabs.Tab | null} */
  #tab = null;
  /** Whether the user edited the claim here, in which case the card gets the focus. */
  #focusCard = false;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.#place = place;
    chrome.storage.session.onChanged.addListener((changes) => {
      if (this.#key && changes[this.#key]) void this.#load();
    });
  }

  /** @param {chrome.tabs.Tab | null} tab */
  async open(tab) {
    this.#turn += 1;
    this.#tab = tab;
    this.#check?.leave();
    this.#check = null;
    this.#shown = "";
    this.#place.replaceChildren();
    this.#key = tab?.id === undefined ? "" : pendingKey(tab.id);
    await this.#load();
  }

  /** Checks a claim that the user edited. @type {import("./ask.js").AskOwn} */
  async ask(claim, { title, url }) {
    if (!this.#key) return;
    this.#focusCard = true;
    const pending = { claim, title, url, incognito: this.#tab?.incognito === true, at: Date.now() };
    await chrome.storage.session.set({ [this.#key]: pending });
  }

  async #load() {
    const key = this.#key;
    if (!key) return;
    const { [key]: stored } = await chrome.storage.session.get(key);
    if (key !== this.#key) return;
    const pending = /** @type {Pending | undefined} */ (stored);
    const mine = pending ? `${pending.at} ${pending.claim}` : "";
    if (mine === this.#shown) return;
    this.#shown = mine;
    if (pending && Date.now() - pending.at < RESUME_MS) await this.#start(pending, pending.run ?? "");
    else this.#clear();
  }

  #clear() {
    this.#turn += 1;
    this.#check?.cancel();
    this.#check = null;
    this.#place.replaceChildren();
  }

  /** @param {Pending} pending @param {string} run @param {import("../types").Mode} [chosen] */
  async #start(pending, run, chosen) {
    this.#check?.cancel();
    const mine = ++this.#turn;
    const key = this.#key;
    const claim = ns.text.claimOf(pending.claim).slice(0, ns.text.MAX_CLAIM);
    const mode = chosen ?? pending.mode ?? (await ns.settings.load()).mode;
    if (mine !== this.#turn) return;
    const card = createCard({
      recheck: () => void this.#start(pending, "", mode),
      retry: () => this.#check?.retry(),
      edit: (words) => void this.ask(words, pending),
      mode: () => mode,
      setMode: (other) => void this.#start(pending, "", other),
      incognito: pending.incognito,
    });
    const close = iconButton("close", ns.i18n.t("action_close"), () => this.#close(), { class: "icon-button" });
    const { h } = ns.dom;
    const head = h("div", { class: "pending-head" }, h("h2", null, ns.i18n.t("panel_pending")), close);
    const moved = pending.moved && h("p", { class: "moved", role: "status" }, ns.i18n.t("card_moved"));
    this.#place.replaceChildren(h("section", { class: "pending" }, head, moved, card.element));
    if (this.#focusCard) card.element.focus();
    this.#focusCard = false;
    let known = run;
    this.#check = begin({
      request: { claim, context: { title: pending.title, surrounding: pending.surrounding ?? "", language: pending.language ?? "", url: pending.url }, mode },
      incognito: pending.incognito,
      run,
      show: (state, now) => {
        card.show(state);
        if (now === known) return;
        known = now;
        void chrome.storage.session.set({ [key]: { ...pending, run: now } });
      },
    });
  }

  #close() {
    this.#clear();
    void chrome.storage.session.remove(this.#key);
  }
}
