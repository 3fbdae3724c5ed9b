// Settings are saved as they are changed; the test button asks the address that is in the field.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const find = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
  const form = /** @type {HTMLFormElement} */ (document.getElementById("form"));

  /** @param {string} id @param {string} text @param {boolean} good */
  function note(id, text, good) {
    find(id).textContent = text;
    find(id).classList.toggle("good", good);
    find(id).classList.toggle("bad", !good);
  }

  /** One host per line; a pasted address counts as its host. @param {string} text */
  function sites(text) {
    const lines = text.split(/[\s,]+/).filter(Boolean);
    return [...new Set(lines.map((line) => ns.text.hostOf(line.includes("://") ? line : `https://${line}`)).filter(Boolean))];
  }

  async function save() {
    const data = new FormData(form);
    const backend = ns.settings.backendAddress(data.get("backend"));
    if (!backend) return note("tested", "Only http://127.0.0.1 and http://localhost with a port are allowed.", false);
    const { offSites: _, ...chosen } = ns.settings.parse(Object.fromEntries(data));
    await chrome.storage.local.set({ ...chosen, offSites: sites(String(data.get("sites") ?? "")) });
    document.body.dataset.theme = chosen.theme;
    note("saved", "Saved", true);
    setTimeout(() => note("saved", "", true), 1500);
  }

  async function test() {
    note("tested", "Asking…", true);
    await save();
    if (!ns.settings.backendAddress(find("backend").value)) return;
    /** @type {import("../types").StatusAnswer | false} */
    const said = await chrome.runtime.sendMessage({ type: "status" });
    if (said && said.ok) {
      note("tested", `Connected: version ${said.health.version}, ${said.health.kb_size.toLocaleString()} passages in the knowledge base.`, true);
    } else {
      const failure = said ? ns.words.failure(said.failure) : { title: "No answer", body: "" };
      note("tested", `${failure.title}. ${failure.body}`, false);
    }
  }

  async function start() {
    const settings = await ns.settings.load();
    document.body.dataset.theme = settings.theme;
    document.adoptedStyleSheets = [ns.styles.sheet(ns.tokens.css(".cl") + ns.styles.card)];
    find("backend").value = settings.backend;
    find("token").value = settings.token;
    find("sites").value = settings.offSites.join("\n");
    for (const name of /** @type {const} */ (["trigger", "theme"])) {
      const choice = form.querySelector(`[name="${name}"][value="${settings[name]}"]`);
      /** @type {HTMLInputElement} */ (choice).checked = true;
    }
    const commands = await chrome.commands.getAll();
    const shortcut = commands.find((command) => command.name === "verify-selection")?.shortcut;
    if (shortcut) find("shortcut").textContent = shortcut;
  }

  form.addEventListener("change", () => void save());
  form.addEventListener("submit", (event) => event.preventDefault());
  find("test").addEventListener("click", () => void test());
  void start();
})();
