// Cleans text from pages and from the backend, which is untrusted. All text and links that are shown pass through these functions.
"use strict";
(() => {
  const ns = (globalThis.Claimlight ??= /** @type {import("../types").ClaimlightNamespace} */ ({}));

  const MIN_CLAIM = 3;
  const MAX_CLAIM = 2000;
  const SURROUNDING = 300;
  // C0/C1 controls, bidi controls, zero-width and other invisible characters, tags, and lone surrogates (S10, S15).
  const INVISIBLE =
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;
  // Joiners are needed to spell Persian, Hindi and other languages, and in family emoji. Elsewhere, they only hide text.
  const JOINED = "Arab Syrc Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mong".split(" ").map((script) => `\\p{scx=${script}}`).join("");
  const JOINERS = new RegExp(
    `[\\u200c\\u200d](?<!(?=[${JOINED}])[\\p{L}\\p{M}].)` + /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]\u200d(?=\p{Extended_Pictographic}))/u.source, "gu");

  /** @param {unknown} value @returns {string} visible text only, never null */
  function clean(value) {
    return typeof value === "string" ? value.replace(INVISIBLE, "").replace(JOINERS, "") : "";
  }

  /** Returns the beginning of a text. A surrogate pair at the cut-off is dropped as a whole. @param {unknown} value @param {number} limit UTF-16 code units */
  function short(value, limit) {
    return typeof value === "string" ? clean(value.slice(0, limit)) : "";
  }

  /** Returns the selected text as one line, normalised as in the backend. @param {string} selected */
  function claimOf(selected) {
    return clean(selected.normalize("NFKC").replace(/[\u2028\u2029]/g, " ")).replace(/\s+/gu, " ").trim();
  }

  /** @param {string} url @returns {URL | null} */
  function parseLink(url) {
    try {
      const parsed = new URL(url);
      return (parsed.protocol === "https:" || parsed.protocol === "http:") && !parsed.username && !parsed.password ? parsed : null;
    } catch {
      return null;
    }
  }

  /** Returns the URL if it is http or https and has no user name or password; otherwise returns "". @param {string} url */
  function safeLink(url) {
    return parseLink(url)?.href ?? "";
  }

  /** @param {string} url */
  function hostOf(url) {
    return parseLink(url)?.hostname.replace(/^www\./, "") ?? "";
  }

  /** Returns the claim with its context, at most 300 characters on each side. @param {string} block @param {string} claim */
  function surrounding(block, claim) {
    const text = claimOf(block);
    const at = text.indexOf(claim);
    if (at < 0) return short(text, 2 * SURROUNDING);
    return clean(text.slice(Math.max(0, at - SURROUNDING), at + claim.length + SURROUNDING));
  }

  ns.text = { MIN_CLAIM, MAX_CLAIM, clean, short, claimOf, safeLink, hostOf, surrounding };
})();
