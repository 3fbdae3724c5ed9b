/** The row of one claim in the panel's list. The row is updated in place, not redrawn, so that focus and opened answers are kept. */

import { createCard, iconButton } from "./cards.js";

const ns = globalThis.Claimlight;
/** @typedef {import("../scan").ScanClaim} ScanClaim @typedef {import("../types").CardState} CardState */
/** @typedef {import("../types").Mode} Mode */
/** @typedef {{ show: (claim: ScanClaim) => void, check: (claim: ScanClaim, mode?: Mode) => void, edit: (claim: string) => void, mode: () => Mode, stop: (claim: ScanClaim) => void, retry: (claim: ScanClaim) => void,
 *   answer: (claim: ScanClaim) => Promise<import("../types").VerifyResult | null>, incognito: boolean }} On */

/** @param {number} score 0..1 */
function worth(score) {
  return ns.i18n.t(score >= 0.85 ? "panel_worth_high" : score >= 0.72 ? "panel_worth_medium" : "panel_worth_low");
}

/** @param {ScanClaim} claim @param {CardState | null} state */
function meta(claim, state) {
  const { i18n, viewVerdict, words } = ns;
  if (claim.state === "gone") return i18n.t("panel_gone");
  if (claim.state === "queued") return i18n.t("panel_queued");
  if (claim.state === "running" && state?.failure) return words.failure(state.failure).title;
  if (claim.state === "running") return state?.stages.length ? words.stage(state.stages[state.stages.length - 1].stage) : i18n.t("card_checking");
  if (claim.state === "failed") return state?.failure ? words.failure(state.failure).title : i18n.t("panel_failed");
  if (claim.state !== "done") return worth(claim.score);
  const sure = viewVerdict.sureLine(claim);
  return sure ? i18n.t("panel_verdict_sure", [words.graded(claim), sure]) : words.graded(claim);
}

/** Draws the rank before the check, a spinner during the check, and the verdict afterwards. @param {ScanClaim} claim */
function badge(claim) {
  const { state, rank } = claim;
  const { dom, i18n, words } = ns;
  const { h } = dom;
  if (state === "done") return h("span", { class: "seal small" }, dom.icon(words.gradeKey(claim), 12));
  if (state === "running") return h("span", { class: "pulse" });
  if (state === "failed" || state === "gone") return h("span", { class: "seal small" }, dom.icon("alert", 12));
  return rank ? h("span", { class: "rank" }, h("span", { class: "unseen" }, i18n.t("panel_rank", rank)), h("span", { "aria-hidden": "true" }, i18n.number(rank))) : h("span", { class: "dot" });
}

/** @param {ScanClaim} first @param {On} on */
export function createRow(first, on) {
  const { dom, i18n } = ns;
  const { h } = dom;
  let claim = first;
  /** @type {CardState | null} */
  let state = null;
  /** @type {import("../types").Card | null} */
  let card = null;
  /** The mode of the last check, if the user chose a mode in this row. @type {Mode | null} */
  let chosen = null;

  const mark = h("span", { class: "row-mark" });
  const line = h("span", { class: "row-meta" });
  const main = h("button", { type: "button", class: "row-main", click: () => void press() }, mark, h("span", { class: "row-words" }, h("span", { class: "row-text", dir: "auto" }, claim.text), line));
  const act = h("span", { class: "row-act" });
  const body = h("div", { class: "row-body", hidden: true });
  const element = h("li", { class: "row" }, h("div", { class: "row-top" }, main, act), body);

  /** Whether the row can be opened to show an answer or the progress of a check. */
  const opens = () => state !== null || claim.state === "done";

  async function press() {
    if (claim.state !== "gone") on.show(claim);
    const opened = main.getAttribute("aria-expanded") !== "true";
    if (!opens() && opened) return;
    main.setAttribute("aria-expanded", String(opened));
    body.hidden = !opened;
    if (opened) await fill();
  }

  async function fill() {
    if (!state && claim.state === "done") {
      const result = await on.answer(claim);
      if (result) state = ns.model.finished(result);
    }
    // The answer is no longer stored. Offer a new check to the user instead of starting one automatically.
    if (!state && claim.state === "done") body.replaceChildren(h("button", { type: "button", class: "small-button", click: () => on.check(claim) }, i18n.t("action_recheck")));
    if (!state) return;
    card ??= createCard({
      recheck: () => on.check(claim, chosen ?? undefined),
      retry: () => on.retry(claim),
      // An edited claim is checked elsewhere, because this row and its mark belong to the page's own words.
      edit: on.edit,
      mode: () => chosen ?? on.mode(),
      setMode: (mode) => on.check(claim, (chosen = mode)),
      incognito: on.incognito,
    });
    if (!card.element.isConnected) body.replaceChildren(card.element);
    card.show(state);
  }

  function actions() {
    if (claim.state === "gone") return [];
    if (claim.state === "queued" || claim.state === "running") return [iconButton("close", i18n.t("panel_stop_one"), () => on.stop(claim))];
    if (claim.state === "done") return [iconButton("again", i18n.t("action_recheck"), () => on.check(claim))];
    return [h("button", { type: "button", class: "small-button", "aria-label": i18n.t("panel_check_this", claim.text), click: () => on.check(claim) }, i18n.t("panel_check"))];
  }

  /** @param {ScanClaim} next @param {CardState | null} now */
  function show(next, now) {
    const stateChanged = next.state !== claim.state || act.childElementCount === 0;
    const changed = now !== null && now !== state;
    claim = next;
    if (now) state = now;
    if (claim.state === "found" || claim.state === "queued") state = null;
    element.className = `row ${claim.state === "done" ? ns.words.gradeKey(claim) : `is-${claim.state}`}`;
    if (stateChanged) {
      const focused = act.contains(document.activeElement);
      mark.replaceChildren(badge(claim));
      // Keep the width when the new buttons are narrower, so that the claim's text does not reflow.
      act.style.minInlineSize = `${act.getBoundingClientRect().width}px`;
      act.replaceChildren(...actions());
      if (focused) /** @type {HTMLElement} */ (act.firstElementChild ?? main).focus();
    }
    const said = meta(claim, state);
    if (line.textContent !== said) line.textContent = said;
    if (!body.hidden && (changed || stateChanged)) void fill();
    if (!opens()) close();
    else if (!main.hasAttribute("aria-expanded")) main.setAttribute("aria-expanded", "false");
  }

  function close() {
    main.removeAttribute("aria-expanded");
    body.hidden = true;
  }

  return { element, show };
}
