// What a confidence has meant so far: how many verdicts at this level were right when it was measured.
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
    return [
      i18n.t("card_calibration_level", [percent(level.from), percent(level.to), inTen]),
      i18n.t("card_calibration_measured", [calibration.CLAIMS, level.right, level.given]),
    ];
  }

  /** @param {number} confidence 0..1 of a firm verdict */
  function explained(confidence) {
    const { calibration, dom, i18n } = ns;
    const { h } = dom;
    const here = calibration.levelOf(confidence);
    return h(
      "details",
      { class: "calibration" },
      h("summary", null, dom.icon("chevron", 12), i18n.t("card_calibration", percent(confidence))),
      ...sentences(confidence).map((said) => h("p", null, said)),
      here && h("ul", { class: "levels" }, ...calibration.LEVELS.map((level) => row(level, level === here))),
    );
  }

  ns.viewCalibration = { explained };
})();
