// Settings needed before the user requests anything: when and on which sites the button appears.
"use strict";
(() => {
  const ns = (globalThis.Claimlight ??= /** @type {import("../types").ClaimlightNamespace} */ ({}));
  const KEYS = ["trigger", "offSites", "theme", "words"];
  /** Texts for pages that were open during an update. */
  const WORDS = {
    dir: "ltr",
    menu_check: "Check this claim with Claimlight",
    bubble_check: "Check",
    bubble_more: "More",
    failure_updated_title: "Claimlight was updated",
    failure_updated_body: "Reload this page to use the new version.",
  };
  const TRIGGERS = ["button", "shortcut", "menu"];
  const THEMES = ["auto", "light", "dark"];

  /** Unknown or invalid values fall back to their defaults. @type {typeof ns.reach.parse} */
  function parse(stored) {
    return {
      trigger: TRIGGERS.includes(stored.trigger) ? stored.trigger : "button",
      offSites: Array.isArray(stored.offSites) ? stored.offSites.filter((site) => typeof site === "string" && site !== "") : [],
      theme: THEMES.includes(stored.theme) ? stored.theme : "auto",
      // The worker stores these in the chosen language.
      words: { ...WORDS, ...stored.words },
    };
  }

  /** Returns the host of a URL without www. @param {string} url */
  const siteOf = (url) => (URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "");

  const load = async () => parse(await chrome.storage.local.get(KEYS));

  /** A listed site includes its subdomains. @type {typeof ns.reach.isOff} */
  const isOff = ({ offSites }, host) => offSites.some((site) => host === site || host.endsWith(`.${site}`));

  ns.reach = { KEYS, parse, load, isOff, siteOf };
})();
