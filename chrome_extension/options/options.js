// The settings form, which saves changes at once. The test button checks the address in the field.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const { h, icon } = ns.dom;
  const { t } = ns.i18n;
  const { ask, draw, find, ready, saved } = ns.optionsPage;
  const form = /** @type {HTMLFormElement} */ (document.getElementById("form"));
  /** Our names for the shortcuts, because the browser names them only in its own language. @type {Record<string, string>} */
  const COMMANDS = { "verify-selection": "command_verify", "open-panel": "panel_command", "next-mark": "scan_next", "previous-mark": "scan_previous" };

  /** The token as last read or stored. */
  let shownToken = "";

  /** Returns the hosts in a text with one host or URL per line. @param {string} text */
  function sites(text) {
    const lines = text.split(/[\s,]+/).filter(Boolean);
    return [...new Set(lines.map((line) => ns.text.hostOf(line.includes("://") ? line : `https://${line}`)).filter(Boolean))];
  }

  /** @param {string} kind @param {string} title @param {string} body @param {string} [command] */
  function result(kind, title, body, command) {
    const sign = h("span", { class: "sign" }, icon(kind === "good" ? "true" : "alert", 16));
    const text = h("div", null, h("p", { class: "title" }, title), body && h("p", { class: "hint" }, body), command && h("p", null, h("code", { dir: "ltr" }, command)));
    find("tested").replaceChildren(...(title ? [h("div", { class: `result ${kind}` }, sign, text)] : []));
  }

  /** Saves all settings, or none if the address is not permitted. */
  async function save() {
    await started;
    const data = new FormData(form);
    const backend = ns.settings.backendAddress(data.get("backend"));
    find("backend").setAttribute("aria-invalid", String(!backend));
    if (!backend) {
      result("bad", t("options_bad_address"), t("options_bad_address_hint"));
      return false;
    }
    const ticked = { history: data.has("history"), offline: data.has("offline") };
    const chosen = ns.settings.parse({ ...(await ns.settings.load()), ...Object.fromEntries(data), ...ticked, offSites: sites(String(data.get("sites") ?? "")) });
    const safe = await keep(chosen);
    await draw(chosen);
    await shortcuts();
    if (safe) saved();
    document.dispatchEvent(new Event("settings-saved"));
    return safe;
  }

  /** Stores the settings. The token is stored only if the user changed it, so that an unreadable token is not overwritten. @param {import("../types").Settings} chosen
   * @returns {Promise<boolean>} false if everything except the token was stored */
  async function keep({ token, ...open }) {
    await ns.settings.save(open);
    if (token === shownToken) return true;
    try {
      await ns.settings.save({ token });
    } catch {
      showTokenError();
      return false;
    }
    shownToken = token;
    return true;
  }

  function showTokenError() {
    const { title, body } = ns.words.failure({ kind: "token" });
    result("bad", title, body);
  }

  /** @returns {Promise<string>} "" if the token cannot be read, which is shown as an error */
  async function token() {
    try {
      return await ns.settings.token();
    } catch {
      showTokenError();
      return "";
    }
  }

  async function test() {
    result("", "", "");
    if (!(await save())) return;
    /** @type {{ ok: true, data: import("../types").Health } | { ok: false, failure: import("../types").Failure }} */
    const said = await ask({ type: "test-connection" });
    if (said.ok) {
      const { version, kb_size: size } = said.data;
      return result("good", t("options_connected", version), ns.i18n.plural("popup_passages", size));
    }
    const { failure } = said;
    if (failure.kind === "refused" && failure.status === 401) {
      return result("bad", t(find("token").value ? "options_token_wrong" : "options_token_missing"), t("options_token_where"));
    }
    const { title, body, command } = ns.words.failure(failure);
    result("bad", title, body, command);
  }

  /** Lists the shortcuts as set in the browser. */
  async function shortcuts() {
    const commands = (await chrome.commands.getAll()).filter((command) => command.name && !command.name.startsWith("_execute_action"));
    const row = (/** @type {chrome.commands.Command} */ { name = "", description = "", shortcut }) =>
      h("li", null, h("p", null, name in COMMANDS ? t(COMMANDS[name]) : description), h("kbd", { id: name === "verify-selection" ? "shortcut" : null }, shortcut || t("options_shortcut_unset")));
    find("shortcuts").replaceChildren(...commands.map(row));
  }

  /** Fills the form. The token comes last, because its storage may be unavailable. @param {import("../types").Settings} settings */
  async function fill(settings) {
    find("backend").value = settings.backend;
    find("sites").value = settings.offSites.join("\n");
    find("history").checked = settings.history;
    find("offline").checked = settings.offline;
    find("language").value = settings.language;
    for (const name of /** @type {const} */ (["trigger", "theme", "mode"])) {
      const choice = document.querySelector(`input[name="${name}"][value="${settings[name]}"]`);
      /** @type {HTMLInputElement} */ (choice).checked = true;
    }
    shownToken = await token();
    find("token").value = shownToken;
  }

  async function start() {
    const settings = await ready;
    find("language").append(...Object.entries(ns.i18n.LANGUAGES).map(([value, name]) => h("option", { value, lang: value.replace("_", "-"), dir: "auto" }, name)));
    await fill(settings);
    find("version").textContent = chrome.runtime.getManifest().version;
    await shortcuts();
  }

  async function refresh() {
    await started;
    const settings = await ns.settings.load();
    await fill(settings);
    await draw(settings);
    await shortcuts();
  }

  document.addEventListener("change", (event) => {
    if (/** @type {HTMLInputElement} */ (event.target).form === form) void save();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  find("test").addEventListener("click", () => void test());
  find("change-shortcuts").addEventListener("click", () => void chrome.tabs.create({ url: "chrome://extensions/shortcuts" }));
  document.addEventListener("settings-imported", () => void refresh());
  // The popup may have changed a setting in the meantime.
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void refresh());
  const started = start();
})();
