/** The side panel's entry point: the tab that the panel belongs to, the current view, and the status of Claimlight. */

import { Scans } from "../background/scans.js";
import { HistoryView } from "./history_view.js";
import { PageView } from "./page_view.js";
import { PendingView } from "./pending.js";
import { drawSettings } from "./settings_view.js";

const ns = globalThis.Claimlight;
const STATUS_EVERY_MS = 3000;
const VIEWS = /** @type {const} */ (["page", "history", "settings"]);
/** @typedef {(typeof VIEWS)[number]} View */

const find = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
/** The tab that the panel belongs to, from the URL, if the panel was opened as a separate page; otherwise 0. */
const urlTabId = Number(new URLSearchParams(location.search).get("tab"));

/** @type {chrome.tabs.Tab | null} */
let tab = null;
/** @type {import("../types").StatusAnswer | null} */
let status = null;
let settings = ns.settings.DEFAULTS;
const pending = new PendingView(find("pending"));
const page = new PageView(new Scans(chrome.storage.session), askOwn);
const history = new HistoryView(() => tab, askOwn);

async function currentTab() {
  if (urlTabId) return chrome.tabs.get(urlTabId).catch(() => null);
  return (await chrome.tabs.query({ active: true, currentWindow: true }))[0] ?? null;
}

/** Follows the window's active tab, and ignores tabs of other windows. */
async function activated() {
  if ((await currentTab())?.id !== tab?.id) await follow();
}

/** Checks an edited claim and shows its answer above the page's claims. @type {import("./ask.js").AskOwn} */
function askOwn(claim, about) {
  show("page");
  void pending.ask(claim, about);
}

async function follow() {
  tab = await currentTab();
  await Promise.all([page.open(tab), pending.open(tab)]);
}

/** @param {View} view */
function show(view) {
  for (const name of VIEWS) {
    const isSelected = name === view;
    find(`view-${name}`).hidden = !isSelected;
    find(`tab-${name}`).setAttribute("aria-selected", String(isSelected));
    find(`tab-${name}`).tabIndex = isSelected ? 0 : -1;
  }
  if (view === "history") void history.open();
  if (view === "settings") drawSettings(find("settings"), settings, status);
}

/** Handles arrow keys, which move through the tabs and wrap around, as in the ARIA tabs pattern. @param {KeyboardEvent} event */
function turn(event) {
  const now = VIEWS.findIndex((name) => find(`tab-${name}`) === event.target);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const end = { Home: 0, End: VIEWS.length - 1 }[event.key];
  if (now < 0 || (step === undefined && end === undefined)) return;
  event.preventDefault();
  const forward = ns.i18n.dir() === "rtl" ? -(step ?? 0) : (step ?? 0);
  const view = VIEWS[end ?? (now + forward + VIEWS.length) % VIEWS.length];
  show(view);
  find(`tab-${view}`).focus();
}

async function drawStatus() {
  if (document.visibilityState !== "visible") return;
  status = (await chrome.runtime.sendMessage({ type: "status" }).catch(() => null)) || { ok: false, failure: { kind: "lost" } };
  const said = status?.ok ? ns.i18n.plural("popup_passages", status.health.kb_size) : ns.words.failure(/** @type {{ failure: import("../types").Failure }} */ (status).failure).title;
  const back = status?.ok && find("status").classList.contains("off");
  find("status").className = status?.ok ? "status up" : "status off";
  if (find("status").textContent !== said) find("status").textContent = said;
  if (!back) return;
  page.recover();
  if (!find("view-history").hidden) void history.open();
}

async function applySettings() {
  settings = await ns.settings.load();
  await ns.i18n.choose(settings.language);
  ns.i18n.localise(document);
  document.body.dataset.theme = settings.theme;
  find("offline-note").hidden = !settings.offline;
  find("offline-note").textContent = settings.offline ? ns.i18n.t("panel_offline_now") : "";
  history.localise();
  if (!find("view-settings").hidden && !find("settings").contains(document.activeElement)) drawSettings(find("settings"), settings, status);
}

async function start() {
  document.adoptedStyleSheets = [ns.styles.sheet(ns.tokens.css(".cl") + ns.styles.card)];
  show("page");
  find("options").append(ns.dom.icon("gear", 17));
  find("options").addEventListener("click", () => void chrome.runtime.openOptionsPage());
  find("settings").addEventListener("submit", (event) => event.preventDefault());
  for (const name of VIEWS) find(`tab-${name}`).addEventListener("click", () => show(name));
  document.querySelector(".tabs")?.addEventListener("keydown", (event) => turn(/** @type {KeyboardEvent} */ (event)));
  chrome.storage.local.onChanged.addListener(() => void applySettings());
  chrome.tabs.onActivated.addListener(() => void (urlTabId || activated()));
  chrome.tabs.onUpdated.addListener((id, { status: loading }) => void (id === tab?.id && loading === "complete" && page.reloaded()));
  // The panel is hidden while it opens, so the first status is drawn when the panel becomes visible.
  document.addEventListener("visibilitychange", () => void drawStatus());
  await applySettings();
  setInterval(() => void drawStatus(), STATUS_EVERY_MS);
  await Promise.all([follow(), drawStatus()]);
}

void start();
