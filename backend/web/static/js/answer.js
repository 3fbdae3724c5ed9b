// @ts-check
// Renders the view of an answer (docs/api.md, `view`) like templates/answer.html on the server. A test compares both renderings.

import { draw, drawn } from "./chart.js";

/** @param {string} tag @param {Record<string, string | null>} [attributes] those with a null value are left out @param {(Node | string | null)[]} children */
function h(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** Returns an element with the text, or null if the text is empty. @param {string} words @param {string} tag @param {Record<string, string | null>} [attributes] */
const textElement = (words, tag, attributes) => (words ? h(tag, attributes, words) : null);
/** Returns the element that `make` creates, or null if the list is empty. @param {any[]} items @param {() => Node} make */
const unlessEmpty = (items, make) => (items.length > 0 ? make() : null);
/** @param {string} words */
const summary = (words) => h("summary", {}, words);
/** @param {string} link @param {string} words */
const opens = (link, words) => h("a", { class: "title", dir: "auto", rel: "noopener noreferrer", target: "_blank", href: link || null }, words);

/** @param {number} value number of stars, 0 to 5 */
const stars = (value) => `${"★".repeat(value)}${value % 1 ? "½" : ""}${"☆".repeat(5 - Math.ceil(value))}`;

/** Renders one passage, whose number is 0 during a check. @param {any} e the passage in the view @param {string} whole label of the text around it */
export function passage(e, whole) {
  return h(
    "li",
    { class: "evidence", "data-stance": e.stance, id: e.n ? `e-${e.n}` : null },
    h(
      "p",
      { class: "evidence-top" },
      textElement(e.n ? String(e.n) : "", "span", { class: "number" }),
      h("span", { class: "badge" }, e.side),
      textElement(e.badge, "span", { class: "badge", title: e.badge_means }),
      textElement(e.lead, "span", { class: "badge warn" }),
    ),
    e.quoted ? h("blockquote", { class: "said", dir: "auto" }, e.words.replaceAll("\n", "”\n“")) : h("p", { class: "said", dir: "auto" }, e.words),
    e.context ? h("details", { class: "context" }, summary(whole), h("p", { dir: "auto" }, e.context)) : null,
    h(
      "p",
      { class: "source" },
      opens(e.link, e.title || e.publisher),
      h(
        "span",
        { class: "meta" },
        h("bdi", { class: "host", title: e.host }, e.publisher),
        textElement(e.date, "span", { class: "date" }),
        h("span", {}, e.origin),
        h("span", {}, e.relevance),
        h("span", { class: "stars", role: "img", "aria-label": e.stars_words, title: e.stars_words }, stars(e.stars)),
      ),
    ),
  );
}

/** @param {any} v @param {number[]} numbers @param {Record<string, string | null>} attributes */
const passages = (v, numbers, attributes) => unlessEmpty(numbers, () => h("ol", { class: "cards", ...attributes }, ...numbers.map((n) => passage(v.evidence[n - 1], v.labels.passage))));

/** @param {string} heading @param {(Node | string)[]} lines */
const listing = (heading, lines) => unlessEmpty(lines, () => h("section", { class: "outlook" }, h("h3", {}, heading), h("ul", {}, ...lines.map((line) => h("li", {}, line)))));

/** @param {any} v */
function head(v) {
  const lines = v.claim.map((/** @type {any} */ line) =>
    line.label ? h("p", { class: "checked" }, h("span", {}, line.label), " ", h("q", { dir: "auto" }, line.words)) : h("p", { class: "verdict-claim", dir: "auto" }, line.words));
  const use = drawn("use", { href: `#i-${tone(v)}` });
  const icon = drawn("svg", { class: "icon", "aria-hidden": "true" });
  icon.append(use);
  return h(
    "header",
    { class: "verdict" },
    h("span", { class: "verdict-icon" }, icon),
    h("div", { class: "verdict-head" }, h("h2", { id: "verdict-label", tabindex: "-1" }, v.grade.words), textElement(v.certainty, "p", { class: "odds" }), h("p", { class: "says" }, v.says), ...lines),
  );
}

/** @param {any} v */
const tone = (v) => (v.grade.key === "mixed" ? "unknown" : v.grade.key);

/** @param {any} v @param {any} p */
const part = (v, p) =>
  h(
    "li",
    { class: "part", "data-tone": p.grade.key },
    h("span", { class: "pill" }, p.grade.words),
    h("div", { class: "part-claim" }, h("bdi", {}, p.claim), " ", h("span", { class: "part-sure" }, p.certainty), h("span", { class: "part-why" }, p.says), passages(v, p.best, {})),
  );

/** @param {any} v */
const doubts = (v) =>
  v.figures.length + v.weights.length === 0 ? null : h(
    "details",
    { class: "fold" },
    summary(v.labels.how_sure),
    unlessEmpty(v.figures, () => h("dl", { class: "gauges" }, ...v.figures.map((/** @type {any} */ one) => h("div", { title: one.means || null }, h("dt", {}, one.words), h("dd", {}, one.value_words))))),
    h("div", { class: "charts" }, ...v.weights.map((/** @type {any} */ chart, /** @type {number} */ index) => draw(v, chart, index))),
  );

/** @param {any} v */
const further = (v) =>
  unlessEmpty(v.further, () => h(
    "details",
    { class: "fold" },
    h("summary", {}, v.labels.further, " ", h("span", { class: "count" }, v.further_words)),
    ...v.further.map((/** @type {any} */ side) => passages(v, side.evidence, { "aria-label": side.side })),
  ));

/** @param {any} v */
function decided(v) {
  const cited = v.sources.map((/** @type {any} */ source) => {
    const line = document.createDocumentFragment();
    line.append(opens(source.link, source.title), " · ", h("bdi", {}, source.publisher));
    return line;
  });
  const steps = v.log.map((/** @type {any} */ step) => h(
    "li",
    {},
    h("span", { class: "stage" }, step.stage, textElement(step.part, "span", { class: "step-part", dir: "auto" })),
    h("span", { lang: "en", dir: "ltr" }, step.message),
    h("time", {}, step.time),
  ));
  return h(
    "details",
    { class: "fold" },
    summary(v.labels.decided),
    ...v.facts.map((/** @type {string} */ fact) => h("p", { class: "fine" }, fact)),
    unlessEmpty(cited, () => h("div", { class: "outlooks" }, listing(v.labels.sources, cited))),
    h("details", { class: "log" }, summary(v.labels.log), h("ol", { class: "steps" }, ...steps)),
  );
}

/** Renders the answer as an article. Text is inserted only as text nodes. @param {any} v the view of a result */
export function drawAnswer(v) {
  const limits = v.limits.map((/** @type {any} */ limit) => h("li", { "data-severity": limit.severity }, limit.words));
  return h(
    "article",
    { class: "result", lang: v.language, dir: v.direction, "data-tone": tone(v), "aria-labelledby": "verdict-label" },
    head(v),
    passages(v, v.best, { class: "cards first", "aria-label": v.labels.evidence }),
    unlessEmpty(v.parts, () => h("ol", { class: "parts", "aria-label": v.labels.parts }, ...v.parts.map((/** @type {any} */ one) => part(v, one)))),
    unlessEmpty(limits, () => h("ul", { class: "issues", "aria-label": v.labels.limits }, ...limits)),
    h("div", { class: "outlooks" }, listing(v.labels.missing, v.missing), listing(v.labels.change, v.change)),
    further(v),
    doubts(v),
    decided(v),
  );
}
