/** The parts above and below the list of claims: the number of claims, the available actions, and the legend of the marks. */

import { iconButton } from "./cards.js";
import { say } from "./page_said.js";
import { GRADES, tallied, tally } from "./tally.js";

const ns = globalThis.Claimlight;
/** @typedef {import("../scan").ScanRecord} ScanRecord */
/** @typedef {{ tab: chrome.tabs.Tab | null, record: ScanRecord | null, busy: number, top: number }} Shown */
/** @typedef {{ scan: () => void, clear: () => void, top: () => void, stop: () => void }} On */

/** The data from which each part was last drawn. A part is redrawn only after a change, so that the focus is kept. @type {WeakMap<HTMLElement, string>} */
const drawn = new WeakMap();

/** @param {HTMLElement} place @param {unknown} key @param {() => (HTMLElement | null | false)[]} draw */
function redraw(place, key, draw) {
  const now = JSON.stringify(key);
  if (drawn.get(place) === now) return;
  drawn.set(place, now);
  const focused = document.activeElement?.id;
  const within = place.contains(document.activeElement);
  place.replaceChildren(...draw().filter((element) => element instanceof HTMLElement));
  if (!within) return;
  const again = (focused && document.getElementById(focused)) || place.querySelector("button");
  again?.focus();
}

/** @param {HTMLElement} place @param {Shown} shown @param {On} on */
export function pageHead(place, shown, on) {
  const { record, busy, top } = shown;
  const over = (record?.claims ?? []).filter(({ state }) => state === "done" || state === "failed").length;
  say(record, busy, over);
  const key = [record?.phase, record?.page, record?.failure, record?.claims.length, busy, top, over, tallied(record), ns.i18n.language()];
  redraw(place, key, () => {
    if (!record) return [empty(on)];
    if (record.phase === "reading") return [reading(on)];
    if (record.phase === "failed") return [failed(record, on)];
    return record.claims.length === 0 ? [nothing(record, on)] : [summary(shown, over, on), limits(record)];
  });
}

/** @param {On} on */
function empty(on) {
  const { dom, i18n } = ns;
  const { h } = dom;
  return h("div", { class: "blank" },
    h("div", { class: "picture", "aria-hidden": "true" }, h("i"), h("i", { class: "lit" }), h("i"), h("i", { class: "lit short" }), h("i", { class: "short" })),
    h("h2", null, i18n.t("panel_empty")),
    h("p", null, i18n.t("panel_empty_about")),
    h("button", { id: "scan", type: "button", class: "primary", click: on.scan }, i18n.t("scan_start")));
}

/** @param {On} on */
function reading(on) {
  const { dom, i18n } = ns;
  const { h } = dom;
  return h("div", { class: "blank" },
    h("p", { class: "now-line" }, h("span", { class: "pulse" }), i18n.t("panel_reading")),
    h("button", { id: "stop", type: "button", class: "secondary", click: on.clear }, i18n.t("panel_stop_reading")));
}

/** @param {NonNullable<ScanRecord["failure"]>} failure @returns {failure is import("../types").Failure} */
const isBackends = (failure) => failure.kind !== "unreadable" && failure.kind !== "empty";

/** @param {ScanRecord} record @param {On} on */
function failed({ failure }, on) {
  const { dom, i18n, viewFailure } = ns;
  const { h } = dom;
  if (failure && isBackends(failure)) {
    const actions = { recheck: on.scan, retry: on.scan, openOptions: () => void chrome.runtime.openOptionsPage(), copy: (/** @type {string} */ text) => dom.copyText(text, document.body) };
    return h("div", { class: "card", role: "alert" }, viewFailure.panel({ ...failure, elsewhere: true }, actions));
  }
  const kind = failure?.kind === "empty" ? "empty" : "unreadable";
  return h("div", { class: "blank", role: "alert" },
    h("h2", null, i18n.t(`panel_page_${kind}`)),
    h("p", null, i18n.t(`panel_page_${kind}_about`)),
    h("button", { id: "scan", type: "button", class: "secondary", click: on.scan }, i18n.t("panel_again")));
}

/** @param {ScanRecord} record @param {On} on */
function nothing({ sentences }, on) {
  const { dom, i18n } = ns;
  const { h } = dom;
  return h("div", { class: "blank" },
    h("h2", null, i18n.t("panel_nothing")),
    h("p", null, i18n.plural("panel_nothing_about", sentences)),
    h("button", { id: "scan", type: "button", class: "secondary", click: on.scan }, i18n.t("panel_again")));
}

/** @param {Shown} shown @param {number} over @param {On} on */
function summary({ record, busy, top }, over, on) {
  const { dom, i18n } = ns;
  const { h } = dom;
  const { claims, sentences } = /** @type {ScanRecord} */ (record);
  const main = busy > 0
    ? h("button", { id: "stop", type: "button", class: "secondary", click: on.stop }, i18n.t("panel_stop"))
    : top > 0 && h("button", { id: "top", type: "button", class: "primary", click: on.top }, top === 5 ? i18n.t("scan_top_five") : i18n.plural("panel_top", top));
  const progress = over + busy > 0 ? over / (over + busy) : 0;
  // The progress bar always takes up space, because a click would be lost if its button moved between press and release.
  const bar = busy > 0 && h("div", { class: "bar", role: "progressbar", "aria-label": i18n.t("panel_progress"), "aria-valuemin": "0", "aria-valuemax": over + busy, "aria-valuenow": over }, h("span", { class: "fill" }));
  if (bar) /** @type {HTMLElement} */ (bar.firstChild).style.setProperty("--at", `${Math.round(progress * 100)}%`);
  return h("div", { class: "summary" },
    h("div", { class: "summary-line" }, h("h2", null, i18n.plural("panel_count", claims.length)), iconButton("again", i18n.t("panel_again"), on.scan, { id: "again" })),
    h("p", { class: "among" }, busy > 0 ? i18n.t("panel_checked", [over, over + busy]) : i18n.plural("panel_among", sentences)),
    h("div", { class: "bar-place" }, bar),
    h("div", { class: "tally-place" }, tally(tallied(record))),
    h("div", { class: "row-buttons" }, main, h("button", { id: "clear", type: "button", class: "quiet", click: on.clear }, i18n.t("scan_clear"))));
}

/** Lists the limitations of the scan, in the user's language where there is a message. @param {ScanRecord} record */
function limits({ issues, language }) {
  const { dom, i18n } = ns;
  const { h } = dom;
  const said = issues.map(({ code, message }) => {
    if (code === "language_limited") return h("span", null, i18n.t("scan_language_limited", languageName(language)));
    if (code === "page_cut" || code === "page_sampled") return h("span", null, i18n.t(`scan_${code}`));
    return h("span", dom.BACKEND, message);
  });
  return said.length > 0 && h("ul", { class: "limits" }, ...said.map((line) => h("li", null, dom.icon("alert", 14), line)));
}

/** @param {string} tag BCP 47 */
function languageName(tag) {
  try {
    return new Intl.DisplayNames([ns.i18n.language()], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** @param {HTMLElement} place @param {ScanRecord | null} record */
export function pageFoot(place, record) {
  const { dom, i18n, words } = ns;
  const { h } = dom;
  redraw(place, [Boolean(record?.claims.length), i18n.language()], () => [
    Boolean(record?.claims.length) && h("details", { class: "legend" },
      h("summary", null, dom.icon("chevron", 14), i18n.t("panel_legend")),
      h("ul", null,
        h("li", null, h("span", { class: "sample" }, i18n.t("panel_legend_found"))),
        ...Object.entries(GRADES).map(([mark, label]) => h("li", null, h("span", { class: `sample ${mark}` }, words.verdict(label)))))),
  ]);
}
