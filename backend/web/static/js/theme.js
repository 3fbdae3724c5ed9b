// @ts-check
// Applies the chosen theme before the first paint, so that the page does not flash.
"use strict";
(() => {
  try {
    const kept = localStorage.getItem("claimlight-theme");
    if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  } catch {
    // If storage is blocked, the system's preference applies.
  }
})();
