// @ts-check
// Describes errors in the user's language.

import { has, language, t } from "./words.js";

/** An error of the backend or of this page. `translated` means that `message` and `hint` are already in the user's language.
 * @typedef {{code: string, message: string, hint: string, translated?: boolean}} ErrorText */

/** Returns the texts to show. The backend's errors are in English, so in other languages the message for the error's code replaces them.
 * `detail` is the original English text, or "" if that text is shown anyway.
 * @param {ErrorText} error @returns {{message: string, hint: string, detail: string}} */
export function errorWords({ code, message, hint, translated = false }) {
  if (translated || language().startsWith("en")) return { message, hint, detail: "" };
  const messageFor = (/** @type {string} */ key, /** @type {string} */ other) => t(has(key) ? key : other);
  return {
    message: messageFor(`page_error_${code}`, "page_error_any"),
    hint: messageFor(`page_hint_${code}`, "page_hint_again"),
    detail: `${message} ${hint}`.trim(),
  };
}
