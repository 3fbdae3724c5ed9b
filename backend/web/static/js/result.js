// @ts-check
// Draws a finished answer, and hands it out.

import { draw } from "./chart.js";
import { at, build, element } from "./dom.js";
import { editClaim } from "./edit.js";
import { measured, told } from "./reliability.js";
import { tell } from "./say.js";
import { SHAPES } from "./share.js";
import { verdictView } from "./view.js";

/** @type {{session: string, title: string, saved: boolean} | null} */
let shown = null;

/** Session of the answer on the page, "" without one. */
export const answerShown = () => shown?.session ?? "";
/** Where an answer can be opened again. @param {string} session */
export const addressOf = (session) => `#answer=${encodeURIComponent(session)}`;

/** Title and address become those of the answer on the page, if there is one. */
export function nameAnswer() {
  if (!shown) return;
  document.title = shown.title;
  if (shown.saved) history.replaceState(null, "", addressOf(shown.session));
}

/** The answer leaves the page. */
export function clearResult() {
  shown = null;
  at("answer").replaceChildren();
}

/** @param {any} result in the wire's shape @param {{looking: boolean}} options `looking`: at this view, and not at another */
export function showResult(result, { looking }) {
  const view = verdictView(result);
  const card = build("t-result", {
    ...view, refutes_count: view.refutes.length, supports_count: view.supports.length, neutral_count: view.neutral.length,
  });
  for (const list of card.querySelectorAll("[data-list]")) {
    /** @type {any} */ (list).hidden = /** @type {any} */ (view)[/** @type {any} */ (list).dataset.list].length === 0;
  }
  for (const row of card.querySelectorAll(".evidence")) {
    const n = row.querySelector(".number")?.textContent;
    if (n) row.id = `e-${n}`;
  }
  /** @type {HTMLElement} */ (card.querySelector("[data-charts]")).replaceChildren(...view.charts.map(draw));
  writeReasoning(/** @type {HTMLElement} */ (card.querySelector("[data-cited]")), view.reasoning);
  at("answer").replaceChildren(card);
  handOut(card, result);
  void tellWorth(card, result);
  shown = { session: result.session_id, title: `${view.verdict}: ${view.claim_shown} · Claimlight`, saved: result.saved };
  if (!looking) return;
  nameAnswer();
  /** @type {HTMLElement} */ (card.querySelector("h2")).focus({ preventScroll: true });
  if (card.getBoundingClientRect().top > window.innerHeight * 0.6) card.scrollIntoView({ behavior: pace() });
}

/** What a confidence like this was worth when it was measured; without the figures nothing is said. @param {HTMLElement} card @param {any} result */
async function tellWorth(card, { confidence, fingerprint }) {
  const place = /** @type {HTMLElement} */ (card.querySelector(".told"));
  place.textContent = await measured().then((data) => told(data, confidence, fingerprint?.verifier), () => "");
  place.hidden = !place.textContent;
}

/** Edit the claim, copy, download, link, print, check again. @param {HTMLElement} card @param {any} result */
function handOut(card, result) {
  const part = (/** @type {string} */ name) => /** @type {any} */ (card.querySelector(`[data-share${name}]`));
  const chosen = () => SHAPES[part("-as").value];
  part("").hidden = false;
  part("-link").hidden = !result.saved;
  part("-edit").hidden = false;
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
    tell("Copied.");
  } catch {
    tell("The browser did not allow copying.");
  }
}

/** @param {{ending: string, type: string, make: (result: any) => string}} shape @param {any} result */
function save(shape, result) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([shape.make(result)], { type: shape.type }));
  link.download = `claimlight-${result.session_id.slice(0, 8)}.${shape.ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  tell("Saved to your downloads.");
}

/** Readers who asked their system for less motion get none. @returns {ScrollBehavior} */
const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");

/** @param {HTMLElement} place @param {any[]} pieces */
function writeReasoning(place, pieces) {
  place.replaceChildren();
  for (const [text, n] of pieces) {
    place.append(text);
    if (!n) continue;
    const link = /** @type {HTMLAnchorElement} */ (element("a", String(n), "cite"));
    link.href = `#e-${n}`;
    link.setAttribute("aria-label", `Evidence ${n}`);
    link.addEventListener("click", (event) => { event.preventDefault(); reveal(n); });
    place.append(link);
  }
}

/** Scroll to a cited passage, light it up and go there with the keyboard. @param {number} n */
function reveal(n) {
  const card = at(`e-${n}`);
  if (!card) return;
  for (let box = card.closest("details"); box; box = box.parentElement?.closest("details")) box.open = true;
  card.tabIndex = -1;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "center", behavior: pace() });
  for (const other of document.querySelectorAll(".lit")) other.classList.remove("lit");
  requestAnimationFrame(() => card.classList.add("lit"));
}
