// Shows the limitations of an answer: a sentence and an action for the first one that the user can fix, and a list of the others.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @typedef {import("../types").Issue} Issue @typedef {import("../types").CardActions} CardActions @typedef {import("../types").VerifyResult} VerifyResult */

  /** The notices, of which only the first applicable one is shown. A notice needs an issue with one of its `codes` (docs/api.md, `issues`).
   * @type {{ key: string, codes: string[], action: "recheck" | "openOptions", when?: (issues: Issue[]) => boolean }[]} */
  const NOTICES = [
    { key: "unplugged", codes: ["search_unavailable"], action: "recheck", when: () => globalThis.navigator?.onLine === false },
    { key: "blocked", codes: ["search_unavailable"], action: "recheck", when: (issues) => issues.some((issue) => issue.code === "search_blocked") },
    { key: "no_engine", codes: ["search_unavailable"], action: "recheck" },
    { key: "offline", codes: ["offline"], action: "openOptions" },
    { key: "deadline", codes: ["deadline"], action: "recheck" },
    { key: "not_saved", codes: ["not_saved"], action: "recheck" },
  ];
  /** Issues of search engines. A single notice covers them for all engines. */
  const ENGINES = new Set(["search_unavailable", "search_blocked", "search_timeout", "search_failed", "search_paused"]);

  /** @param {Issue[]} issues */
  const applying = (issues) => NOTICES.find(({ codes, when }) => issues.some((issue) => codes.includes(issue.code)) && (when?.(issues) ?? true)) ?? null;

  /** Whether a new check may find more once this computer is online. @param {VerifyResult | null} result */
  const mayRecover = (result) => result?.issues?.some((issue) => issue.code === "search_unavailable") === true;

  /** Whether a longer search could change the answer. It cannot for opinions, for claims that are too vague, or for languages that
   * the verifier does not support. @param {VerifyResult} result */
  const checkable = ({ claim_type: type, issues }) => (type === "FACTUAL" || type === "MIXED") && !issues?.some(({ code }) => code === "language_limited");

  /** @param {VerifyResult} result @param {CardActions} actions */
  function notice(result, actions) {
    const { dom, i18n } = ns;
    const { h } = dom;
    const found = applying(result.issues ?? []);
    if (!found) return null;
    return h(
      "section",
      { class: `notice notice-${found.key}`, "aria-label": i18n.t("card_limits") },
      dom.icon("alert", 16),
      h("p", null, i18n.t(`card_notice_${found.key}`)),
      h("button", { type: "button", class: "secondary", click: () => actions[found.action]() }, i18n.t(found.action === "recheck" ? "action_recheck" : "action_options")),
    );
  }

  /** @param {Issue} issue @param {VerifyResult} result */
  function row(issue, { view }) {
    const { dom, words } = ns;
    // The view lists a sentence that applies to several parts of a claim only once.
    const alike = view?.limits.filter(({ code }) => code === issue.code) ?? [];
    const said = (alike.find(({ subject }) => subject === issue.subject) ?? alike[0])?.words ?? words.issue(issue);
    return dom.h("li", { class: `issue ${issue.severity}` }, dom.icon("alert", 14), dom.h("span", said === issue.message ? dom.BACKEND : { dir: "auto" }, said));
  }

  /** Warnings that no notice covers. @param {VerifyResult} result @returns {Issue[]} */
  function inTheOpen(result) {
    const shownNotice = applying(result.issues ?? []);
    return (result.issues ?? []).filter((issue) => issue.severity !== "info" && !shownNotice?.codes.includes(issue.code) && !ENGINES.has(issue.code));
  }

  /** All other issues that the backend reports. @param {VerifyResult} result */
  function rest(result) {
    const { dom: { h }, i18n } = ns;
    // A failed search engine is also paused, but is mentioned only once.
    const failed = new Set((result.issues ?? []).filter((issue) => issue.code !== "search_paused").map((issue) => issue.subject));
    const open = new Set(inTheOpen(result));
    const issues = (result.issues ?? []).filter((issue) => !open.has(issue) && (issue.code !== "search_paused" || !failed.has(issue.subject)));
    if (issues.length === 0) return null;
    return h("div", { class: "limits" }, h("h4", null, i18n.t("card_limits")), h("ul", { class: "issues" }, ...issues.map((issue) => row(issue, result))));
  }

  /** @param {VerifyResult} result */
  function warnings(result) {
    const open = inTheOpen(result);
    return open.length > 0 && ns.dom.h("ul", { class: "issues" }, ...open.map((issue) => row(issue, result)));
  }

  ns.viewNotices = { applying, checkable, notice, warnings, rest, mayRecover };
})();
