// Links that open a page at a passage: text fragments (WICG Scroll To Text Fragment), #:~:text=[prefix-,]start[,end][,-suffix].
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** A quote of more words is named by so many of its first and last ones, so that a footnote in the middle does no harm. */
  const WHOLE = 12;
  const ENDS = 5;
  /** A quote of fewer words may stand on the page more than once: it is looked for with so many of its neighbours first. */
  const UNIQUE = 5;
  const NEIGHBOURS = 3;
  const DIRECTIVE = ":~:";

  /** Commas and ampersands separate the parts of a directive, and a hyphen ends a prefix. @param {string} words */
  const encoded = (words) => encodeURIComponent(words).replace(/[-!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

  /** Where words begin and end, in languages that put no blanks between them too. @param {string} text */
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

  /** The same with the words around it, or "" where there are none. @param {string} quote @param {string} around */
  function inContext(quote, around) {
    const at = around.indexOf(quote);
    if (at < 0) return "";
    const [before, after] = [around.slice(0, at), around.slice(at + quote.length)];
    const [first, last] = [words(before).slice(-NEIGHBOURS)[0], words(after).slice(0, NEIGHBOURS).at(-1)];
    const prefix = first ? `${encoded(before.slice(first.start).trim())}-,` : "";
    const suffix = last ? `,-${encoded(after.slice(0, last.end).trim())}` : "";
    return prefix || suffix ? `${prefix}${named(quote)}${suffix}` : "";
  }

  /** The address of a page, opened at the quote; the address alone without a quote, "" where it may not be followed.
   * @param {string} url @param {string} quote @param {string} [around] the passage that the quote stands in */
  function link(url, quote, around = "") {
    const { text } = ns;
    const href = text.safeLink(url).split(DIRECTIVE)[0];
    const said = text.claimOf(quote);
    if (!href || !said) return href;
    const lone = words(said).length < UNIQUE ? inContext(said, text.claimOf(around)) : "";
    // The browser goes to the first directive that it finds: where the neighbours differ on the page, the quote alone will do.
    const directives = [lone, named(said)].filter(Boolean).map((words) => `text=${words}`);
    return `${href}${href.includes("#") ? "" : "#"}${DIRECTIVE}${directives.join("&")}`;
  }

  ns.passage = { link };
})();
