/** The popup, in which the user types or pastes a claim. The draft and a running check are kept when the popup closes. */

import { openPanel } from "../background/panel.js";
import { keyOf } from "../background/scans.js";
import { draftKey } from "../background/window.js";
import { begin } from "../sidepanel/check.js";

const ns = globalThis.Claimlight;
const STATUS_EVERY_MS = 3000;
/** Maximum age of a check to show again. The backend keeps finished checks for ten minutes, so this leaves a margin of one minute. */
const RESUME_MS = 9 * 60 * 1000;
/** `start`: the worker opened this page to check the draft. `moved`: this page continues the check of a card that the web page removed. @typedef {{ draft?: string, start?: boolean, run?: string, claim?: string, at?: number, moved?: boolean }} Kept */

const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const field = /** @type {HTMLTextAreaElement} */ (find("claim"));
const submit = /** @type {HTMLButtonElement} */ (find("check"));
const answer = find("answer");
/** A window opened for a private tab is itself an ordinary window, so its URL says that the tab is private. */
let incognito = new URLSearchParams(location.search).has("private");
/** @type {Kept} */
let kept = {};
/** Whether the stored state has been read. Until then nothing is stored, so that the state is not overwritten. */
let restored = false;
/** @type {import("../sidepanel/check.js").Check | null} */
let running = null;
let settings = ns.settings.DEFAULTS;
let advised = "null";

/** @param {Kept} change */
function keep(change) {
  kept = { ...kept, ...change };
  if (restored) void chrome.storage.session.set({ [draftKey(incognito)]: { ...kept, incognito } });
}

function measure() {
  const length = ns.text.claimOf(field.value).length;
  const over = length > ns.text.MAX_CLAIM;
  find("count").textContent = over ? ns.i18n.t("popup_too_long", [length, ns.text.MAX_CLAIM]) : "";
  find("count").classList.toggle("over", over);
  // Screen readers announce the limit once, not on every key press.
  if (over === (find("count-said").textContent === "")) find("count-said").textContent = find("count").textContent;
  submit.disabled = length < ns.text.MIN_CLAIM || over;
}

/** @param {string} claim @param {string} [run] a check to resume @param {import("../types").Mode} [mode] */
function check(claim, run = "", mode = settings.mode) {
  running?.cancel();
  keep({ claim, ...(run ? {} : { run: "", at: Date.now(), moved: false }) });
  find("moved").textContent = kept.moved ? ns.i18n.t("card_moved") : "";
  // Nothing is stored for a private window.
  const report = incognito ? {} : { report: ns.reports.add };
  const card = ns.view.create({
    recheck: () => check(claim, "", mode),
    retry: () => running?.retry(),
    openOptions,
    copy,
    edit,
    mode: () => mode,
    setMode: (other) => check(claim, "", other),
    ...report,
  });
  answer.replaceChildren(card.element);
  running = begin({
    request: { claim, context: { title: "", surrounding: "" }, mode },
    incognito,
    run,
    show(state, now) {
      if (now !== kept.run) keep({ run: now });
      card.show(state);
    },
  });
}

/** Checks an edited claim, which also replaces the draft in the text field. @param {string} claim */
function edit(claim) {
  field.value = claim;
  keep({ draft: claim });
  measure();
  check(claim);
  /** @type {HTMLElement | null} */ (answer.querySelector(".card"))?.focus({ preventScroll: true });
}

/** Checks the claim in the field, once the page knows whether the window is private. */
async function send() {
  await ready;
  if (!submit.disabled) check(ns.text.claimOf(field.value));
}

/** @param {string} text */
const copy = (text) => ns.dom.copyText(text, document.body);

function openOptions() {
  void chrome.runtime.openOptionsPage();
}

async function status() {
  if (document.visibilityState !== "visible") return;
  /** @type {import("../types").StatusAnswer | false} */
  const said = await chrome.runtime.sendMessage({ type: "status" }).catch(() => false);
  const line = find("status");
  line.className = said && said.ok ? "status up" : "status off";
  const text = said && said.ok ? ns.i18n.plural("popup_passages", said.health.kb_size) : said ? ns.words.failure(said.failure).title : ns.i18n.t("no_answer");
  if (line.textContent !== text) line.textContent = text;
  if (!running) advise(said && !said.ok ? said.failure : null);
}

/** Shows a failure and a remedy, while no claim is being checked. @param {import("../types").Failure | null} failure */
function advise(failure) {
  const now = JSON.stringify(failure);
  if (now === advised) return;
  advised = now;
  const actions = { recheck: () => void send(), retry: () => void status(), openOptions, copy };
  answer.replaceChildren(...(failure ? [ns.dom.h("div", { class: "card" }, ns.viewFailure.panel({ ...failure, elsewhere: true }, actions))] : []));
}

/** Restores the stored state, unless the user has already typed something. Private and ordinary windows have separate states.
 * @returns {Promise<boolean>} whether the worker opened this page to check the stored claim */
async function restore() {
  incognito ||= (await chrome.windows.getCurrent()).incognito;
  const key = draftKey(incognito);
  const { [key]: saved = {} } = /** @type {Record<string, Kept>} */ (await chrome.storage.session.get(key));
  chrome.storage.session.onChanged.addListener(({ [key]: change }) => {
    if (!change || change.newValue !== undefined) return;
    // The user deleted everything, or closed the last private window.
    kept = {};
    if (incognito) window.close();
  });
  const untouched = kept.draft === undefined;
  kept = { ...saved, ...kept };
  restored = true;
  // The check is started only once. When the popup is opened again, the user decides whether to send the claim.
  if (saved.start || !untouched) keep({ start: false });
  return saved.start === true && untouched;
}

/** Sets up the actions for the tab that the popup belongs to. A window without a tab has no such actions. */
async function links() {
  const urlTabId = Number(new URLSearchParams(location.search).get("tab"));
  const alone = !urlTabId && (await chrome.tabs.getCurrent()) !== undefined;
  const tab = urlTabId ? await chrome.tabs.get(urlTabId).catch(() => null) : (await chrome.tabs.query({ active: true, currentWindow: true }))[0];
  find("links").hidden = alone || !tab;
  if (!tab) return;
  find("panel").addEventListener("click", () => void openPanel(chrome, tab).then(leave));
  find("scan").addEventListener("click", () => {
    // The panel lists the claims that were found. Without a panel, the marks on the page show these claims.
    // The message of a page that closes can be lost, so this page stays open until the scan has begun.
    const sent = chrome.runtime.sendMessage({ type: "scan", tab: tab.id }).catch(() => undefined);
    const begun = Promise.race([newScan(Number(tab.id)), sent]);
    const opened = openPanel(chrome, tab);
    void Promise.all([opened, begun]).then(([panel]) => leave(panel));
  });
}

/** Waits until the worker stores the record of a new scan of the tab. @param {number} tab @returns {Promise<void>} */
function newScan(tab) {
  return new Promise((resolve) => {
    const onChange = (/** @type {Record<string, chrome.storage.StorageChange>} */ changes) => {
      const { oldValue, newValue } = changes[keyOf(tab)] ?? {};
      if (!newValue || /** @type {any} */ (newValue).scan === /** @type {any} */ (oldValue)?.scan) return;
      chrome.storage.session.onChanged.removeListener(onChange);
      resolve();
    };
    chrome.storage.session.onChanged.addListener(onChange);
  });
}

/** @param {boolean} opened */
const leave = (opened) => opened && window.close();

async function applySettings() {
  settings = await ns.settings.load();
  await ns.i18n.choose(settings.language);
  ns.i18n.localise(document);
  document.body.dataset.theme = settings.theme;
  document.adoptedStyleSheets = [ns.styles.sheet(ns.tokens.css(".cl") + ns.styles.card)];
  find("offline").hidden = !settings.offline;
}

async function start() {
  const asked = await ready;
  if (!field.value) field.value = kept.draft ?? "";
  measure();
  if (asked) await send();
  else if (!running && kept.run && kept.claim && Date.now() - (kept.at ?? 0) < RESUME_MS) check(kept.claim, kept.run);
  await links();
  await status();
  setInterval(() => void status(), STATUS_EVERY_MS);
}

find("options").append(ns.dom.icon("gear", 17));
find("options").addEventListener("click", openOptions);
field.addEventListener("input", () => {
  keep({ draft: field.value });
  measure();
});
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.isComposing) void send();
});
find("form").addEventListener("submit", (event) => {
  event.preventDefault();
  void send();
});
const ready = applySettings().then(restore);
void start();
