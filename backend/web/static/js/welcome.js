// @ts-check
// Marks each step of the first run as done when the user completes the step.

import { get, Refused } from "./api.js";
import { t } from "./words.js";

const POLL_MS = 2000;

/** Returns which steps are done, according to the backend's status. @param {any} status */
export function progress(status) {
  const { extension } = status;
  return {
    extension: Boolean(extension?.fits),
    tried: status.history_entries > 0,
    told: !extension
      ? t("page_welcome_hint")
      : extension.fits
        ? t("page_welcome_fits", extension.version)
        : t("page_welcome_unfit", extension.version, status.version),
  };
}

/** @param {string} id @param {boolean} done */
function mark(id, done) {
  const step = document.getElementById(id);
  const state = step?.querySelector(".state");
  if (!step || !state) return;
  step.dataset.done = String(done);
  state.textContent = t(done ? "page_done" : "page_todo");
}

/** @param {string} words */
function tell(words) {
  const line = document.getElementById("step-health");
  if (line && line.textContent !== words) line.textContent = words;
}

async function look() {
  try {
    const done = progress(await get("/api/status"));
    mark("step-backend", true);
    mark("step-extension", done.extension);
    mark("step-try", done.tried);
    const line = document.getElementById("extension-state");
    if (line) line.textContent = done.told;
    tell(done.extension && done.tried ? t("page_welcome_set") : "");
  } catch (error) {
    if (error instanceof Refused) return tell(`${error.message} ${error.hint}`);
    mark("step-backend", false);
    tell(t("page_welcome_ended"));
  }
}

async function watch() {
  if (!document.hidden) await look();
  setTimeout(() => void watch(), POLL_MS);
}

if (globalThis.document) void watch();
