// @ts-check
// The page's text in the user's language: messages that the server has put into the page, and formatted numbers and times.

/** Messages by key. Values replace the placeholders $1 to $9. @type {Record<string, string>} */
let table = JSON.parse(globalThis.document?.getElementById("words")?.textContent ?? "{}");

/** Sets the messages when there is no page, for example in tests. @param {Record<string, string>} messages */
export function use(messages) {
  table = messages;
}

/** @param {string} key */
export const has = (key) => Object.hasOwn(table, key);

/** Returns the BCP 47 tag of the messages' language, with the browser's region if the browser uses that language. */
export function language() {
  const own = table.locale ?? "en";
  const browser = globalThis.document ? navigator.language : own;
  return browser.split("-")[0] === own.split("-")[0] ? browser : own;
}

const RTL_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LTR_LETTER = /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Encloses a value in bidi isolates if the value could reorder the surrounding text. @param {string} value */
function isolated(value) {
  const turned = (table.locale === "ar" ? LTR_LETTER : RTL_LETTER).test(value);
  return turned && !value.startsWith("\u2068") ? `\u2068${value}\u2069` : value;
}

/** Returns the message with its values inserted. An unknown key is returned unchanged. @param {string} key @param {(string | number)[]} values */
export function t(key, ...values) {
  const said = values.map((value) => (typeof value === "number" ? number(value) : isolated(value)));
  return (table[key] ?? key).replace(/\$([1-9])/g, (_whole, place) => said[Number(place) - 1] ?? "");
}

/** Returns the plural form for `count`, which replaces $1. @param {string} key @param {number} count @param {(string | number)[]} values the values of $2 and later */
export function plural(key, count, ...values) {
  const form = `${key}_${new Intl.PluralRules(language()).select(count)}`;
  return t(has(form) ? form : `${key}_other`, count, ...values);
}

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export const number = (value, options) => new Intl.NumberFormat(language(), options).format(value);

/** Formats a percentage, rounded half up. @param {number} value 0..100 */
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

/** Formats a duration, for example "3 hours". @param {number} seconds */
export function span(seconds) {
  const [count, unit] = measured(seconds);
  return number(count, { style: "unit", unit, unitDisplay: "long" });
}

/** Formats a time in the past, for example "3 hours ago". @param {number} seconds */
export function ago(seconds) {
  const [count, unit] = measured(Math.max(0, seconds));
  return new Intl.RelativeTimeFormat(language()).format(-count, unit);
}

/** Formats a time in the future, for example "in 3 hours". @param {number} seconds */
export function ahead(seconds) {
  const [count, unit] = measured(Math.max(0, seconds));
  return new Intl.RelativeTimeFormat(language()).format(count, unit);
}
