// Exports settings to a file and imports settings from a file.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const { t } = ns.i18n;
  const { download, find, note } = ns.optionsPage;

  const showTokenError = () => note("imported", Object.values(ns.words.failure({ kind: "token" })).slice(0, 2).join(" "), false);

  async function save() {
    const withToken = find("with-token").checked;
    const open = await ns.settings.load();
    const token = withToken ? await ns.settings.token().catch(() => null) : "";
    if (token === null) return showTokenError();
    download("claimlight-settings.json", ns.settingsFile.write({ ...open, token }, withToken));
  }

  /** @param {File} file */
  async function load(file) {
    const said = ns.settingsFile.read(await file.text());
    if (!said.ok) return note("imported", t(`options_import_${said.fault}`, said.name ?? ""), false);
    const safe = await ns.settings.save(said.settings).then(() => true, () => false);
    document.dispatchEvent(new Event("settings-imported"));
    if (!safe) return showTokenError();
    note("imported", said.unknown.length > 0 ? t("options_imported_some", said.unknown.join(", ")) : t("options_imported"));
  }

  find("export").addEventListener("click", () => void save());
  find("import").addEventListener("click", () => find("file").click());
  find("file").addEventListener("change", () => {
    const [file] = find("file").files ?? [];
    // Clear the field, so that the user can choose the same file again after correcting it.
    if (file) void load(file).finally(() => void (find("file").value = ""));
  });
})();
