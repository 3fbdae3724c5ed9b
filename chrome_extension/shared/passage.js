// Creates links that open a page at a passage, using text fragments (WICG Scroll To Text Fragment):
// #:~:text=[prefix-,]start[,end][,-suffix].
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** Maximum number of words in a quote that is encoded in full. Of a longer quote, only the first and last `ENDS` words are encoded,
   * so that the link also works if the page has a footnote in the middle. */
  const WHOLE = 12;
  const ENDS = 5;
  /** A quote with fewer than `UNIQUE` words may occur more than once on the page, so the browser first searches for it with `NEIGHBOURS` words on
   * either side. */
  const UNIQUE = 5;
  const NEIGHBOURS = 3;
  const DIRECTIVE = ":~:";

  /** Encodes text for a directive, in which commas, ampersands and hyphens have a special meaning. @param {string} words */
  const encoded = (words) => encodeURIComponent(words).replace(/[-!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

  /** Returns the positions of the words, including in languages written without spaces. @param {string} text */
  function words(text) {
    const found = [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)].filter((piece) => piece.isWordLike);
    return found.map(({ index, segment }) => ({ start: index, end: index + segment.length }));
  }

  /** @param {string} quote */
  function named(quote) {
    const found = words(quote);
    if (found.length <= WHOLE) return encoded(quote);
    return `${encoded(quote.slice(0, found[ENDS - 1].end))},${encoded(quote.slice(found[found.length - ENDS].start))}`;
  }

  /** Returns the encoded quote with its neighbouring words, or "" if there are no such words. @param {string} quote @param {string} around */
  function inContext(quote, around) {
    const at = around.indexOf(quote);
    if (at < 0) return "";
    const [before, after] = [around.slice(0, at), around.slice(at + quote.length)];
    const [first, last] = [words(before).slice(-NEIGHBOURS)[0], words(after).slice(0, NEIGHBOURS).at(-1)];
    const prefix = first ? `${encoded(before.slice(first.start).trim())}-,` : "";
    const suffix = last ? `,-${encoded(after.slice(0, last.end).trim())}` : "";
    return prefix || suffix ? `${prefix}${named(quote)}${suffix}` : "";
  }

  /** Returns the URL that opens a page at the quote, the plain URL if there is no quote, or "" if the URL is not allowed.
   * @param {string} url @param {string} quote @param {string} [around] the passage that contains the quote */
  function link(url, quote, around = "") {
    const { text } = ns;
    const href = text.safeLink(url).split(DIRECTIVE)[0];
    const said = text.claimOf(quote);
    if (!href || !said) return href;
    const lone = words(said).length < UNIQUE ? inContext(said, text.claimOf(around)) : "";
    // The browser uses the first directive that matches: the quote alone if the neighbouring words differ on the page.
    const directives = [lone, named(said)].filter(Boolean).map((words) => `text=${words}`);
    return `${href}${href.includes("#") ? "" : "#"}${DIRECTIVE}${directives.join("&")}`;
  }

  ns.passage = { link };
})();
