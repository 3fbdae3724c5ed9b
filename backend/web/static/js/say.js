// @ts-check
// Shows messages to the user: an error with one helpful action, a short confirmation, or a question before an irreversible action.

import { Refused } from "./api.js";
import { at, detail } from "./dom.js";
import { errorWords } from "./error_words.js";
import { clean } from "./trace.js";
import { t } from "./words.js";

const TOLD_MS = 6000;
/** @type {(() => void) | null} */
let helpAction = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;

/** @param {string} message @param {string} [hint] @param {{label: string, act: () => void}} [help] */
export function complain(message, hint = "", help) {
  // Setting the same text again would make screen readers repeat the message.
  if (at("error-message").textContent !== clean(message)) at("error-message").textContent = clean(message);
  if (at("error-hint").textContent !== clean(hint)) at("error-hint").textContent = clean(hint);
  detail("error-detail", "");
  at("error-act").textContent = help?.label ?? "";
  at("error-act").hidden = !help;
  helpAction = help?.act ?? null;
  at("error").hidden = false;
}

export function hush() {
  at("error").hidden = true;
  helpAction = null;
}

/** @param {any} error @param {{label: string, act: () => void}} [help] */
export function explain(error, help) {
  if (!(error instanceof Refused)) {
    complain(t("page_gone"), t("page_gone_look"), help);
    return;
  }
  if (error.status === 401) at("token-form").hidden = false;
  refuse(error, help);
}

/** @param {import("./error_words.js").ErrorText} error @param {{label: string, act: () => void}} [help] */
export function refuse(error, help) {
  const texts = errorWords(error);
  complain(texts.message, texts.hint, help);
  detail("error-detail", clean(texts.detail));
}

/** Runs `work` and, if it fails, shows the error with a button to retry. @param {() => Promise<void>} work */
export const guarded = (work) => work().catch((error) => explain(error, { label: t("action_retry"), act: () => { hush(); void guarded(work); } }));

/** Shows a brief confirmation. @param {string} words */
export function tell(words) {
  at("toast").textContent = words;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { at("toast").textContent = ""; }, TOLD_MS);
}

/** Asks the user, and resolves to true if the user confirms. @param {{title: string, text: string, yes: string}} question @returns {Promise<boolean>} */
export function sure({ title, text, yes }) {
  const dialog = at("confirm");
  at("confirm-title").textContent = clean(title);
  at("confirm-text").textContent = clean(text);
  at("confirm-yes").textContent = yes;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

at("error-act").addEventListener("click", () => helpAction?.());
