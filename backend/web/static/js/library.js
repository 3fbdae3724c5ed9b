// @ts-check
// The reader's own data: history and knowledge base.

import { post } from "./api.js";
import { explain } from "./check.js";
import { at, build } from "./dom.js";
import { showResult } from "./result.js";
import { clean } from "./trace.js";
import { cautionOf, place, starSigns, toneOf } from "./view.js";

/** Run and explain what goes wrong. @param {() => Promise<void>} work */
const guarded = (work) => work().catch(explain);

/** @param {() => void} toCheck shows the claim view */
export function startLibrary(toCheck) {
  at("history-more").addEventListener("click", () => guarded(() => older(toCheck)));
  at("history-clear").addEventListener("click", () => guarded(() => clearHistory(toCheck)));
  at("knowledge-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void guarded(search);
  });
}

let before = 0;

/** @param {() => void} toCheck */
export const openHistory = (toCheck) => guarded(async () => {
  before = 0;
  at("history-rows").replaceChildren();
  await older(toCheck);
});

/** @param {() => void} toCheck */
async function older(toCheck) {
  const { entries, total } = await post("/api/history/list", before ? { limit: 30, before } : { limit: 30 });
  at("history-rows").append(...entries.map((entry) => historyRow(entry, toCheck)));
  before = entries.at(-1)?.number ?? before;
  at("history-more").hidden = at("history-rows").children.length >= total;
  at("history-empty").hidden = total > 0;
  at("history-clear").hidden = total === 0;
}

/** @param {any} entry @param {() => void} toCheck */
function historyRow(entry, toCheck) {
  const row = build("t-history", {
    tone: toneOf(entry.verdict), verdict: entry.verdict, claim: clean(entry.claim),
    time: new Date(entry.time).toLocaleString(), delete_words: `Delete: ${clean(entry.claim)}`,
  });
  on(row, "open", async () => {
    const result = await post("/api/history/get", { session_id: entry.session_id });
    toCheck();
    at("claim").value = entry.claim;
    showResult(result, { focus: true });
  });
  on(row, "delete", async () => {
    await post("/api/history/delete", { session_id: entry.session_id });
    row.remove();
    at("history-empty").hidden = at("history-rows").children.length > 0;
  });
  return row;
}

/** @param {() => void} toCheck */
async function clearHistory(toCheck) {
  if (!window.confirm("Delete all past answers from this machine?")) return;
  await post("/api/history/delete", { all: true });
  await openHistory(toCheck);
}

async function search() {
  const { results } = await post("/api/knowledge/search", { query: at("knowledge-query").value, limit: 30 });
  at("knowledge-rows").replaceChildren(...results.map(passageRow));
  at("knowledge-empty").textContent = results.length ? "" : "Nothing stored about that.";
  at("knowledge-empty").hidden = results.length > 0;
}

/** @param {any} item */
function passageRow(item) {
  const { host, link } = place(item.source);
  const row = build("t-passage", {
    text: clean(item.text), host: host || clean(item.domain), link, published: item.published, caution: cautionOf({ ...item, origin: "kb" }),
    star_signs: starSigns(item.stars), star_words: `Source rated ${item.stars} of 5`,
    forget_words: `Forget this passage of ${host}`,
  });
  on(row, "forget", async () => {
    await post("/api/knowledge/forget", { passage_id: item.id });
    row.remove();
  });
  return row;
}

/** @param {HTMLElement} row @param {string} act @param {() => Promise<void>} work */
function on(row, act, work) {
  row.querySelector(`[data-act=${act}]`)?.addEventListener("click", () => guarded(work));
}
