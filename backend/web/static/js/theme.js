// @ts-check
// Applies the chosen theme before the first paint, which keeps the page from flashing.
"use strict";
(() => {
  try {
    const kept = localStorage.getItem("claimlight-theme");
    if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  } catch {
    // If storage is blocked, the system's preference applies.
  }
})();
