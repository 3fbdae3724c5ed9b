// Functions shared by the sections of this page: language, notes, downloads, and buttons that ask for confirmation.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const ASKED_TWICE_MS = 5000;

  /** @template {HTMLElement} [T=HTMLInputElement] @param {string} id @returns {T} */
  const find = (id) => /** @type {T} */ (document.getElementById(id));

  /** @param {string} id @param {string} text @param {boolean} [good] */
  function note(id, text, good = true) {
    find(id).textContent = ns.text.clean(text);
    find(id).classList.toggle("bad", !good);
  }

  function saved() {
    note("saved", ns.i18n.t("options_saved"));
    setTimeout(() => note("saved", ""), 1500);
  }

  /** @template T @param {Record<string, unknown>} message @returns {Promise<{ ok: true, data: T } | { ok: false, failure: import("../types").Failure }>} */
  async function ask(message) {
    return (await chrome.runtime.sendMessage(message)) || { ok: false, failure: { kind: "lost" } };
  }

  /** @param {string} name @param {string} text JSON */
  function download(name, text) {
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  /** Makes a button ask for confirmation. A second press within five seconds confirms. @param {string} id @param {string} sure message key of the question
   * @param {() => void} act */
  function twice(id, sure, act) {
    const button = find(id);
    const usual = button.getAttribute("data-i18n") ?? "";
    let timer = 0;
    const calm = () => {
      clearTimeout(timer);
      timer = 0;
      button.textContent = ns.i18n.t(usual);
    };
    button.addEventListener("click", () => {
      if (timer) {
        calm();
        return act();
      }
      button.textContent = ns.i18n.t(sure);
      timer = window.setTimeout(calm, ASKED_TWICE_MS);
    });
    button.addEventListener("blur", calm);
  }

  /** @param {import("../types").Settings} settings */
  async function draw({ language, theme }) {
    await ns.i18n.choose(language);
    ns.i18n.localise(document);
    document.body.dataset.theme = theme;
  }

  /** Resolves when the page is in the user's language. */
  const ready = (async () => {
    document.adoptedStyleSheets = [ns.styles.sheet(ns.tokens.css(".cl") + ns.styles.card)];
    // Use the browser's language until the user's choice has been read.
    ns.i18n.localise(document);
    const settings = await ns.settings.load();
    await draw(settings);
    return settings;
  })();

  ns.optionsPage = { find, note, saved, ask, download, twice, draw, ready };
})();
