// Shows the certainty of a verdict in numbers, with the measured accuracy of verdicts at this level.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @param {number} share 0..1 */
  const percent = (share) => ns.i18n.number(share, { style: "percent", maximumFractionDigits: 0 });

  /** @param {{ from: number, to: number, given: number, right: number }} level @param {boolean} here */
  function row({ from, to, given, right }, here) {
    const { dom: { h }, i18n } = ns;
    const bar = h("span", { class: "bar bar-level" }, h("span", { class: "fill" }));
    /** @type {HTMLElement} */ (bar.firstChild).style.setProperty("--at", `${Math.round((right / given) * 100)}%`);
    return h(
      "li",
      { class: here ? "level here" : "level", "aria-current": here ? "true" : null },
      h("span", { class: "level-range" }, i18n.t("card_level_range", [percent(from), percent(to)])),
      bar,
      h("span", { class: "level-right" }, i18n.t("card_level_right", [right, given])),
    );
  }

  /** @param {number} confidence */
  function sentences(confidence) {
    const { calibration, i18n } = ns;
    const level = calibration.levelOf(confidence);
    if (!level) return [i18n.t("card_calibration_none", percent(confidence))];
    const inTen = Math.round((level.right / level.given) * 10);
    // If a level has only a few verdicts and all were right, the counts are less misleading than "10 in 10".
    const telling = level.given >= calibration.FEWEST && inTen < 10;
    return [
      ...(telling ? [i18n.t("card_calibration_level", [percent(level.from), percent(level.to), inTen])] : []),
      i18n.t("card_calibration_measured", [calibration.CLAIMS, level.right, level.given]),
    ];
  }

  /** @param {number} confidence 0..1 of a firm verdict */
  function measured(confidence) {
    const { calibration, dom: { h } } = ns;
    const here = calibration.levelOf(confidence);
    const levels = here && h("ul", { class: "levels" }, ...calibration.LEVELS.map((level) => row(level, level === here)));
    return [...sentences(confidence).map((said) => h("p", null, said)), levels];
  }

  /** Returns the numbers behind a firm verdict, or null if nothing is decided. @param {import("../types").VerifyResult} result */
  function explained(result) {
    const { calibration, dom, i18n, viewVerdict, words } = ns;
    const { h } = dom;
    if (result.leaning || !words.sure(result)) return null;
    const { confidence, truthfulness_percent: truth } = result;
    const known = result.fingerprint?.verifier === calibration.VERIFIER;
    return h(
      "details",
      { class: `calibration ${words.gradeKey(result)}` },
      h("summary", null, dom.icon("chevron", 14), i18n.t("card_how_sure")),
      h(
        "div",
        { class: "meters" },
        viewVerdict.meter(i18n.t("card_confidence"), percent(confidence), confidence * 100, "confidence"),
        viewVerdict.meter(i18n.t("card_truthfulness"), i18n.t("card_of_100", Math.round(truth)), truth, "truth"),
      ),
      ...(known ? measured(confidence) : []),
    );
  }

  ns.viewCalibration = { explained };
})();
