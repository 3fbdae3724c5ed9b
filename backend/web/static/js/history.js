// @ts-check
// The user's past answers, which can be searched, opened and deleted.

import { Refused, post } from "./api.js";
import { at, build } from "./dom.js";
import { grade } from "./grade.js";
import { addressOf, answerShown, clearResult, nameAnswer, showResult } from "./result.js";
import { complain, guarded, sure, tell } from "./say.js";
import { clean } from "./trace.js";
import { gradeWords, sureLine, toneOf } from "./view.js";
import { moment, plural, t } from "./words.js";

const PAGE = 30;
const TYPING_MS = 200;
let before = 0;
let requestCount = 0;
/** Total number of matching past answers, including those not displayed yet. */
let total = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;

export function startHistory() {
  at("history-more").addEventListener("click", () => guarded(older));
  at("history-clear").addEventListener("click", () => guarded(clear));
  at("history-verdict").addEventListener("change", () => openHistory());
  at("history-query").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(openHistory, TYPING_MS);
  });
  at("history-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    openHistory();
  });
}

/** Loads the list, starting with the newest entry. */
export function openHistory() {
  before = 0;
  return guarded(older);
}

const UNDECIDED = "Not Enough Evidence";
/** Converts a grade to the API's fields, because the API treats the leaning of an undecided answer separately. @param {string} wanted */
const graded = (wanted) => {
  if (wanted.startsWith("Probably")) return { verdict: UNDECIDED, leaning: wanted };
  return { verdict: wanted, leaning: wanted === UNDECIDED ? "none" : "" };
};
const filter = () => ({ query: at("history-query").value, ...graded(at("history-verdict").value) });

async function older() {
  const thisRequest = ++requestCount;
  const found = await post("/api/history/list", { limit: PAGE, ...filter(), ...(before ? { before } : {}) });
  if (thisRequest !== requestCount) return;
  if (!before) at("history-rows").replaceChildren();
  at("history-rows").append(...found.entries.map(row));
  before = found.entries.at(-1)?.number ?? before;
  total = found.total;
  frame();
}

/** Updates the elements around the rows. */
function frame() {
  const { query, verdict } = filter();
  const filtered = Boolean(query.trim() || verdict);
  at("history-more").hidden = at("history-rows").children.length >= total;
  at("history-count").textContent = total ? plural("panel_entries", total) : "";
  at("history-empty").textContent = t(filtered ? "panel_no_match" : "page_history_empty");
  at("history-empty").hidden = total > 0;
  at("history-clear").hidden = total === 0 && !filtered;
}

/** @param {any} entry */
function row(entry) {
  const made = build("t-history", {
    tone: toneOf(grade(entry)), verdict: gradeWords(entry), claim: clean(entry.claim), link: addressOf(entry.session_id),
    sure: sureLine(entry),
    time: moment(entry.time), correction: entry.before_correction ? t("panel_before_correction") : "", delete_words: t("page_delete", clean(entry.claim)),
  });
  made.querySelector("[data-act=again]")?.addEventListener("click", () => {
    at("claim").value = entry.claim;
    location.hash = "check";
    at("ask").requestSubmit();
  });
  made.querySelector("[data-act=delete]")?.addEventListener("click", () => guarded(async () => {
    await post("/api/history/delete", { session_id: entry.session_id });
    clearIfShown(entry.session_id);
    tell(t("page_deleted"));
    await removeRow(made);
  }));
  return made;
}

/** Removes a deleted row, and moves the focus to the next row if the deleted one had it. @param {HTMLElement} deletedRow */
async function removeRow(deletedRow) {
  if (!deletedRow.isConnected) return;
  const next = deletedRow.nextElementSibling ?? deletedRow.previousElementSibling;
  const held = deletedRow.contains(document.activeElement);
  deletedRow.remove();
  total -= 1;
  frame();
  if (!next) await openHistory();
  if (held) ((next ?? at("history-rows")).querySelector("[data-act=delete]") ?? at("history-title")).focus();
}

/** Removes a deleted answer from the page. @param {string} session */
function clearIfShown(session) {
  if (answerShown() === session) clearResult();
}

async function clear() {
  const yes = await sure({ title: t("page_clear_title"), text: t("page_clear_about"), yes: t("panel_delete_all") });
  if (!yes) return;
  const { deleted } = await post("/api/history/delete", { all: true });
  clearResult();
  tell(plural("options_deleted", deleted));
  openHistory();
}

/** Shows a past answer by its session id. @param {string} session */
export async function openAnswer(session) {
  if (session === answerShown()) return nameAnswer();
  try {
    const result = await post("/api/history/get", { session_id: session });
    at("claim").value = result.original_claim;
    showResult({ ...result, saved: true }, { looking: document.body.dataset.view === "check" });
  } catch (error) {
    if (!(error instanceof Refused && error.status === 404)) throw error;
    complain(t("page_answer_gone"), t("page_answer_gone_about"));
  }
}
