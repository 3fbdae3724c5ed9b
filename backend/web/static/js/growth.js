// @ts-check
// Shows the growth of the knowledge base as a chart and as a table.

import { at, build } from "./dom.js";
import { drawn } from "./chart.js";
import { moment as written, number, t } from "./words.js";

const NARROWEST = 260, HEIGHT = 190, LEFT = 46, RIGHT = 8, TOP = 10, BOTTOM = 26;
const TICKS = 4;

/** Returns the running totals of [{time, added, leads}]. @param {any[]} growth */
export function totals(growth) {
  let total = 0, leads = 0;
  return growth.map((step) => {
    total += step.added;
    leads += step.leads;
    return { ...step, total, held: leads };
  });
}

/** Parses the hour or the day, in UTC, in which passages were counted. @param {string} time */
const moment = (time) => Date.parse(time.length > 10 ? `${time}:00:00Z` : `${time}T00:00:00Z`);
/** @param {string} time */
const words = (time) => written(moment(time), { dateStyle: "medium", timeZone: "UTC", ...(time.length > 10 ? { timeStyle: "long" } : {}) });

/** Returns the smallest round interval such that TICKS intervals reach the value. @param {number} value */
function nice(value) {
  const rough = Math.max(1, value / TICKS);
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * /** @type {number} */ ([1, 2, 5, 10].find((n) => n * power >= rough));
}

/** @type {any[]} */
let shown = [];
/** Draws the chart at the available width, which avoids scaling the chart's text. */
const fit = () => {
  if (shown.length) at("growth-chart").replaceChildren(chart(shown, Math.max(NARROWEST, at("growth-chart").clientWidth)));
};
window.addEventListener("resize", fit);

/** @param {any[]} growth from the API */
export function showGrowth(growth) {
  at("growth").hidden = growth.length === 0;
  const steps = (shown = totals(growth));
  fit();
  at("growth-rows").replaceChildren(...steps.map((step) => build("t-growth", { ...step, time: words(step.time), added: number(step.added), leads: number(step.leads), total: number(step.total) })));
}

/** @param {any[]} steps @param {number} width */
function chart(steps, width) {
  const first = moment(steps[0].time), last = Math.max(Date.now(), moment(/** @type {any} */ (steps.at(-1)).time));
  const tick = nice(/** @type {any} */ (steps.at(-1)).total);
  const top = tick * Math.ceil(/** @type {any} */ (steps.at(-1)).total / tick);
  const x = (/** @type {number} */ time) => LEFT + (width - LEFT - RIGHT) * (last > first ? (time - first) / (last - first) : 0);
  const y = (/** @type {number} */ count) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / top);
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, direction: "ltr", role: "img", "aria-labelledby": "growth-name growth-words" });
  svg.append(drawn("title", { id: "growth-name" }, t("page_growth_name")), drawn("desc", { id: "growth-words" }, said(steps)));
  for (let count = 0; count <= top; count += tick) {
    svg.append(drawn("line", { class: "chart-grid", x1: LEFT, x2: width - RIGHT, y1: y(count), y2: y(count) }));
    svg.append(drawn("text", { x: LEFT - 6, y: y(count) + 4, "text-anchor": "end" }, number(count)));
  }
  svg.append(
    drawn("path", { class: "chart-area", d: area(steps, "total", x, y, last) }),
    drawn("path", { class: "chart-area leads", d: area(steps, "held", x, y, last) }),
    drawn("text", { x: LEFT, y: HEIGHT - 6 }, `\u2068${words(steps[0].time)}\u2069`),
    drawn("text", { x: width - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, t("page_now")),
  );
  return svg;
}

/**
 * Returns an SVG path with steps, because the total does not change between two counts.
 * @param {any[]} steps @param {string} name @param {(time: number) => number} x @param {(count: number) => number} y @param {number} last
 */
function area(steps, name, x, y, last) {
  const corners = [`M ${x(moment(steps[0].time))} ${y(0)}`];
  for (const [place, step] of steps.entries()) {
    const until = place + 1 < steps.length ? moment(steps[place + 1].time) : last;
    corners.push(`V ${y(step[name])} H ${x(until)}`);
  }
  return `${corners.join(" ")} V ${y(0)} Z`;
}

/** @param {any[]} steps */
function said(steps) {
  const end = /** @type {any} */ (steps.at(-1));
  return t("page_growth_about", steps[0].total, words(steps[0].time), end.total, end.held);
}
