// @ts-check
// The knowledge base: the user can search and browse passages, see their provenance, and delete them permanently.

import { post } from "./api.js";
import { at, build } from "./dom.js";
import { day, kindOf, leadOf, place, starSigns, starWords } from "./evidence.js";
import { showGrowth } from "./growth.js";
import { originsOf, factsOf } from "./origin.js";
import { guarded, sure, tell } from "./say.js";
import { clean } from "./trace.js";
import { number, plural, t } from "./words.js";

const PAGE = 20;
const SEARCH_LIMIT = 50;
let skip = 0;
let requestCount = 0;

export function startKnowledge() {
  at("knowledge-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    show();
  });
  at("knowledge-filters").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  for (const name of ["held", "order", "domain"]) at(`knowledge-${name}`).addEventListener("change", () => {
    at("knowledge-query").value = "";
    show();
  });
  at("knowledge-query").addEventListener("search", show);
  at("knowledge-more").addEventListener("click", () => guarded(more));
}

export function openKnowledge() {
  void guarded(figures);
  show();
}

function show() {
  skip = 0;
  void guarded(at("knowledge-query").value.trim() ? search : more);
}

async function figures() {
  const [stats, { growth }] = await Promise.all([post("/api/knowledge/stats"), post("/api/knowledge/growth")]);
  const shown = ["passages", "quarantined", "domains", "triples", "accesses"].filter((name) => name in stats);
  const numbers = shown.map((name) => ({ name: t(`page_number_${name}`), value: number(stats[name]) }));
  at("knowledge-numbers").replaceChildren(...numbers.map((one) => build("t-number", one)));
  showGrowth(growth);
}

async function search() {
  const thisRequest = ++requestCount;
  const { results } = await post("/api/knowledge/search", { query: at("knowledge-query").value, limit: SEARCH_LIMIT });
  if (thisRequest !== requestCount) return;
  list(results, { total: results.length, nearest: true });
  at("knowledge-empty").textContent = t("page_knowledge_none");
}

async function more() {
  const thisRequest = ++requestCount;
  const wanted = { held: at("knowledge-held").value, order: at("knowledge-order").value, domain: at("knowledge-domain").value };
  const { passages, total } = await post("/api/knowledge/list", { ...wanted, skip, limit: PAGE });
  if (thisRequest !== requestCount) return;
  const before = skip ? [...at("knowledge-rows").children] : [];
  list(passages, { total, before });
  skip += passages.length;
  at("knowledge-empty").textContent = t("page_knowledge_empty");
}

/** @param {any[]} passages @param {{total: number, nearest?: boolean, before?: Element[]}} how */
function list(passages, { total, nearest = false, before = [] }) {
  at("knowledge-rows").replaceChildren(...before, ...passages.map(row));
  const shown = before.length + passages.length;
  const all = plural("page_passages", total);
  const count = shown < total ? t("page_passages_shown", shown, all) : nearest ? t("page_nearest", all) : all;
  at("knowledge-count").textContent = total ? count : "";
  at("knowledge-empty").hidden = total > 0;
  at("knowledge-more").hidden = shown >= total;
}

/** @param {any} item */
function row(item) {
  const { host, link } = place(item.source);
  const made = build("t-passage", {
    text: clean(item.text), ...kindOf(item), host: host || clean(item.domain), link, published: day(item.published),
    kept: item.quarantined ? "" : t("page_confirmed"), caution: leadOf(item),
    star_signs: starSigns(item.stars), star_words: starWords(item),
    domain_words: t("page_forget_site", clean(item.domain)),
  });
  made.dataset.id = item.id;
  const details = /** @type {HTMLDetailsElement} */ (made.querySelector("[data-act=origin]"));
  details.addEventListener("toggle", () => { if (details.open) void guarded(() => origin(made, item)); });
  on(made, "forget", () => forget({ passage_id: item.id }, t("page_forget_this")));
  on(made, "forget-domain", () => forget({ domain: item.domain }, t("page_forget_all", clean(item.domain))));
  return made;
}

/** @param {HTMLElement} made @param {any} item */
async function origin(made, item) {
  const passage = await post("/api/knowledge/passage", { passage_id: item.id });
  const fill = (/** @type {string} */ name, /** @type {HTMLElement[]} */ rows) => /** @type {HTMLElement} */ (made.querySelector(`[data-rows=${name}]`)).replaceChildren(...rows);
  fill("facts", factsOf(passage).map((fact) => build("t-number", fact)));
  fill("origins", originsOf(passage).map((/** @type {any} */ found) => build("t-origin", found)));
  for (const button of made.querySelectorAll("[data-act=forget-claim]")) {
    const claim = /** @type {HTMLElement} */ (button).dataset.claim ?? "";
    button.addEventListener("click", () => guarded(() => forget({ claim }, t("page_forget_claim", claim))));
  }
}

/**
 * Counts the matching passages, asks for confirmation, deletes them, and checks whether any passages are left.
 * @param {{passage_id?: string, domain?: string, claim?: string}} which @param {string} title the question
 */
async function forget(which, title) {
  const { matching } = await post("/api/knowledge/forget", { ...which, preview: true });
  if (!matching) return tell(t("page_forget_nothing"));
  const text = t("page_forget_about", plural("page_passages", matching));
  if (!(await sure({ title, text, yes: t("page_forget_yes") }))) return undefined;
  const { forgotten } = await post("/api/knowledge/forget", which);
  const left = (await post("/api/knowledge/forget", { ...which, preview: true })).matching;
  const gone = plural("page_passages", forgotten);
  tell(left ? t("page_forgotten_back", gone, left) : t("page_forgotten", gone));
  openKnowledge();
  return undefined;
}

/** @param {HTMLElement} made @param {string} act @param {() => Promise<void>} work */
function on(made, act, work) {
  made.querySelector(`[data-act=${act}]`)?.addEventListener("click", () => guarded(work));
}
