// Every sentence and label that is not drawn by a single place.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @type {Record<string, [string, string]>} key for colours and icon, and what the label means */
  const VERDICTS = {
    True: ["true", "The evidence supports it."],
    False: ["false", "The evidence contradicts it."],
    "Partially True": ["partial", "Partly right, or disputed."],
    Misleading: ["misleading", "It gives a wrong impression."],
    "Not Enough Evidence": ["unknown", ""],
    "Not Verifiable": ["opinion", "Evidence cannot settle it."],
  };
  const PHASES = ["Read", "Recall", "Search", "Weigh", "Decide"];
  /** @type {Record<string, number>} */
  const PHASE_OF = {
    intake: 0, classify: 0, decompose: 0, recall: 1, search: 2, acquire: 2, rank: 3, stance: 3, verdict: 4, learn: 4,
  };
  /** @type {Record<string, string>} */
  const ORIGINS = { kb: "Knowledge base", web: "Web", fact_check: "Fact-checker" };
  /** @type {Record<string, string>} */
  const STANCES = { supports: "For", refutes: "Against", neutral: "Background" };
  /** @type {Record<string, string>} */
  const SOURCES = {
    knowledge_base: "Answered from the knowledge base",
    web: "Answered from the web",
    knowledge_base_and_web: "Answered from the knowledge base and the web",
    none: "No source was used",
  };

  /** @param {number} value 0..1 */
  function confidence(value) {
    if (value >= 0.9) return "very likely";
    if (value >= 0.75) return "likely";
    if (value >= 0.6) return "somewhat likely";
    return "uncertain";
  }

  /** @param {number} value 0..1 */
  function confidenceLine(value) {
    return `${confidence(value)}, ${Math.round(value * 100)}%`;
  }

  /** @param {string} iso ISO date or "" */
  function date(iso) {
    const time = Date.parse(iso);
    if (Number.isNaN(time)) return "";
    return new Date(time).toLocaleDateString(undefined, { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" });
  }

  /** A seed is a standing fact and has no date. @param {import("../types").EvidenceItem} item */
  function dateLine(item) {
    return date(item.published) || (item.kind === "seed" ? "" : "undated");
  }

  /** Published ratings and records are sentences put together from data: their pages do not say it in these words.
   * @param {import("../types").EvidenceItem} item */
  function said(item) {
    if (item.kind === "record") return { text: item.quote || item.text, quoted: false };
    return item.kind === "review" ? { text: item.text, quoted: false } : { text: item.quote || item.text, quoted: true };
  }

  /** Why no verdict may rest on it, or "": the backend's rule (sufficiency, `countable`). A page read just now does count,
   * though it stays in quarantine until a verdict cites it. @param {import("../types").EvidenceItem} item */
  function leadBecause(item) {
    if (item.kind === "snippet") return "found, not read in full";
    if (item.lead_only) return "this source never decides a verdict";
    return item.quarantined && item.origin === "kb" ? "stored, not confirmed yet" : "";
  }

  /** @param {number} ms */
  function seconds(ms) {
    if (ms < 1000) return `${Math.round(ms)} ms`;
    return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`;
  }

  /** @param {number | undefined} wait seconds */
  const soon = (wait) => (wait && wait > 1 ? `Trying again in ${Math.round(wait)} seconds.` : "Trying again.");

  /** Port of the backend that was asked, as in the options. @param {import("../types").Failure} f */
  const portOf = (f) => Number(new URL(ns.settings.backendAddress(f.backend) || ns.settings.DEFAULTS.backend).port || 80);
  /** What starts a backend on a port. @param {number} port */
  const start = (port) => (port === portOf({ kind: "down" }) ? "scripts/start" : `scripts/start --port ${port}`);

  /** @type {Record<string, (f: import("../types").Failure) => { title: string, body: string, command?: string, action: string }>} */
  const FAILURES = {
    down: (f) => ({
      title: "Claimlight is not running",
      body: "Start it in the folder where you installed it. This goes on by itself as soon as it is up.",
      command: start(portOf(f)),
      action: "retry",
    }),
    foreign: (f) => ({
      title: "Another program is using Claimlight's port",
      body: `Something else answers at ${f.backend || "the backend's address"}. Start Claimlight on another port and enter that address in the options.`,
      command: start(portOf(f) + 1),
      action: "options",
    }),
    version: (f) => ({
      title: "Extension and Claimlight do not fit together",
      body: `${f.message || "Their versions differ."} Update the older one, then try again.`,
      action: "retry",
    }),
    overloaded: (f) => ({
      title: "Claimlight is busy",
      body: `Many claims are being checked at this moment. ${soon(f.retry_after_s)}`,
      action: "retry",
    }),
    lost: () => ({
      title: "The connection to Claimlight broke",
      body: "Your claim is kept. Trying to pick up where it stopped.",
      action: "retry",
    }),
    restarted: () => ({
      title: "Claimlight was restarted more than once",
      body: "The check could not be finished. Check the claim again when it is steady.",
      action: "recheck",
    }),
    refused: (f) => ({
      title: "Claimlight refused the request",
      body: f.message || "It expects another access token. Enter it in the options.",
      action: "options",
    }),
    request: (f) => ({ title: f.message || "This could not be checked", body: f.hint || "", action: "recheck" }),
    too_long: (f) => ({
      title: "That is too long to check at once",
      body: `${f.message ?? ""} Select one to three sentences that state something.`.trim(),
      action: "none",
    }),
    nothing_selected: () => ({
      title: "Nothing is selected",
      body: "Select a sentence on the page first, then use the shortcut again.",
      action: "none",
    }),
    updated: () => ({ title: "Claimlight was updated", body: "Reload this page to use the new version.", action: "none" }),
  };

  /** @type {Record<string, string>} */
  const RULES = { reader: "your rating", suffix: "by its ending", unlisted: "nothing is known of it" };

  /** One line on how far a site is trusted, and why. @param {import("../types").SourceRating} rating */
  function rating({ tier, credibility, use, rule, because }) {
    const why = [RULES[rule] ?? "listed", because].filter(Boolean).join(", ");
    return `${tier}, ${credibility.toFixed(2)}${use === "lead_only" ? ", a lead only" : ""} (${why})`;
  }

  ns.words = {
    rating,
    PHASES,
    confidence,
    confidenceLine,
    date,
    dateLine,
    said,
    leadBecause,
    seconds,
    verdictKey: (label) => VERDICTS[label]?.[0] ?? "unknown",
    verdictSays: (label) => VERDICTS[label]?.[1] ?? "",
    phaseOf: (stage) => PHASE_OF[stage] ?? 0,
    origin: (origin) => ORIGINS[origin] ?? "Source",
    stance: (stance) => STANCES[stance] ?? "Background",
    dataSource: (source) => SOURCES[source] ?? "",
    failure: (failure) => (FAILURES[failure.kind] ?? FAILURES.lost)(failure),
  };
})();
