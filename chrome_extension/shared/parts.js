// Lists the files that are loaded into a page on demand. Pages without a selection load none of these files.
"use strict";
(() => {
  const ns = (globalThis.Claimlight ??= /** @type {import("../types").ClaimlightNamespace} */ ({}));

  /** Files load in any order, so they must not use each other at load time. `answers` lists the worker's messages that a part handles
   * as `ns.answers[type]`. @type {Record<string, import("../types").Part>} */
  const parts = {
    card: {
      files: [
        "shared/text.js",
        "shared/i18n.js",
        "shared/settings.js",
        "shared/words.js",
        "shared/sentence.js",
        "shared/tokens.js",
        "shared/styles.js",
        "shared/styles_more.js",
        "shared/dom.js",
        "shared/passage.js",
        "shared/calibration.js",
        "shared/shape.js",
        "shared/reports.js",
        "shared/model.js",
        "shared/copy.js",
        "shared/review.js",
        "shared/client.js",
        "shared/view_calibration.js",
        "shared/view_evidence.js",
        "shared/view_claim.js",
        "shared/view_lead.js",
        "shared/view_verdict.js",
        "shared/view_details.js",
        "shared/view_notices.js",
        "shared/view_decided.js",
        "shared/view_tools.js",
        "shared/view_failure.js",
        "shared/view.js",
        "content/margins.js",
        "content/place_card.js",
        "content/follow.js",
        "content/placing.js",
        "content/hands.js",
        "content/keep.js",
        "content/leave.js",
        "content/window.js",
        "content/overlay.js",
        "content/bubble_follow.js",
        "content/bubble_menu.js",
        "content/answers.js",
      ],
      answers: ["open", "check-selection", "button-elsewhere"],
    },
    scan: {
      files: [
        "shared/text.js",
        "shared/i18n.js",
        "shared/settings.js",
        "shared/words.js",
        "shared/tokens.js",
        "shared/styles.js",
        "shared/dom.js",
        "shared/client.js",
        "scan/blocks.js",
        "scan/anchor.js",
        "scan/marks.js",
        "scan/chip.js",
        "scan/page.js",
      ],
      answers: ["scan-step", "scan-collect", "scan-mark", "scan-change", "scan-show", "scan-reveal", "scan-clear", "scan-page"],
    },
  };

  /** Passes a message from the worker to the part that handles it. Returns undefined if there is no such part, or false if the worker has stopped waiting.
   * @param {{ type: string, until?: number }} message `until` is when the worker stops waiting, in ms since 1970 */
  async function answer(message) {
    const part = Object.keys(parts).find((name) => parts[name].answers.includes(message.type));
    if (!part) return undefined;
    await ns.load(part);
    // By then, the worker has already used a fallback, so handling the message would do the work twice.
    return Date.now() < (message.until ?? Infinity) && ns.answers[message.type](message);
  }

  ns.parts = parts;
  ns.answer = answer;
})();
