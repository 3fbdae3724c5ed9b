// Sets how long past checks are kept, and deletes them. The backend stores this setting, and another browser may have changed it.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const { h } = ns.dom;
  const { t, plural } = ns.i18n;
  const { ask, note, ready, twice } = ns.optionsPage;
  const CHOICES = [0, 1, 7, 30, 90, 365];
  const select = /** @type {HTMLSelectElement} */ (document.getElementById("days"));
  let current = 0;

  /** @param {number} days */
  const label = (days) => (days === 0 ? t("options_days_ever") : plural("options_days_n", days));

  /** @param {number} days the backend's value, which may not be among the page's choices */
  function draw(days) {
    current = days;
    const offered = [...new Set([...CHOICES, days])].sort((a, b) => a - b);
    select.replaceChildren(...offered.map((value) => h("option", { value }, label(value))));
    select.value = String(days);
  }

  /** @param {Record<string, unknown>} change @returns {Promise<{ days: number, deleted: number } | null>} */
  async function keep(change) {
    const said = await ask({ type: "history", action: "keep", body: change });
    select.disabled = !said.ok;
    if (said.ok) return /** @type {{ days: number, deleted: number }} */ (said.data);
    note("days-note", t("options_days_unreachable"), false);
    return null;
  }

  async function look() {
    const said = await keep({});
    draw(said?.days ?? current);
    if (said) note("days-note", "");
  }

  async function choose() {
    const said = await keep({ days: Number(select.value) });
    if (!said) return draw(current);
    draw(said.days);
    note("days-note", said.deleted > 0 ? plural("options_deleted", said.deleted) : t("options_saved"));
  }

  async function forget() {
    const said = await ask({ type: "history", action: "delete", body: { all: true } });
    if (!said.ok) return note("days-note", ns.words.failure(said.failure).title, false);
    note("days-note", plural("options_deleted", /** @type {{ deleted: number }} */ (said.data).deleted));
  }

  select.addEventListener("change", () => void choose());
  twice("delete-history", "options_delete_sure", () => void forget());
  for (const changed of ["settings-saved", "settings-imported"]) document.addEventListener(changed, () => void look());
  void ready.then(look);
})();
