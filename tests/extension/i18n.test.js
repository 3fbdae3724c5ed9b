// Messages: every message in use exists, no message is unused, and every language has all messages with the same placeholders.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { Claimlight, messagesOf } from "./namespace.js";

const root = new URL("../../chrome_extension/", import.meta.url);
const { i18n } = Claimlight;
const english = messagesOf("en");
const folders = readdirSync(new URL("_locales/", root));
/** Plural forms of a message with a count: https://cldr.unicode.org/index/cldr-spec/plural-rules */
const FORM = /_(zero|one|two|few|many|other)$/;
const stems = new Set(Object.keys(english).filter((key) => key.endsWith("_other")).map((key) => key.replace(FORM, "")));
const isForm = (/** @type {string} */ key) => FORM.test(key) && stems.has(key.replace(FORM, ""));

/** @returns {string[]} paths below the extension's folder */
function sources() {
  return readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => /\.(js|html)$|^manifest\.json$/.test(path) && !path.includes("node_modules"));
}

/** Returns the sources in one folder of the backend. @param {string} folder @returns {string[]} */
function ofTheBackend(folder) {
  const place = new URL(`../backend/${folder}`, root);
  return readdirSync(place, { recursive: true, encoding: "utf8" }).filter((path) => /\.(py|js|html)$/.test(path)).map((path) => readFileSync(new URL(path, place), "utf8"));
}

/** Returns the names of messages in a source, and the patterns of names that the source composes. @param {string} text */
function asked(text) {
  const names = [...text.matchAll(/\b(?:t|plural)\(\s*"(\w+)"/g), ...text.matchAll(/__MSG_(\w+)__/g), ...text.matchAll(/data-i18n="(\w+)"/g)].map((found) => found[1]);
  const attributes = [...text.matchAll(/data-i18n-attr="([^"]+)"/g)].flatMap((found) => found[1].split(/\s+/).map((pair) => pair.split(":")[1]));
  const choices = [...text.matchAll(/\b(?:t|plural)\(([^,()"]+\?[^,()]*)/g)].flatMap((found) => [...found[1].matchAll(/"(\w+)"/g)].map((name) => name[1]));
  const composed = [...text.matchAll(/\b(?:t|plural)\(\s*`(\w+_)\$\{[^}]*\}(\w*)`/g)].map(([, start, end]) => `${start}*${end}`);
  const mentioned = [...text.matchAll(/"(\w+)"/g)].map((found) => found[1]);
  return { names: [...names, ...attributes, ...choices], composed, mentioned };
}

const uses = sources().map((path) => ({ path, ...asked(readFileSync(new URL(path, root), "utf8").replace(/^\s*(\/\/|\/?\*).*$/gm, "")) }));

/** Returns the name of a message with a count, without its plural form. @param {string} key */
const nameOf = (key) => (isForm(key) ? key.replace(FORM, "") : key);
const STAGES = ["intake", "classify", "decompose", "recall", "search", "acquire", "rank", "stance", "sufficiency", "verdict", "learn"];
const SCORES = ["coverage", "agreement", "diversity", "trust", "quality"];
const GRADES = ["true", "false", "partial", "misleading", "unknown", "opinion", "probably_true", "probably_false", "probably_partial"];
const FAILURES = ["down", "foreign", "version", "overloaded", "lost", "restarted", "refused", "token", "too_long", "nothing_selected", "pdf", "updated"];
/** Names that the extension composes at run time, with every text that can replace the star. @type {Record<string, string[]>} */
const COMPOSED = {
  "action_*": ["options", "retry", "recheck", "close", "reload"],
  "card_*": ["language_limited", "language_by_model"],
  "card_mode_*": ["main", "deep"],
  "card_mode_*_means": ["main", "deep"],
  "card_notice_*": ["unplugged", "blocked", "no_engine", "offline", "deadline", "not_saved"],
  "card_score_*": SCORES,
  "card_score_*_means": SCORES,
  "card_stage_*": STAGES,
  "failure_*_body_elsewhere": ["down", "overloaded", "lost"],
  "failure_*_title": FAILURES,
  "options_import_*": ["too_large", "not_json", "not_ours", "newer", "bad_value"],
  "panel_*": ["mode", "trigger", "theme"],
  "panel_date_*": ["any", "today", "week", "month", "year"],
  "panel_page_*": ["unreadable", "empty"],
  "panel_page_*_about": ["unreadable", "empty"],
  "past_*": ["was_true", "was_false", "changed"],
  "scan_*": ["page_cut", "page_sampled"],
  "verdict_*": GRADES,
  "verdict_says_*": ["true", "false", "partial", "misleading", "opinion"],
};
/** Names that the backend's view composes from the extension's names. */
const OF_THE_VIEW = ["card_odds_for", "card_odds_against", "card_confidence_means", "card_truthfulness_means"];

/** @param {string} pattern */
const taken = (pattern) => (COMPOSED[pattern] ?? []).map((value) => pattern.replace("*", value));

test("every word that is asked for exists", () => {
  const missing = uses.flatMap(({ path, names, composed }) =>
    [...names, ...composed.flatMap(taken)].filter((key) => !Object.hasOwn(english, key) && !stems.has(key)).map((key) => `${path}: ${key}`));
  assert.deepEqual(missing, []);
});

test("names that are composed at run time are listed", () => {
  assert.deepEqual([...new Set(uses.flatMap(({ composed }) => composed))].sort(), Object.keys(COMPOSED).sort());
});

test("no word is left over", () => {
  const backend = ["view", "api", "web"].flatMap((folder) => ofTheBackend(`${folder}/`)).map((text) => asked(text));
  const named = new Set([...[...uses, ...backend].flatMap(({ names, mentioned }) => [...names, ...mentioned]), ...Object.keys(COMPOSED).flatMap(taken), ...OF_THE_VIEW]);
  // The texts of views and of the web page belong to the backend, and tests/unit checks that they are used.
  const unused = Object.keys(english).filter((key) => key !== "locale" && !/^(view|page)_/.test(key) && !named.has(nameOf(key)));
  assert.deepEqual(unused, []);
});

test("extension pages contain no hard-coded text", () => {
  const bare = sources().filter((path) => path.endsWith(".html")).flatMap((path) => {
    const page = readFileSync(new URL(path, root), "utf8").replace(/<!--.*?-->/gs, "");
    // A language's own name is marked with that language: <option lang="de">Deutsch</option>.
    const texts = [...page.matchAll(/<(\w+)([^>]*)>([^<]+)/g)].filter((found) => /\p{L}/u.test(found[3]) && !/ lang="/.test(found[2]));
    const spoken = [...page.matchAll(/ (?:aria-label|title|alt|placeholder)="([^"]*\p{L}[^"]*)"/gu)].filter((found) => !/^[a-z.]+$/.test(found[1]));
    return [...texts.map((found) => `${path}: ${found[3].trim()}`), ...spoken.map((found) => `${path}: ${found[1]}`)];
  });
  assert.deepEqual(bare, []);
});

test("the options offer the available languages", () => {
  assert.deepEqual(Object.keys(i18n.LANGUAGES).sort(), folders.sort());
});

/** Returns the placeholders $1 to $9 of a message. @param {string} message */
const places = (message) => [...new Set(message.match(/\$[1-9]/g))].sort().join(" ");
const expected = new Map(Object.entries(english).map(([key, { message }]) => [key, places(message)]));

for (const folder of folders) {
  const own = messagesOf(folder);
  const categories = new Intl.PluralRules(folder.replace("_", "-")).resolvedOptions().pluralCategories;

  test(`${folder} says everything`, () => {
    const plain = Object.keys(english).filter((key) => !isForm(key));
    const wanted = [...plain, ...[...stems].flatMap((stem) => categories.map((form) => `${stem}_${form}`))];
    assert.deepEqual(wanted.filter((key) => !own[key]?.message.trim()), []);
    assert.deepEqual(Object.keys(own).filter((key) => !wanted.includes(key)), []);
  });

  test(`${folder} puts the same values into its words`, () => {
    for (const [key, { message }] of Object.entries(own)) {
      if (isForm(key)) {
        // "one" and "two" may be words; every other form contains the count.
        const count = /_(one|two|zero)$/.test(key) ? /\$1 ?/ : /^$/;
        const all = expected.get(key.replace(FORM, "_other")) ?? "";
        assert.equal(places(message).replace(count, ""), all.replace(count, ""), key);
      } else assert.equal(places(message), expected.get(key), key);
      assert.doesNotMatch(message, /\$\$|\$(?![1-9])|<|\s{2}|^\s|\s$/, key);
    }
  });

  test(`${folder} names its language and fits the store`, () => {
    assert.equal(own.locale.message, folder.replace("_", "-"));
    assert.ok(own.app_description.message.length <= 132, String(own.app_description.message.length));
  });
}

test("no key differs from another in its letters' case only, since the browser does not tell them apart", () => {
  const keys = Object.keys(english);
  assert.equal(new Set(keys.map((key) => key.toLowerCase())).size, keys.length);
  assert.deepEqual(keys.filter((key) => !/^[a-z][a-z0-9_]*$/.test(key)), []);
});

test("values are inserted, and numbers are formatted for the language", (t) => {
  t.after(() => i18n.use(english));
  i18n.use({ locale: { message: "de" }, a: { message: "$2 von $1" }, n_one: { message: "$1 Satz" }, n_other: { message: "$1 Sätze in $2" } });
  assert.equal(i18n.t("a", [12345, "x$1"]), "x$1 von 12.345");
  assert.equal(i18n.plural("n", 1), "1 Satz");
  assert.equal(i18n.plural("n", 2000, ["B"]), "2.000 Sätze in B");
  assert.equal(i18n.dir(), "ltr");
});

test("each language's own forms are used", (t) => {
  t.after(() => i18n.use(english));
  const forms = Object.fromEntries(["zero", "one", "two", "few", "many", "other"].map((form) => [`n_${form}`, { message: form }]));
  i18n.use({ locale: { message: "ar" }, ...forms });
  assert.deepEqual([0, 1, 2, 3, 11, 100].map((count) => i18n.plural("n", count)), ["zero", "one", "two", "few", "many", "other"]);
  assert.equal(i18n.dir(), "rtl");
});

test("an unknown key shows itself instead of nothing", () => {
  assert.equal(i18n.t("no_such_key"), "no_such_key");
});

test("the browser's words are asked for as they are written, and once", (t) => {
  /** @type {string[]} */
  const askedFor = [];
  const getMessage = (/** @type {string} */ key, /** @type {string[]} */ kept) => {
    askedFor.push(key);
    return key === "locale" ? "en" : `${kept[0]} of ${kept[1]}`;
  };
  Object.assign(globalThis, { chrome: { i18n: { getMessage, getUILanguage: () => "en-GB" } } });
  i18n.use(null);
  t.after(() => {
    i18n.use(english);
    Reflect.deleteProperty(globalThis, "chrome");
  });
  assert.equal(i18n.t("some_key", [1, 2]), "1 of 2");
  assert.equal(i18n.t("some_key", [3, 4]), "3 of 4");
  assert.equal(i18n.language(), "en-GB");
  assert.equal(askedFor.filter((key) => key === "some_key").length, 1);
});

test("messages stay available after an update of the extension", (t) => {
  Object.assign(globalThis, { chrome: { i18n: { getMessage: () => { throw new Error("Extension context invalidated."); } } } });
  i18n.use(null);
  t.after(() => {
    i18n.use(english);
    Reflect.deleteProperty(globalThis, "chrome");
  });
  const last = ["failure_updated_title", "failure_updated_body", "action_reload", "action_close", "card_title", "card_move", "card_resize", "card_collapse", "card_expand", "card_pill_failed"];
  for (const key of last) assert.equal(i18n.t(key), english[key].message);
});

test("every language has its file", () => {
  for (const folder of folders) assert.ok(existsSync(new URL(`_locales/${folder}/messages.json`, root)));
});

test("code contains no hard-coded sentences", () => {
  // ClaimReview's texts are for programs. The other duplicates are for pages that were open during an update of the extension.
  const allowed = new Set([...Object.values(english).map(({ message }) => message), "Automatic verdict of a program on a reader's own computer"]);
  const found = sources().filter((path) => path.endsWith(".js")).flatMap((path) => {
    const code = readFileSync(new URL(path, root), "utf8").replace(/^\s*(\/\/|\/?\*).*$/gm, "");
    const sentences = [...code.matchAll(/"([A-Z][a-z]+ (?:[^"\s]+ )*[a-z]+[^"]*)"|`([A-Z][a-z]+ (?:[^`\s]+ )*[a-z]+[^`]*)`/g)].map((match) => match[1] ?? match[2]);
    return sentences.filter((text) => !allowed.has(text)).map((text) => `${path}: ${text}`);
  });
  assert.deepEqual(found, []);
});
