// @ts-check
// Puts the claim of an answer back into the form for the user to change and recheck.

import { at } from "./dom.js";

/** @param {string} words */
function write(words) {
  at("claim").value = words;
  at("claim").dispatchEvent(new Event("input"));
}

/** Starts an edit. Escape restores the previous content of the form. @param {string} claim @param {HTMLElement} button receives the focus after Escape */
export function editClaim(claim, button) {
  const box = at("claim");
  const before = box.value;
  const done = new AbortController();
  write(claim);
  box.focus();
  box.select();
  box.scrollIntoView({ block: "center" });
  at("ask").addEventListener("submit", () => done.abort(), { signal: done.signal });
  box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    done.abort();
    write(before);
    button.focus();
  }, { signal: done.signal });
}
