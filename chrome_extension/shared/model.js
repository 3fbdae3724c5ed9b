// Computes the card's state as a pure function of the messages received. Events may repeat (after a resume) or start again (after a restart).
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @typedef {import("../types").CardState} CardState */

  /** @param {string} claim @returns {CardState} */
  function initial(claim) {
    return { phase: "working", claim, stages: [], evidence: [], verdict: null, result: null, failure: null, waiting: false };
  }

  /** @type {Record<string, (state: CardState, data: any) => Partial<CardState>>} */
  const EVENTS = {
    accepted: () => ({}),
    stage: (state, data) => ({ stages: [...state.stages, data] }),
    evidence: (state, data) => ({ evidence: merged(state.evidence, viewed(data.evidence, data.view)) }),
    verdict: (state, data) => ({ verdict: data.part && inParts(state) ? state.verdict : data }),
    result: (_state, data) => done(data),
    error: (_state, data) => ({
      phase: "failed",
      failure: { kind: "request", message: data.error?.message ?? "", hint: data.error?.hint ?? "" },
    }),
  };

  /** Registers the view, which has the words in the user's language. @template {import("../types").EvidenceItem | undefined} T
   * @param {T} item @param {import("../types").EvidenceView} [view] @returns {T} */
  function viewed(item, view) {
    if (item && view) ns.words.setView(item, view);
    return item;
  }

  /** Returns the part of the state that a finished answer determines. @param {import("../types").VerifyResult} result @returns {Partial<CardState>} */
  function done(result) {
    result.evidence?.forEach((item, place) => viewed(item, result.view?.evidence?.[place]));
    return { phase: "done", result, verdict: result, evidence: result.evidence ?? [] };
  }

  /** @param {import("../types").VerifyResult} result @returns {CardState} */
  const finished = (result) => ({ ...initial(result.original_claim), ...done(result) });

  /** Whether the claim was split, in which case the verdict on one part is not the answer. The stage "decompose" is sent only in this case.
   * @param {CardState} state */
  const inParts = (state) => state.stages.some((line) => line.stage === "decompose");

  /** Adds evidence. A new judgement of a passage replaces the earlier one.
   * @param {import("../types").EvidenceItem[]} known @param {import("../types").EvidenceItem | undefined} item */
  function merged(known, item) {
    return item ? [...known.filter((other) => other.id !== item.id), item] : known;
  }

  /** @param {CardState} state @param {import("../types").PortMessage} message @returns {CardState} */
  function reduce(state, message) {
    if (message.type === "failure") return { ...state, phase: "failed", failure: message.failure };
    if (message.type === "restarted") return initial(state.claim);
    if (message.type === "waiting") return { ...state, waiting: true };
    if (message.type !== "event") return state;
    const change = EVENTS[message.event];
    if (!change) return state;
    return { ...state, phase: "working", failure: null, waiting: false, ...change(state, message.data) };
  }

  ns.model = { initial, reduce, finished };
})();
