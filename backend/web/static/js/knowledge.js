// @ts-check
// The knowledge base: search, browse page by page, show provenance, delete passages permanently.

import { post } from "./api.js";
import { at, build } from "./dom.js";
import { cautionOf, day, kindOf, place, starSigns, tierWords } from "./evidence.js";
import { showGrowth } from "./growth.js";
import { originsOf, factsOf } from "./origin.js";
import { guarded, sure, tell } from "./say.js";
import { clean } from "./trace.js";

const PAGE = 20;
const FOUND = 50;
let skip = 0;
let asked = 0;

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
  const shown = { passages: "passages", quarantined: "in quarantine", domains: "sites", triples: "statements in the graph", accesses: "times looked at" };
  const numbers = Object.entries(shown).filter(([name]) => name in stats).map(([name, words]) => ({ name: words, value: stats[name].toLocaleString("en") }));
  at("knowledge-numbers").replaceChildren(...numbers.map((one) => build("t-number", one)));
  showGrowth(growth);
}

async function search() {
  const mine = ++asked;
  const { results } = await post("/api/knowledge/search", { query: at("knowledge-query").value, limit: FOUND });
  if (mine !== asked) return;
  list(results, { total: results.length, said: results.length ? "nearest in meaning first" : "" });
  at("knowledge-empty").textContent = "Nothing stored about that.";
}

async function more() {
  const mine = ++asked;
  const wanted = { held: at("knowledge-held").value, order: at("knowledge-order").value, domain: at("knowledge-domain").value };
  const { passages, total } = await post("/api/knowledge/list", { ...wanted, skip, limit: PAGE });
  if (mine !== asked) return;
  const before = skip ? [...at("knowledge-rows").children] : [];
  list(passages, { total, before });
  skip += passages.length;
  at("knowledge-empty").textContent = "No passage is kept like that.";
}

/** @param {any[]} passages @param {{total: number, said?: string, before?: Element[]}} how */
function list(passages, { total, said = "", before = [] }) {
  at("knowledge-rows").replaceChildren(...before, ...passages.map(row));
  const shown = before.length + passages.length;
  at("knowledge-count").textContent = total ? `${shown < total ? `${shown} of ` : ""}${total.toLocaleString("en")} ${total === 1 ? "passage" : "passages"}${said && `, ${said}`}` : "";
  at("knowledge-empty").hidden = total > 0;
  at("knowledge-more").hidden = shown >= total;
}

/** @param {any} item */
function row(item) {
  const { host, link } = place(item.source);
  const made = build("t-passage", {
    text: clean(item.text), ...kindOf(item), host: host || clean(item.domain), link, published: day(item.published),
    kept: item.quarantined ? "" : "Confirmed", caution: cautionOf({ ...item, origin: "kb" }),
    star_signs: starSigns(item.stars), star_words: `Source rated ${item.stars} of 5. ${tierWords(item.tier)}`,
    domain_words: `Forget everything of ${clean(item.domain)}`,
  });
  made.dataset.id = item.id;
  const details = /** @type {HTMLDetailsElement} */ (made.querySelector("[data-act=origin]"));
  details.addEventListener("toggle", () => { if (details.open) void guarded(() => origin(made, item)); });
  on(made, "forget", () => forget({ passage_id: item.id }, "this passage"));
  on(made, "forget-domain", () => forget({ domain: item.domain }, `everything of ${clean(item.domain)}`));
  return made;
}

/** @param {HTMLElement} made @param {any} item */
async function origin(made, item) {
  const whole = await post("/api/knowledge/passage", { passage_id: item.id });
  const fill = (/** @type {string} */ name, /** @type {HTMLElement[]} */ rows) => /** @type {HTMLElement} */ (made.querySelector(`[data-rows=${name}]`)).replaceChildren(...rows);
  fill("facts", factsOf(whole).map((fact) => build("t-number", fact)));
  fill("origins", originsOf(whole).map((/** @type {any} */ found) => build("t-origin", found)));
  for (const button of made.querySelectorAll("[data-act=forget-claim]")) {
    const claim = /** @type {HTMLElement} */ (button).dataset.claim ?? "";
    button.addEventListener("click", () => guarded(() => forget({ claim }, `what was found for “${claim}”`)));
  }
}

/**
 * Counts the passages, asks for confirmation, removes them, and checks whether any are left.
 * @param {{passage_id?: string, domain?: string, claim?: string}} which @param {string} words
 */
async function forget(which, words) {
  const { matching } = await post("/api/knowledge/forget", { ...which, preview: true });
  if (!matching) return tell("Nothing of it is stored.");
  const count = `${matching} ${matching === 1 ? "passage" : "passages"}`;
  const text = `${count} will be removed from the record, the search index and the graph. This cannot be undone; a later search may find it again.`;
  if (!(await sure({ title: `Forget ${words}?`, text, yes: `Forget ${count}` }))) return undefined;
  const { forgotten } = await post("/api/knowledge/forget", which);
  const left = (await post("/api/knowledge/forget", { ...which, preview: true })).matching;
  const gone = `${forgotten} ${forgotten === 1 ? "passage" : "passages"} forgotten.`;
  tell(left ? `${gone} ${left} came back meanwhile.` : `${gone} Looked again: nothing of it is left.`);
  openKnowledge();
  return undefined;
}

/** @param {HTMLElement} made @param {string} act @param {() => Promise<void>} work */
function on(made, act, work) {
  made.querySelector(`[data-act=${act}]`)?.addEventListener("click", () => guarded(work));
}
