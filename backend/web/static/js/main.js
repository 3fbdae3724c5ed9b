// @ts-check
// Starts the page: views, sidebar, token.

import { get, keepToken } from "./api.js";
import { explain, startCheck } from "./check.js";
import { at, build } from "./dom.js";
import { openHistory, startLibrary } from "./library.js";
import { engineView } from "./view.js";

const VIEWS = ["check", "history", "knowledge"];

function route() {
  const wanted = location.hash.slice(1);
  const view = VIEWS.includes(wanted) ? wanted : "check";
  for (const name of VIEWS) at(`view-${name}`).hidden = name !== view;
  for (const tab of at("tabs").children) {
    if (tab.hash === `#${view}`) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  if (view === "history") void openHistory(toCheck);
}

function toCheck() {
  history.pushState(null, "", "#check");
  route();
}

async function refresh() {
  try {
    const status = await get("/api/status");
    at("kb-size").textContent = status.kb_size.toLocaleString("en");
    at("health").dataset.state = status.offline ? "offline" : "up";
    at("health").firstElementChild.textContent = status.offline ? "Offline mode" : "Running on this machine";
    if (status.engines.length) {
      at("engines").replaceChildren(...status.engines.map((state) => build("t-engine", engineView(state))));
    }
  } catch (error) {
    at("health").dataset.state = "down";
    at("health").firstElementChild.textContent = "Not reachable";
    explain(error);
  }
}

at("tabs").hidden = false;
at("token-form").addEventListener("submit", (event) => {
  event.preventDefault();
  keepToken(at("token").value);
  at("token-form").hidden = at("error").hidden = true;
  void refresh();
});
window.addEventListener("hashchange", route);
startCheck(() => void refresh());
startLibrary(toCheck);
route();
void refresh();
