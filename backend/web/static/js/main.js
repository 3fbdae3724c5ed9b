// @ts-check
// The page's entry point: views, theme, token, and a regular check of whether the backend is running.

import { keepToken } from "./api.js";
import { resume, startCheck } from "./check.js";
import { at } from "./dom.js";
import { alive } from "./follow.js";
import { openAnswer, openHistory, startHistory } from "./history.js";
import { lasting } from "./kept.js";
import { openKnowledge, startKnowledge } from "./knowledge.js";
import { nameAnswer } from "./result.js";
import { complain, explain, guarded, hush } from "./say.js";
import { gone, refresh, renew } from "./status.js";
import { t } from "./words.js";

const VIEWS = ["check", "history", "knowledge", "status"];
/** Message keys of the window titles by view. @type {Record<string, string>} */
const TITLES = { history: "panel_history", knowledge: "page_knowledge", status: "page_status" };
const THEMES = [["", "panel_theme_auto"], ["light", "panel_theme_light"], ["dark", "panel_theme_dark"]];
const THEME = "claimlight-theme";
const LOOK_MS = 10_000, LOOK_AGAIN_MS = 2000;

/** Decodes a part of the URL. Returns "" if the link was truncated inside an encoded character, so that the page still loads. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Returns the target of the URL: a view or a past answer. */
function wanted() {
  const [name, value = ""] = location.hash.slice(1).split("=");
  if (name === "answer" && value) return { view: "check", answer: decoded(value) };
  return { view: VIEWS.includes(name) ? name : "check", answer: "" };
}

/** @param {{moved: boolean}} how `moved` is true after the user navigates to another view, false when the page is loaded */
function route({ moved }) {
  const { view, answer } = wanted();
  document.body.dataset.view = view;
  for (const name of VIEWS) at(`view-${name}`).hidden = name !== view;
  for (const tab of at("tabs").children) {
    if (tab.hash === `#${view}`) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  document.title = view in TITLES ? `${t(/** @type {string} */ (TITLES[view]))} · Claimlight` : "Claimlight";
  if (view === "check" && !answer) nameAnswer();
  if (moved && !answer) at(`${view}-title`).focus({ preventScroll: view === "check" });
  if (answer) void guarded(() => openAnswer(answer));
  if (view === "history") openHistory();
  if (view === "knowledge") openKnowledge();
  if (view === "status") void guarded(refresh);
}

/** Checks every few seconds, while the page is visible, whether the backend is running, and shows a message if not. */
async function look() {
  if (document.hidden) return void setTimeout(look, LOOK_MS);
  const was = at("health").dataset.state;
  const up = await alive();
  if (!up) gone();
  else if (was === "down" || document.body.dataset.view === "status") await refresh().catch(() => {});
  if (!up && was !== "down" && !at("view-check").hasAttribute("aria-busy")) {
    complain(t("page_gone"), t("page_gone_look"));
  }
  if (up && was === "down" && at("error-message").textContent === t("page_gone")) {
    hush();
    if (document.body.dataset.view !== "check") route({ moved: false });
  }
  setTimeout(look, up ? LOOK_MS : LOOK_AGAIN_MS);
}

/** @param {number} step 0 to show the current theme, 1 to switch to the next one */
function theme(step) {
  const now = THEMES.findIndex(([name]) => name === (document.documentElement.dataset.theme ?? ""));
  const [name, key] = THEMES[(Math.max(0, now) + step) % THEMES.length];
  const words = t("label_value", t("panel_theme"), t(key));
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
  at("theme").setAttribute("aria-label", words);
  at("theme").title = words;
  if (step && name) lasting.set(THEME, name);
  else if (step) lasting.remove(THEME);
}

at("tabs").hidden = at("theme").hidden = false;
at("theme").addEventListener("click", () => theme(1));
at("renew").addEventListener("click", () => void guarded(renew));
at("token-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  keepToken(at("token").value);
  at("token-form").hidden = true;
  hush();
  void refresh().then(() => route({ moved: false }), explain);
});
window.addEventListener("hashchange", () => { hush(); route({ moved: true }); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) void refresh().catch(() => {}); });
theme(0);
startCheck(() => void refresh().catch(() => {}));
startHistory();
startKnowledge();
route({ moved: false });
if (wanted().view === "check" && !wanted().answer) resume();
void refresh().catch(explain);
setTimeout(look, LOOK_MS);
