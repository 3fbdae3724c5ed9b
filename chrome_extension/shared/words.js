// Sentences and labels in the user's language that are used in more than one place.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @type {Record<string, string>} the backend's label: key for colours, icon and messages */
  const VERDICTS = {
    True: "true",
    False: "false",
    "Partially True": "partial",
    Misleading: "misleading",
    "Not Enough Evidence": "unknown",
    "Not Verifiable": "opinion",
    "Probably true": "probably_true",
    "Probably false": "probably_false",
    "Probably partly true": "probably_partial",
  };
  const PHASES = ["phase_read", "phase_recall", "phase_search", "phase_weigh", "phase_decide"];
  /** @type {Record<string, number>} */
  const PHASE_OF = {
    intake: 0, classify: 0, decompose: 0, recall: 1, search: 2, acquire: 2, rank: 3, stance: 3, sufficiency: 3, verdict: 4, learn: 4,
  };
  /** Stages of the backend that have a message (docs/api.md, `stage`). */
  const STAGES = new Set(["intake", "classify", "decompose", "recall", "search", "acquire", "rank", "stance", "sufficiency", "verdict", "learn"]);
  /** Verdicts that decide a claim. */
  const FIRM = new Set(["true", "false", "partial", "misleading"]);
  /** @type {Record<string, string>} */
  const ORIGINS = { kb: "origin_kb", web: "origin_web", fact_check: "origin_fact_check" };
  /** @type {Record<string, string>} */
  const STANCES = { supports: "stance_supports", refutes: "stance_refutes", neutral: "stance_neutral" };
  /** @type {Record<string, string>} */
  const SOURCES = {
    knowledge_base: "answered_knowledge_base",
    web: "answered_web",
    knowledge_base_and_web: "answered_knowledge_base_and_web",
    none: "answered_none",
  };
  /** @type {typeof ns.i18n.t} */
  const t = (key, subs) => ns.i18n.t(key, subs);
  /** @param {string} label */
  const verdictKey = (label) => VERDICTS[label] ?? "unknown";
  /** @param {string} label */
  const verdictName = (label) => (label in VERDICTS ? t(`verdict_${verdictKey(label)}`) : ns.text.clean(label));

  /** Returns the grade to show: the verdict, or the leaning of an undecided claim. Answers from earlier versions have no leaning.
   * @param {import("../types").Graded} graded */
  const grade = ({ verdict, leaning }) => leaning?.label ?? verdict;

  /** @param {number} value 0..1 */
  function confidence(value) {
    if (value >= 0.9) return t("confidence_very_sure");
    if (value >= 0.75) return t("confidence_fairly_sure");
    if (value >= 0.6) return t("confidence_somewhat_sure");
    return t("confidence_unsure");
  }

  /** @param {number} value 0..1 */
  function confidenceLine(value) {
    return t("confidence_line", [confidence(value), ns.i18n.number(value, { style: "percent" })]);
  }

  /** Returns the certainty of the grade, or "" if there is none. A leaning is never "right 10 times in 10", because a leaning is not firm.
   * @param {import("../types").Graded} graded */
  function sure({ verdict, leaning, confidence: value }) {
    if (leaning) return t("leaning_sure", [Math.min(9, Math.round(10 * leaning.probability)), 10]);
    return FIRM.has(verdictKey(verdict)) && value > 0 ? confidenceLine(value) : "";
  }

  /** @param {import("../types").EvidenceItem} item */
  function stanceOf({ stance, signals }) {
    if (stance !== "neutral" || !signals?.past) return t(STANCES[stance] ?? "stance_neutral");
    return t(signals.past > 0 ? "stance_outdated_supports" : "stance_outdated_refutes");
  }

  /** @param {string} label */
  function verdictSays(label) {
    const key = verdictKey(label);
    if (key.startsWith("probably")) return t("leaning_says");
    return key === "unknown" ? "" : t(`verdict_says_${key}`);
  }

  /** Formats a date with its known precision: day, month or year. @param {string} iso ISO date or "" */
  function date(iso) {
    const time = Date.parse(iso);
    if (Number.isNaN(time)) return "";
    /** @type {Record<number, Intl.DateTimeFormatOptions>} by the length of the date */
    const known = { 4: { year: "numeric" }, 7: { year: "numeric", month: "long" } };
    return ns.i18n.date(time, { ...(known[iso.length] ?? { dateStyle: "medium" }), timeZone: "UTC" });
  }

  /** Returns the date, or a note that the date is unknown. Built-in facts have neither. @param {import("../types").EvidenceItem} item */
  function dateLine(item) {
    return date(item.published) || (item.kind === "seed" ? "" : t("evidence_undated"));
  }

  /** Views of evidence, kept outside the answers so that copies and stored answers do not contain them.
   * @type {WeakMap<import("../types").EvidenceItem, import("../types").EvidenceView>} */
  const views = new WeakMap();

  /** @param {import("../types").EvidenceItem} item @param {import("../types").EvidenceView} view */
  const setView = (item, view) => void views.set(item, view);

  /** Returns the publisher's name if known, otherwise the domain. @param {import("../types").EvidenceItem} item */
  const publisher = (item) => ns.text.clean(views.get(item)?.publisher || item.publisher || item.domain);

  const SUMMARY = ["card_summary", "card_summary_means"];
  /** The message keys of the label and its explanation, by the kind of a text that was not read on the page that it names. @type {Record<string, string[]>} */
  const KINDS = { seed: SUMMARY, record: SUMMARY, review: ["card_rating", "card_rating_means"], handout: ["card_handout", "card_handout_means"] };

  /** Returns the text to show, as a quotation only if the text was read on the page, otherwise with a label for its kind.
   * @param {import("../types").EvidenceItem} item */
  function said(item) {
    const [kind, means] = ((!item.verbatim && KINDS[item.kind]) || []).map((key) => t(key));
    const text = item.kind === "review" ? views.get(item)?.words || item.text : item.quote || item.text;
    return {
      text,
      // Each paragraph is quoted separately, because the page may have other text in between.
      shown: item.verbatim ? text.replaceAll("\n", "”\n“") : text,
      quoted: item.verbatim === true,
      kind: kind ?? "",
      means: means ?? "",
    };
  }

  /** Whether the text equals the page's title, in which case the title is not shown a second time. @param {import("../types").EvidenceItem} item */
  function isHeadline(item) {
    const [quote, title] = [said(item).text, item.title].map((words) => ns.text.claimOf(words ?? "").replace(/[.!]$/, ""));
    return title !== "" && quote === title;
  }

  /** Returns why no verdict may be based on the evidence, or "" if one may, according to the backend's rule (sufficiency, `countable`). A page that
   * was just read counts, although it stays in quarantine until a verdict cites it. @param {import("../types").EvidenceItem} item */
  function leadBecause(item) {
    if (item.kind === "snippet") return t("lead_snippet");
    if (item.lead_only) return t("lead_source");
    return item.quarantined && item.origin === "kb" ? t("lead_stored") : "";
  }

  /** @param {number} ms */
  function seconds(ms) {
    if (ms < 1000) return t("time_ms", Math.round(ms));
    const digits = ms < 10_000 ? 1 : 0;
    return t("time_s", ns.i18n.number(ms / 1000, { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  }

  /** Returns the port of the backend that was called, or the default port. @param {import("../types").Failure} f */
  const portOf = (f) => Number(new URL(ns.settings.backendAddress(f.backend) || ns.settings.DEFAULTS.backend).port || 80);
  /** Returns the command that starts a backend on the user's system. @param {number} port @param {string} [platform] */
  function start(port, platform = globalThis.navigator?.platform ?? "") {
    const script = platform.startsWith("Win") ? "powershell -ExecutionPolicy Bypass -File scripts\\start.ps1" : "scripts/start";
    return port === portOf({ kind: "down" }) ? script : `${script} --port ${port}`;
  }

  /** @param {string} kind @param {string} body @param {string} action */
  const says = (kind, body, action) => ({ title: t(`failure_${kind}_title`), body, action });

  /** Returns the message for a failure that occurred while no claim was being checked, otherwise undefined. @param {import("../types").Failure} f */
  const elsewhere = (f) => (f.elsewhere ? t(`failure_${f.kind}_body_elsewhere`) : undefined);

  /** @type {Record<string, (f: import("../types").Failure) => { title: string, body: string, command?: string, action: string }>} */
  const FAILURES = {
    down: (f) => ({ ...says("down", elsewhere(f) ?? t("failure_down_body"), "none"), command: start(portOf(f)) }),
    foreign: (f) => says("foreign", t("failure_foreign_body", [f.backend || ns.settings.DEFAULTS.backend, start(portOf(f) + 1)]), "options"),
    version: (f) => says("version", versionMismatchBody(f), "retry"),
    overloaded: (f) => says("overloaded", elsewhere(f) ?? busyBody(Math.round(f.retry_after_s ?? 0)), "retry"),
    lost: (f) => says("lost", elsewhere(f) ?? t("failure_lost_body"), "retry"),
    restarted: () => says("restarted", t("failure_restarted_body"), "recheck"),
    refused: (f) => says("refused", f.message || t("failure_refused_body"), "options"),
    token: () => says("token", t("failure_token_body"), "recheck"),
    request: (f) => ({ title: f.message || t("failure_request_title"), body: f.hint || (f.status ? t("failure_request_status", String(f.status)) : ""), action: "recheck" }),
    too_long: (f) => says("too_long", tooLongBody(f.length), "close"),
    nothing_selected: () => says("nothing_selected", t("failure_nothing_selected_body"), "close"),
    pdf: () => says("pdf", t("failure_pdf_body", t("menu_check")), "close"),
    updated: () => says("updated", t("failure_updated_body"), "reload"),
  };

  /** @param {import("../types").Failure} f */
  function versionMismatchBody({ found, wanted }) {
    if (found && wanted) return t("failure_version_body_named", [found, wanted]);
    return wanted ? t("failure_version_body_route") : t("failure_version_body");
  }

  /** @param {number} wait seconds */
  const busyBody = (wait) => (wait > 0 ? ns.i18n.plural("failure_overloaded_body_in", wait) : t("failure_overloaded_body"));

  /** @param {number | undefined} length characters */
  const tooLongBody = (length) =>
    length === undefined ? t("failure_too_long_body") : t("failure_too_long_body_counted", [length, ns.text.MAX_CLAIM]);

  /** @type {Record<string, string>} */
  const RATING_REASON_KEYS = { reader: "rating_why_reader", suffix: "rating_why_suffix", unlisted: "rating_why_unlisted" };

  /** Returns one line with a site's rating and the reason for the rating. @param {import("../types").SourceRating} rating */
  function rating({ tier, credibility, use, rule, because }) {
    const why = [t(RATING_REASON_KEYS[rule] ?? "rating_why_listed"), because].filter(Boolean).join(", ");
    const credibilityText = ns.i18n.number(credibility, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    return t(use === "lead_only" ? "rating_line_lead" : "rating_line", [tier, credibilityText, why]);
  }

  ns.words = {
    setView,
    rating,
    start,
    stage: (stage) => (STAGES.has(stage) ? t(`card_stage_${stage}`) : t("card_checking")),
    firm: (label) => FIRM.has(verdictKey(label)),
    phases: () => PHASES.map((key) => t(key)),
    grade,
    gradeKey: (graded) => verdictKey(grade(graded)),
    graded: (graded) => verdictName(grade(graded)),
    sure,
    confidence,
    confidenceLine,
    date,
    dateLine,
    publisher,
    said,
    isHeadline,
    leadBecause,
    seconds,
    verdictKey,
    verdict: verdictName,
    verdictSays,
    phaseOf: (stage) => PHASE_OF[stage] ?? 0,
    origin: (origin) => t(ORIGINS[origin] ?? "origin_unknown"),
    stance: (stance) => t(STANCES[stance] ?? "stance_neutral"),
    stanceOf,
    dataSource: (source) => (source in SOURCES ? t(SOURCES[source]) : ""),
    issue: ({ code, subject, message }) => (code.startsWith("language_") ? t(`card_${code}`, ns.i18n.languageName(subject)) : message),
    failure: (failure) => (FAILURES[failure.kind] ?? FAILURES.lost)(failure),
  };
})();
