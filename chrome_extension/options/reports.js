// Lists, exports and removes the verdicts that the user reported as wrong. Reports leave this browser only as a file that the user saves.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const { h, link } = ns.dom;
  const { t, plural, date } = ns.i18n;
  const { download, find, ready, twice } = ns.optionsPage;

  /** @param {import("../types").Report} report */
  function row(report) {
    const verdict = ns.words.verdict(report.verdict);
    const said = report.expected ? t("options_report_expected", [verdict, ns.words.verdict(report.expected)]) : t("options_report_said", verdict);
    const where = ns.text.hostOf(report.page);
    return h(
      "li",
      { class: "report" },
      h("p", null,
        h("q", { dir: "auto" }, report.claim),
        h("span", { class: "hint" }, said),
        report.note && h("span", { class: "hint", dir: "auto" }, report.note),
        h("span", { class: "hint" }, date(new Date(report.at)), where && " · ", where && link(report.page, {}, where))),
    );
  }

  async function draw() {
    await ready;
    const reports = await ns.reports.list();
    find("report-list").replaceChildren(...reports.map(row));
    find("report-tools").hidden = reports.length === 0;
    find("reports-about").textContent = reports.length === 0 ? t("options_reports_none") : plural("options_reports_n", reports.length);
  }

  async function save() {
    download("claimlight-reports.json", await ns.reports.asJson());
  }

  find("export-reports").addEventListener("click", () => void save());
  twice("clear-reports", "options_delete_sure", () => void ns.reports.clear().then(draw));
  for (const changed of ["settings-saved", "settings-imported"]) document.addEventListener(changed, () => void draw());
  chrome.storage.local.onChanged.addListener((changes) => {
    if ("reports" in changes) void draw();
  });
  void draw();
})();
