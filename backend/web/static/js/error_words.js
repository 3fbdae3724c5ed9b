// @ts-check
// The words of an error in the reader's language.

import { has, language, t } from "./words.js";

/** An error of the backend or of this page. `translated`: `message` and `hint` are in the reader's language already.
 * @typedef {{code: string, message: string, hint: string, translated?: boolean}} Told */

/** The backend words its errors in English, for programs; readers of another language get the message for the code.
 * `detail` is the original English text, "" if the reader sees that anyway.
 * @param {Told} error @returns {{message: string, hint: string, detail: string}} */
export function errorWords({ code, message, hint, translated = false }) {
  if (translated || language().startsWith("en")) return { message, hint, detail: "" };
  const known = (/** @type {string} */ key, /** @type {string} */ other) => t(has(key) ? key : other);
  return {
    message: known(`page_error_${code}`, "page_error_any"),
    hint: known(`page_hint_${code}`, "page_hint_again"),
    detail: `${message} ${hint}`.trim(),
  };
}
