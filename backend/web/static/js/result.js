// @ts-check
// Shows a finished answer with actions to edit, copy, save, print and repeat it.

import { drawAnswer } from "./answer.js";
import { at, build } from "./dom.js";
import { editClaim } from "./edit.js";
import { tell } from "./say.js";
import { SHAPES } from "./share.js";
import { t } from "./words.js";

/** @type {{session: string, title: string, saved: boolean} | null} */
let shown = null;

/** Session id of the answer on the page, or "" without an answer. */
export const answerShown = () => shown?.session ?? "";
/** Returns the URL fragment that opens an answer again. @param {string} session */
export const addressOf = (session) => `#answer=${encodeURIComponent(session)}`;

/** Sets the title and the URL for the answer on the page, if there is one. */
export function nameAnswer() {
  if (!shown) return;
  document.title = shown.title;
  if (shown.saved) history.replaceState(null, "", addressOf(shown.session));
}

/** Removes the answer from the page. */
export function clearResult() {
  shown = null;
  at("answer").replaceChildren();
}

/** @param {any} result in the API's format @param {{looking: boolean}} options `looking` tells whether this view is visible */
export function showResult(result, { looking }) {
  const { view } = result;
  const card = drawAnswer(view);
  card.append(build("t-share", view.labels));
  at("answer").replaceChildren(card);
  connectButtons(card, result);
  shown = { session: result.session_id, title: `${view.grade.words}: ${view.claim[0].words} · Claimlight`, saved: result.saved };
  if (!looking) return;
  nameAnswer();
  /** @type {HTMLElement} */ (card.querySelector("h2")).focus({ preventScroll: true });
  if (card.getBoundingClientRect().top > window.innerHeight * 0.6) card.scrollIntoView({ behavior: pace() });
}

/** Connects the answer's buttons: edit, copy, link, save, print and check again. @param {HTMLElement} card @param {any} result */
function connectButtons(card, result) {
  const part = (/** @type {string} */ name) => /** @type {any} */ (card.querySelector(`[data-share${name}]`));
  const chosen = () => SHAPES[part("-as").value];
  part("-link").hidden = !result.saved;
  on(part("-edit"), () => editClaim(result.original_claim, part("-edit")));
  on(part("-copy"), () => copy(chosen().make(result)));
  on(part("-link"), () => copy(new URL(addressOf(result.session_id), location.href).href));
  on(part("-save"), () => save(chosen(), result));
  on(part("-print"), () => window.print());
  on(part("-again"), () => {
    at("claim").value = result.original_claim;
    at("ask").requestSubmit();
  });
}

/** @param {HTMLElement} button @param {() => unknown} act */
const on = (button, act) => button.addEventListener("click", act);

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell(t("action_copied"));
  } catch {
    tell(t("action_copy_failed"));
  }
}

/** @param {{ending: string, type: string, make: (result: any) => string}} shape @param {any} result */
function save(shape, result) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([shape.make(result)], { type: shape.type }));
  link.download = `claimlight-${result.session_id.slice(0, 8)}.${shape.ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  tell(t("page_saved_file"));
}

/** Returns the scroll behaviour, without animation if the system requests reduced motion. @returns {ScrollBehavior} */
const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");
