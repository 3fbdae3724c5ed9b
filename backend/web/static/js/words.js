// @ts-check
// The page's text in the reader's language: messages that the server put into the page, and numbers and times as the language writes them.

/** Messages by key; values are inserted at the places $1 to $9. @type {Record<string, string>} */
let table = JSON.parse(globalThis.document?.getElementById("words")?.textContent ?? "{}");

/** Uses this table when there is no page. @param {Record<string, string>} messages */
export function use(messages) {
  table = messages;
}

/** @param {string} key */
export const has = (key) => Object.hasOwn(table, key);

/** BCP 47 tag of the messages, with the browser's region where it is the same language. */
export function language() {
  const own = table.locale ?? "en";
  const browser = globalThis.document ? navigator.language : own;
  return browser.split("-")[0] === own.split("-")[0] ? browser : own;
}

const RTL_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LTR_LETTER = /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Enclosed in isolates where it could change the order of the words around it. @param {string} value */
function isolated(value) {
  const turned = (table.locale === "ar" ? LTR_LETTER : RTL_LETTER).test(value);
  return turned && !value.startsWith("\u2068") ? `\u2068${value}\u2069` : value;
}

/** The message with its values; an unknown key shows itself. @param {string} key @param {(string | number)[]} values */
export function t(key, ...values) {
  const said = values.map((value) => (typeof value === "number" ? number(value) : isolated(value)));
  return (table[key] ?? key).replace(/\$([1-9])/g, (_whole, place) => said[Number(place) - 1] ?? "");
}

/** The form for `count`, which fills $1. @param {string} key @param {number} count @param {(string | number)[]} values from $2 on */
export function plural(key, count, ...values) {
  const form = `${key}_${new Intl.PluralRules(language()).select(count)}`;
  return t(has(form) ? form : `${key}_other`, count, ...values);
}

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export const number = (value, options) => new Intl.NumberFormat(language(), options).format(value);

/** A percentage 0..100, rounded half up. @param {number} value */
export const percent = (value) => number(Math.floor(value + 0.5) / 100, { style: "percent" });

/** @param {number} ms */
export const seconds = (ms) => t("time_s", number(Math.floor(ms / 100 + 0.5) / 10, { minimumFractionDigits: 1 }));

/** @param {number | string | Date} time @param {Intl.DateTimeFormatOptions} [options] */
export const moment = (time, options = { dateStyle: "medium", timeStyle: "short" }) => new Intl.DateTimeFormat(language(), options).format(new Date(time));

/** @type {[number, Intl.RelativeTimeFormatUnit][]} */
const UNITS = [[86_400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];

/** @param {number} seconds @returns {[number, Intl.RelativeTimeFormatUnit]} */
function measured(seconds) {
  const [size, unit] = UNITS.find(([least]) => seconds >= least) ?? [1, "second"];
  return [Math.max(1, Math.round(seconds / size)), unit];
}

/** Such as "3 hours". @param {number} seconds */
export function span(seconds) {
  const [count, unit] = measured(seconds);
  return number(count, { style: "unit", unit, unitDisplay: "long" });
}

/** Such as "3 hours ago". @param {number} seconds */
export function ago(seconds) {
  const [count, unit] = measured(Math.max(0, seconds));
  return new Intl.RelativeTimeFormat(language()).format(-count, unit);
}

/** Such as "in 3 hours". @param {number} seconds */
export function ahead(seconds) {
  const [count, unit] = measured(Math.max(0, seconds));
  return new Intl.RelativeTimeFormat(language()).format(count, unit);
}
