// @ts-check
// The reader's past answers: searched, opened, deleted.

import { Refused, post } from "./api.js";
import { at, build } from "./dom.js";
import { addressOf, answerShown, showResult } from "./result.js";
import { complain, guarded, sure, tell } from "./say.js";
import { clean, percent } from "./trace.js";
import { sureWords, toneOf } from "./view.js";

const PAGE = 30;
const TYPING_MS = 200;
let before = 0;
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;

export function startHistory() {
  at("history-more").addEventListener("click", () => guarded(older));
  at("history-clear").addEventListener("click", () => guarded(clear));
  at("history-verdict").addEventListener("change", openHistory);
  at("history-query").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(openHistory, TYPING_MS);
  });
  at("history-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    openHistory();
  });
}

export function openHistory() {
  before = 0;
  void guarded(older);
}

async function older() {
  const mine = ++asked;
  const filter = { query: at("history-query").value, verdict: at("history-verdict").value };
  const { entries, total } = await post("/api/history/list", { limit: PAGE, ...filter, ...(before ? { before } : {}) });
  if (mine !== asked) return;
  if (!before) at("history-rows").replaceChildren();
  at("history-rows").append(...entries.map(row));
  before = entries.at(-1)?.number ?? before;
  const filtered = Boolean(filter.query.trim() || filter.verdict);
  at("history-more").hidden = at("history-rows").children.length >= total;
  at("history-count").textContent = total ? `${total.toLocaleString("en")} ${total === 1 ? "answer" : "answers"}${filtered ? " found" : ""}` : "";
  at("history-empty").textContent = filtered ? "No past answer fits that." : "Nothing checked yet.";
  at("history-empty").hidden = total > 0;
  at("history-clear").hidden = total === 0 && !filtered;
}

/** @param {any} entry */
function row(entry) {
  const made = build("t-history", {
    tone: toneOf(entry.verdict), verdict: entry.verdict, claim: clean(entry.claim), link: addressOf(entry.session_id),
    sure: entry.verdict === "Not Verifiable" || !entry.confidence ? "" : `${sureWords(entry.confidence)} · ${percent(100 * entry.confidence)}`,
    time: new Date(entry.time).toLocaleString(), delete_words: `Delete: ${clean(entry.claim)}`,
  });
  made.querySelector("[data-act=delete]")?.addEventListener("click", () => guarded(async () => {
    await post("/api/history/delete", { session_id: entry.session_id });
    made.remove();
    leave(entry.session_id);
    tell("Deleted.");
    at("history-empty").hidden = at("history-rows").children.length > 0;
  }));
  return made;
}

/** An answer that was deleted does not stay on the page. @param {string} session */
function leave(session) {
  if (answerShown() === session) at("answer").replaceChildren();
}

async function clear() {
  const yes = await sure({ title: "Delete all past answers?", text: "They are removed from this machine for good. The knowledge base stays.", yes: "Delete everything" });
  if (!yes) return;
  const { deleted } = await post("/api/history/delete", { all: true });
  at("answer").replaceChildren();
  tell(`${deleted} ${deleted === 1 ? "answer" : "answers"} deleted.`);
  openHistory();
}

/** Show a past answer by its address. @param {string} session */
export async function openAnswer(session) {
  if (session === answerShown() && at("answer").childElementCount) return;
  try {
    const result = await post("/api/history/get", { session_id: session });
    at("claim").value = result.original_claim;
    showResult({ ...result, saved: true }, { focus: true });
  } catch (error) {
    if (!(error instanceof Refused && error.status === 404)) throw error;
    complain("This answer is no longer in your history.", "It was deleted, or it is older than what is kept.");
  }
}
