// Draws a CardState, for the overlay on the page, the side panel and the popup. A section is redrawn only when its data has
// changed, so that focus, scroll position and opened details are kept when new events arrive.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @typedef {import("../types").CardState} CardState */
  /** @typedef {HTMLElement | false | null | undefined | 0} Drawn */

  /** @param {import("../types").CardActions} actions @returns {import("../types").Card} */
  function create(actions) {
    const { h } = ns.dom;
    const status = h("p", { class: "unseen", role: "status", "aria-live": "polite" });
    const element = h("div", { class: "card", tabindex: "-1" }, status);
    const cite = (/** @type {number} */ n) => ns.viewEvidence.reveal(element, n);
    /** @param {(result: import("../types").VerifyResult) => Drawn} draw */
    const once = (draw) => section((s) => [s.result], (s) => s.result && draw(s.result));

    const sections = [
      section((s) => [s.verdict, s.failure], (s) => !s.failure && s.verdict && ns.viewVerdict.headline(s.verdict, s.result)),
      section((s) => [s.failure], (s) => s.failure && ns.viewFailure.panel(s.failure, actions)),
      section((s) => [s.stages, s.phase, s.waiting], (s) => s.phase === "working" && ns.viewDetails.progress(s)),
      section((s) => [s.verdict, s.result, s.failure], (s) => reasoning(s, cite)),
      once((result) => parted(result) && ns.viewDetails.parts(result)),
      section((s) => [s.evidence, s.phase], evidence),
      once((result) => ns.viewNotices.notice(result, actions)),
      once((result) => ns.viewNotices.warnings(result)),
      once((result) => ns.viewDetails.next(result, actions)),
      section((s) => [s.claim, s.result], (s) => ns.viewClaim.claim(s, actions)),
      once((result) => ns.viewCalibration.explained(result)),
      once((result) => ns.viewDecided.decided(result, cite)),
      once((result) => ns.viewTools.tools(result, actions)),
      once((result) => ns.viewDetails.footer(result)),
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

  /** @param {(state: CardState) => unknown[]} keys @param {(state: CardState) => Drawn} draw */
  function section(keys, draw) {
    const slot = ns.dom.h("div", { class: "slot" });
    /** @type {unknown[] | null} */
    let last = null;
    return {
      slot,
      /** @param {CardState} state */
      show(state) {
        const now = keys(state);
        // An edit form is kept until the user submits or cancels the edit.
        if (slot.querySelector(".edit") || (last && now.every((value, index) => value === last?.[index]))) return;
        last = now;
        slot.replaceChildren(...[draw(state)].filter((drawn) => drawn instanceof Node));
      },
    };
  }

  /** @param {import("../types").VerifyResult | null} result */
  const parted = (result) => (result?.sub_results?.length ?? 0) > 0;

  /** Draws the backend's English text where no other sentence is available: during a check, and for opinions without a view.
   * @param {CardState} state @param {(n: number) => void} cite */
  function reasoning({ verdict, result, failure }, cite) {
    const worded = failure || result?.view || result?.explanation || !ns.i18n.language().startsWith("en");
    const text = worded ? "" : (verdict?.reasoning ?? "");
    return text ? ns.viewVerdict.reasoning(text, result?.evidence.length ?? 0, cite) : null;
  }

  /** @param {CardState} state */
  function evidence({ evidence: found, phase, result }) {
    if (phase === "done" && result) return ns.viewLead.lead(result);
    return found.length > 0 ? ns.viewEvidence.found(found) : null;
  }

  /** Returns the announcement for screen readers: the stage during a check, then the verdict or the failure. @param {CardState} state */
  function announcement(state) {
    const { i18n, sentence, viewVerdict, words } = ns;
    if (state.failure) {
      const { title, body } = words.failure(state.failure);
      return [title, body].filter(Boolean).join(" ");
    }
    if (state.phase === "done" && state.verdict) {
      const sure = viewVerdict.sureLine(state.verdict, state.result);
      return i18n.t(sure ? "card_says_verdict_sure" : "card_says_verdict", [sentence.headline(state.verdict, state.result?.sub_results), sure]);
    }
    const latest = state.stages.at(-1);
    return latest ? words.stage(latest.stage) : i18n.t("card_checking");
  }

  ns.view = { create, announcement };
})();
