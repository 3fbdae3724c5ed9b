// Settings out to a file and in again.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const { t } = ns.i18n;
  const { download, find, note } = ns.optionsPage;

  async function save() {
    download("claimlight-settings.json", ns.settingsFile.write(await ns.settings.load(), find("with-token").checked));
  }

  /** @param {File} file */
  async function load(file) {
    const said = ns.settingsFile.read(await file.text());
    if (!said.ok) return note("imported", t(`options_import_${said.fault}`, said.name ?? ""), false);
    await ns.settings.save(said.settings);
    document.dispatchEvent(new Event("settings-imported"));
    note("imported", said.unknown.length > 0 ? t("options_imported_some", said.unknown.join(", ")) : t("options_imported"));
  }

  find("export").addEventListener("click", () => void save());
  find("import").addEventListener("click", () => find("file").click());
  find("file").addEventListener("change", () => {
    const [file] = find("file").files ?? [];
    // The same file may be chosen again after it was mended.
    if (file) void load(file).finally(() => void (find("file").value = ""));
  });
})();
