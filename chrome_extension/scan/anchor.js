// Finds a quote in a text that may have changed: first verbatim, then ignoring white space, quotation marks and case, then
// allowing a few changed words. Pure functions over strings. All work is bounded, because the page and the quote are untrusted.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const AROUND = 64;
  /** Maximum share of the quote's words that may differ. */
  const MOST_CHANGED = 0.25;
  const FEWEST_WORDS = 5;
  const MOST_WORDS = 400;
  const MOST_SEEDS = 12;
  const MOST_PLACES = 16;
  const SEED_WORDS = 3;
  /** @typedef {import("../scan").Quote} Quote */

  /** @param {string} text @param {number} start @param {number} end @returns {Quote} */
  function quoteOf(text, start, end) {
    return { exact: text.slice(start, end), prefix: text.slice(Math.max(0, start - AROUND), start), suffix: text.slice(end, end + AROUND) };
  }

  /** Builds a quote from a history entry: the claim and its context. @param {string} surrounding @param {string} claim @returns {Quote} */
  function quoteFrom(surrounding, claim) {
    const at = surrounding.indexOf(claim);
    return at < 0 ? { exact: claim, prefix: "", suffix: "" } : quoteOf(surrounding, at, at + claim.length);
  }

  /** @type {[RegExp, string][]} */
  const FOLDED_CHARACTERS = [[/[‘’‚′`´]/g, "'"], [/[“”„«»″]/g, '"'], [/[‐-―−]/g, "-"], [/[\u00ad\u200b-\u200f\u2060\ufeff]/g, ""]];

  /** Returns a character in normalised form, or "" for an invisible character. @param {string} letter */
  function folded(letter) {
    return FOLDED_CHARACTERS.reduce((now, [pattern, plain]) => now.replace(pattern, plain), letter.normalize("NFKC")).toLowerCase();
  }

  /** Returns the normalised text and, for each of its characters, the offset in the original text. @param {string} text */
  function normalised(text) {
    /** @type {string[]} */
    const letters = [];
    /** @type {number[]} */
    const places = [];
    let at = 0;
    for (const letter of text) {
      const plain = /[\x21-\x7e]/.test(letter) ? letter.toLowerCase() : /\s/u.test(letter) ? " " : folded(letter);
      if (plain && (plain !== " " || (letters.at(-1) ?? " ") !== " ")) {
        letters.push(plain);
        for (let unit = 0; unit < plain.length; unit += 1) places.push(at);
      }
      at += letter.length;
    }
    places.push(at);
    return { out: letters.join(""), places };
  }

  /** Returns the number of matching context characters, counted from the quote outwards. @param {string} text @param {number} start
   * @param {number} end @param {Quote} quote */
  function likeness(text, start, end, { prefix, suffix }) {
    let before = 0;
    while (before < prefix.length && text[start - 1 - before] === prefix.at(-1 - before)) before += 1;
    let after = 0;
    while (after < suffix.length && text[end + after] === suffix[after]) after += 1;
    return before + after;
  }

  /** Returns the occurrence whose context matches best, or the first one in a tie. @param {string} text @param {Quote} quote */
  function literal(text, quote) {
    let best = null;
    let most = -1;
    for (let at = text.indexOf(quote.exact), seen = 0; at >= 0 && seen < 1000; at = text.indexOf(quote.exact, at + 1), seen += 1) {
      const alike = likeness(text, at, at + quote.exact.length, quote);
      if (alike > most) [best, most] = [at, alike];
    }
    return best === null ? null : { start: best, end: best + quote.exact.length };
  }

  /** @param {string} text */
  const wordsOf = (text) => [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({ word: match[0], start: match.index, end: match.index + match[0].length }));

  /** Finds the run of words that is closest to the words of the quote (Sellers' approximate search over words).
   * @param {string[]} quoteWords @param {string[]} textWords @returns {{ changed: number, first: number, last: number }} */
  function nearest(quoteWords, textWords) {
    const width = textWords.length + 1;
    let changed = new Uint16Array(width);
    let first = Uint16Array.from({ length: width }, (_none, at) => at);
    quoteWords.forEach((word, index) => {
      const nextChanged = new Uint16Array(width).fill(index + 1);
      const nextFirst = new Uint16Array(width);
      for (let at = 1; at < width; at += 1) {
        const kept = changed[at - 1] + (textWords[at - 1] === word ? 0 : 1);
        const dropped = changed[at] + 1;
        const added = nextChanged[at - 1] + 1;
        nextChanged[at] = Math.min(kept, dropped, added);
        nextFirst[at] = kept <= dropped && kept <= added ? first[at - 1] : dropped <= added ? first[at] : nextFirst[at - 1];
      }
      [changed, first] = [nextChanged, nextFirst];
    });
    // In a tie, the longer run is used, because it includes a changed last word of the sentence.
    const last = changed.reduce((best, now, at) => (now <= changed[best] ? at : best), 0);
    return { changed: changed[last], first: first[last], last };
  }

  /** Returns the offsets at which the quote may begin in the text, found by searching for short runs of its words. @param {string} text
   * @param {{ word: string, start: number, end: number }[]} words @param {number} length @param {string} quote */
  function places(text, words, length, quote) {
    const step = Math.max(1, Math.floor((words.length - SEED_WORDS) / MOST_SEEDS));
    /** @type {number[]} */
    const found = [];
    for (let at = 0; at + SEED_WORDS <= words.length && found.length < MOST_PLACES; at += step) {
      const seed = quote.slice(words[at].start, words[at + SEED_WORDS - 1].end);
      for (let hit = text.indexOf(seed), seen = 0; hit >= 0 && seen < 3; hit = text.indexOf(seed, hit + 1), seen += 1) {
        const start = Math.max(0, Math.floor(hit - words[at].start - length / 4));
        if (!found.some((other) => Math.abs(other - start) < length / 8)) found.push(start);
      }
    }
    return found.slice(0, MOST_PLACES);
  }

  /** @param {string} text @param {string} quote both normalised */
  function fuzzy(text, quote) {
    const words = wordsOf(quote);
    if (words.length < FEWEST_WORDS || words.length > MOST_WORDS) return null;
    let best = null;
    let fewest = Math.floor(words.length * MOST_CHANGED) + 1;
    for (const start of places(text, words, quote.length, quote)) {
      const textWords = wordsOf(text.slice(start, start + quote.length * 1.5));
      if (textWords.length === 0) continue;
      const { changed, first, last } = nearest(words.map(({ word }) => word), textWords.map(({ word }) => word));
      if (changed < fewest && last > first) {
        fewest = changed;
        best = { start: start + textWords[first].start, end: start + textWords[last - 1].end };
      }
    }
    return best;
  }

  /** @param {string} text @param {Quote} quote
   * @returns {{ start: number, end: number, how: "exact" | "normalised" | "fuzzy" } | null} offsets in `text` */
  function find(text, quote) {
    if (!quote.exact.trim()) return null;
    const exactMatch = literal(text, quote);
    if (exactMatch) return { ...exactMatch, how: "exact" };
    const { out, places: originals } = normalised(text);
    const plain = { exact: normalised(quote.exact).out.trim(), prefix: normalised(quote.prefix).out, suffix: normalised(quote.suffix).out };
    if (!plain.exact) return null;
    const back = (/** @type {{ start: number, end: number }} */ { start, end }) => ({ start: originals[start], end: originals[end - 1] + 1 });
    const normalisedMatch = literal(out, plain);
    if (normalisedMatch) return { ...back(normalisedMatch), how: "normalised" };
    const fuzzyMatch = fuzzy(out, plain.exact);
    return fuzzyMatch && { ...back(fuzzyMatch), how: "fuzzy" };
  }

  ns.anchor = { quoteOf, quoteFrom, find };
})();
