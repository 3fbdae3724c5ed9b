// Provides the messages in _locales. The browser chooses the language unless the user has chosen one in the options.
"use strict";
(() => {
  const ns = (globalThis.Claimlight ??= /** @type {import("../types").ClaimlightNamespace} */ ({}));

  /** The folders of _locales, each with its language's own name. @type {Record<string, string>} */
  const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", hi: "हिन्दी", zh_CN: "简体中文", ar: "العربية" };
  const RTL = new Set(["ar"]);
  /** Placeholders passed to the browser as values, which make the browser return the message unchanged. */
  const PLACEHOLDERS = Array.from({ length: 9 }, (_, index) => `$${index + 1}`);
  /** English messages for pages that were open during an update of the extension, where the other messages may be unavailable. @type {Record<string, string>} */
  const ORPHANED = {
    failure_updated_title: "Claimlight was updated",
    failure_updated_body: "Reload this page to use the new version.",
    action_reload: "Reload the page",
    action_close: "Close",
    card_title: "Claimlight: claim check",
    card_move: "Move: use the arrow keys",
    card_resize: "Resize: use the arrow keys",
    card_collapse: "Make small",
    card_expand: "Show the whole answer",
    card_pill_failed: "Not checked",
  };

  /** @type {import("../types").Messages | null} */
  let chosen = null;
  let spoken = "auto";
  /** @type {Map<string, string>} */
  const known = new Map();

  /** @template T @param {() => T} ask */
  function attempt(ask) {
    try {
      return ask();
    } catch {
      return undefined;
    }
  }

  /** Returns the raw message, or "". @param {string} key */
  function raw(key) {
    if (chosen) return chosen[key]?.message ?? "";
    if (!known.has(key)) {
      const text = attempt(() => chrome.i18n.getMessage(key, PLACEHOLDERS));
      if (text === undefined) return ORPHANED[key] ?? "";
      known.set(key, text);
    }
    return known.get(key) ?? "";
  }

  /** Returns the message with $1 to $9 replaced. Numbers are formatted for the language. An unknown key is returned unchanged.
   * @param {string} key @param {import("../types").Subs} [subs] */
  function t(key, subs = []) {
    const values = Array.isArray(subs) ? subs : [subs];
    const said = (/** @type {string | number | undefined} */ value) => (typeof value === "number" ? number(value) : (value ?? ""));
    return (raw(key) || key).replace(/\$([1-9])/g, (_whole, place) => said(values[Number(place) - 1]));
  }

  /** Returns the plural form for a count (key_one, key_few, key_other …), in which $1 is the count.
   * @param {string} key @param {number} count @param {(string | number)[]} [subs] the values of $2 and later */
  function plural(key, count, subs = []) {
    const form = `${key}_${new Intl.PluralRules(language()).select(count)}`;
    return t(raw(form) ? form : `${key}_other`, [count, ...subs]);
  }

  /** Returns the BCP 47 tag of the messages' language, with the browser's region if the browser uses that language. */
  function language() {
    const words = raw("locale") || "en";
    if (chosen) return words;
    const browser = attempt(() => chrome.i18n.getUILanguage()) ?? words;
    return browser.split("-")[0] === words.split("-")[0] ? browser : words;
  }

  const dir = () => (RTL.has(language().split("-")[0]) ? "rtl" : "ltr");

  /** @param {number} value @param {Intl.NumberFormatOptions} [options] */
  const number = (value, options) => new Intl.NumberFormat(language(), options).format(value);

  /** @param {string} tag BCP 47 */
  const languageName = (tag) => attempt(() => new Intl.DisplayNames(language(), { type: "language" }).of(tag)) ?? tag;

  /** @param {number | Date} time @param {Intl.DateTimeFormatOptions} [options] */
  const date = (time, options = { dateStyle: "medium" }) => new Intl.DateTimeFormat(language(), options).format(time);

  /** Uses the given messages instead of the browser's. Null restores the browser's messages. @param {import("../types").Messages | null} messages */
  function use(messages) {
    chosen = messages;
  }

  /** Switches to the chosen language. Our own pages load the language's file; content scripts request it from the worker.
   * @param {string} choice a folder of _locales, or "auto" */
  async function choose(choice) {
    const wanted = Object.hasOwn(LANGUAGES, choice) ? choice : "auto";
    if (wanted === spoken) return;
    const ours = location.protocol === "chrome-extension:";
    use((ours ? await table(wanted) : await chrome.runtime.sendMessage({ type: "messages", language: wanted })) || null);
    spoken = wanted;
  }

  /** Returns the messages in one language, or null if there are none. @param {string} choice
   * @returns {Promise<import("../types").Messages | null>} */
  async function table(choice) {
    if (!Object.hasOwn(LANGUAGES, choice)) return null;
    return (await fetch(chrome.runtime.getURL(`_locales/${choice}/messages.json`))).json();
  }

  /** Translates one of our pages: data-i18n="key" sets the text, data-i18n-attr="name:key name:key" the attributes.
   * @param {Document} page */
  function localise(page) {
    page.documentElement.lang = language();
    page.documentElement.dir = dir();
    for (const element of page.querySelectorAll("[data-i18n]")) element.textContent = t(element.getAttribute("data-i18n") ?? "");
    for (const element of page.querySelectorAll("[data-i18n-attr]")) {
      for (const pair of (element.getAttribute("data-i18n-attr") ?? "").split(/\s+/)) {
        const [name, key] = pair.split(":");
        element.setAttribute(name, t(key));
      }
    }
  }

  ns.i18n = { LANGUAGES, t, plural, language, dir, number, date, languageName, use, choose, table, localise };
})();
