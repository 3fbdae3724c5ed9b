// Draws a CardState; used by the overlay on the page and by the popup. Sections are redrawn only when their part changed,
// so that focus, scroll position and opened details survive new events.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @typedef {import("../types").CardState} CardState */

  /** @param {import("../types").CardActions} actions @returns {import("../types").Card} */
  function create(actions) {
    const { h } = ns.dom;
    const status = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
    const element = h("div", { class: "card" }, status);
    const cite = (/** @type {number} */ n) => ns.viewEvidence.reveal(element, n);

    const sections = [
      section((s) => [s.claim, s.result], (s) => ns.viewVerdict.claim(s)),
      section((s) => [s.failure], (s) => s.failure && ns.viewFailure.panel(s.failure, actions)),
      section((s) => [s.verdict, s.failure], (s) => !s.failure && s.verdict && ns.viewVerdict.headline(s.verdict)),
      section((s) => [s.stages, s.phase, s.waiting], (s) => s.phase === "working" && ns.viewDetails.progress(s)),
      section((s) => [s.verdict, s.evidence, s.failure], (s) => reasoning(s, cite)),
      section((s) => [s.result], (s) => s.result?.sub_results?.length && ns.viewDetails.parts(s.result.sub_results)),
      section((s) => [s.evidence, s.phase], evidence),
      section((s) => [s.result], (s) => s.result?.issues?.length && ns.viewDetails.issues(s.result.issues)),
      section((s) => [s.result], (s) => s.result && ns.viewDetails.decided(s.result)),
      section((s) => [s.result], (s) => s.result && ns.viewDetails.footer(s.result)),
    ];
    element.append(...sections.map((part) => part.slot));

    return {
      element,
      show(state) {
        for (const part of sections) part.show(state);
        const said = announcement(state);
        if (status.textContent !== said) status.textContent = said;
      },
    };
  }

  /** @param {(state: CardState) => unknown[]} keys @param {(state: CardState) => HTMLElement | false | null | undefined | 0} draw */
  function section(keys, draw) {
    const slot = ns.dom.h("div", { class: "slot" });
    /** @type {unknown[] | null} */
    let last = null;
    return {
      slot,
      /** @param {CardState} state */
      show(state) {
        const now = keys(state);
        if (last && now.every((value, index) => value === last?.[index])) return;
        last = now;
        slot.replaceChildren(...[draw(state)].filter((drawn) => drawn instanceof Node));
      },
    };
  }

  /** @param {CardState} state @param {(n: number) => void} cite */
  function reasoning(state, cite) {
    if (!state.verdict?.reasoning || state.failure) return null;
    const count = state.phase === "done" ? state.evidence.length : 0;
    return ns.viewVerdict.reasoning(state.verdict.reasoning, count, cite);
  }

  /** @param {CardState} state */
  function evidence(state) {
    if (state.evidence.length === 0) return null;
    return state.phase === "done" ? ns.viewEvidence.list(state.evidence) : ns.viewEvidence.found(state.evidence);
  }

  /** For screen readers: the stage while it runs, then the verdict. @param {CardState} state */
  function announcement(state) {
    const { i18n, text, words } = ns;
    if (state.failure) return words.failure(state.failure).title;
    if (state.phase === "done" && state.verdict) {
      const { verdict, confidence } = state.verdict;
      return i18n.t(confidence > 0 ? "card_says_verdict_sure" : "card_says_verdict", [words.verdict(verdict), words.confidenceLine(confidence)]);
    }
    return text.clean(state.stages.at(-1)?.message ?? i18n.t("card_checking"));
  }

  ns.view = { create };
})();
