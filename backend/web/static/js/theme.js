// @ts-check
// Runs before the page is drawn: the theme that the reader chose, so that nothing flashes.
"use strict";
(() => {
  try {
    const kept = localStorage.getItem("claimlight-theme");
    if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
  } catch {
    // Storage may be forbidden; then the system decides.
  }
})();
