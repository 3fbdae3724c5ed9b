// Shows the actions for an answer: copy, check more thoroughly, report as wrong.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @typedef {import("../types").VerifyResult} VerifyResult @typedef {import("../types").CardActions} CardActions */
  const LABELS = ["True", "Partially True", "Misleading", "False", "Not Enough Evidence", "Not Verifiable"];
  /** @type {import("../types").Mode[]} */
  const MODES = ["main", "deep"];

  /** @param {VerifyResult} result @param {CardActions} actions */
  function copies(result, actions) {
    const { copy, dom, i18n, review } = ns;
    const { h } = dom;
    /** @type {[string, (result: VerifyResult) => string][]} */
    const formats = [
      [i18n.t("card_copy_text"), copy.asText], ["Markdown", copy.asMarkdown], ["JSON", review.asJson], ["ClaimReview", review.asClaimReview],
    ];
    const chips = formats.map(([name, format]) =>
      dom.copyButton(() => format(result), { class: "chip", "aria-label": i18n.t("card_copy_as", name) }, actions.copy, name));
    const label = i18n.t("card_copy_as_label");
    return h("div", { class: "tool-row", role: "group", "aria-label": label }, h("span", { class: "tool-label", "aria-hidden": "true" }, label), ...chips);
  }

  /** @param {CardActions} actions */
  function mode(actions) {
    const { dom: { h }, i18n } = ns;
    const { setMode } = actions;
    if (!setMode) return null;
    const now = actions.mode?.() ?? "main";
    const choice = (/** @type {import("../types").Mode} */ name) =>
      h("label", { title: i18n.t(`card_mode_${name}_means`) },
        h("input", { type: "radio", name: "claimlight-mode", value: name, checked: name === now, change: () => setMode(name) }),
        h("span", null, i18n.t(`card_mode_${name}`)));
    const label = i18n.t("card_mode");
    return h("fieldset", { class: "tool-row", "aria-label": label },
      h("span", { class: "tool-label", "aria-hidden": "true" }, label), h("div", { class: "switch" }, ...MODES.map(choice)));
  }

  /** Draws the form to report a wrong verdict. Reports are stored in this browser, and the options page exports them as a file. @param {VerifyResult} result @param {CardActions} actions */
  function report(result, actions) {
    const { dom, i18n, reports, words } = ns;
    const { h } = dom;
    const { report: addReport } = actions;
    if (!addReport) return null;
    const others = LABELS.filter((label) => label !== result.verdict);
    const expected = /** @type {HTMLSelectElement} */ (h("select", null, h("option", { value: "" }, i18n.t("card_report_unsure")), ...others.map((label) => h("option", { value: label }, words.verdict(label)))));
    const note = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 2, maxlength: reports.LONGEST_NOTE, dir: "auto" }));
    const status = h("p", { class: "kept", role: "status" });
    const form = h("form", { submit: (/** @type {Event} */ event) => void save(event) },
      h("label", null, i18n.t("card_report_expected"), expected),
      h("label", null, i18n.t("card_report_note"), note),
      h("p", { class: "about" }, i18n.t("card_report_about")),
      h("button", { type: "submit", class: "secondary" }, i18n.t("card_report_save")));
    async function save(/** @type {Event} */ event) {
      event.preventDefault();
      const done = await addReport?.(result, { expected: expected.value, note: note.value }).then(() => true, () => false);
      form.hidden = done === true;
      status.textContent = i18n.t(done ? "card_report_kept" : "card_report_failed");
    }
    return h("details", { class: "report" }, h("summary", null, dom.icon("flag", 14), i18n.t("card_report")), form, status);
  }

  /** @param {VerifyResult} result @param {CardActions} actions */
  function tools(result, actions) {
    const { dom: { h, icon }, i18n } = ns;
    const summary = h("summary", null, icon("chevron", 14), i18n.t("card_more_tools"));
    return h("details", { class: "tools-block" }, summary, copies(result, actions), ns.viewNotices.checkable(result) && mode(actions), report(result, actions));
  }

  ns.viewTools = { tools };
})();
