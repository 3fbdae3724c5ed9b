// @ts-check
// Ticks off the steps of the first run as the user completes them.

import { get, Refused } from "./api.js";

const POLL_MS = 2000;

/** Which steps are done, according to a status of the backend. @param {any} status */
export function progress(status) {
  const { extension } = status;
  return {
    extension: Boolean(extension?.fits),
    tried: status.history_entries > 0,
    told: !extension
      ? "Loaded already? Open it once from the toolbar."
      : extension.fits
        ? `Version ${extension.version} is connected.`
        : `Version ${extension.version} does not fit Claimlight ${status.version}: update the older one.`,
  };
}

/** @param {string} id @param {boolean} done */
function mark(id, done) {
  const step = document.getElementById(id);
  const state = step?.querySelector(".state");
  if (!step || !state) return;
  step.dataset.done = String(done);
  state.textContent = done ? "Done" : "To do";
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
    tell(done.extension && done.tried ? "All set. Select a sentence on any page." : "");
  } catch (error) {
    if (error instanceof Refused) return tell(`${error.message} ${error.hint}`);
    mark("step-backend", false);
    tell("Claimlight does not answer any more: start it again.");
  }
}

async function watch() {
  if (!document.hidden) await look();
  setTimeout(() => void watch(), POLL_MS);
}

if (globalThis.document) void watch();
