// @ts-check
// Draws a finished answer.

import { draw } from "./chart.js";
import { at, build, element } from "./dom.js";
import { verdictView } from "./view.js";

/** @param {any} result in the wire's shape @param {{focus: boolean}} options */
export function showResult(result, { focus }) {
  const view = verdictView(result);
  const card = build("t-result", {
    ...view, refutes_count: view.refutes.length, supports_count: view.supports.length, neutral_count: view.neutral.length,
  });
  for (const list of card.querySelectorAll("[data-list]")) {
    /** @type {any} */ (list).hidden = view[/** @type {any} */ (list).dataset.list].length === 0;
  }
  for (const row of card.querySelectorAll(".evidence")) {
    const n = row.querySelector(".number")?.textContent;
    if (n) row.id = `e-${n}`;
  }
  /** @type {HTMLElement} */ (card.querySelector("[data-charts]")).replaceChildren(...view.charts.map(draw));
  writeReasoning(/** @type {HTMLElement} */ (card.querySelector("[data-cited]")), view.reasoning);
  at("answer").replaceChildren(card);
  document.title = `${view.verdict}: ${view.claim_shown} · Claimlight`;
  if (!focus) return;
  /** @type {HTMLElement} */ (card.querySelector("h2")).focus({ preventScroll: true });
  if (card.getBoundingClientRect().top > window.innerHeight * 0.6) card.scrollIntoView({ behavior: pace() });
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
    link.addEventListener("click", (event) => { event.preventDefault(); reveal(n); });
    place.append(link);
  }
}

/** Scroll to a cited passage and light it up. @param {number} n */
function reveal(n) {
  const card = at(`e-${n}`);
  if (!card) return;
  for (let box = card.closest("details"); box; box = box.parentElement?.closest("details")) box.open = true;
  card.scrollIntoView({ block: "center", behavior: pace() });
  for (const other of document.querySelectorAll(".lit")) other.classList.remove("lit");
  requestAnimationFrame(() => card.classList.add("lit"));
}
