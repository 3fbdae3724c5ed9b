// Shows and edits the user's own ratings of sites. The backend stores these ratings, so they apply to every client.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const { h } = ns.dom;
  const { t } = ns.i18n;
  const { find, ready } = ns.optionsPage;
  /** @typedef {import("../types").SourceRating} SourceRating */

  const form = /** @type {HTMLFormElement} */ (document.getElementById("source-form"));
  let turn = 0;

  /** @param {import("../types").SourceAction} action @param {Record<string, unknown>} body
   * @returns {Promise<import("../types").SourceAnswer>} */
  async function ask(action, body) {
    /** @type {import("../types").SourceAnswer | false} */
    const said = await chrome.runtime.sendMessage({ type: "sources", action, body });
    return said || { ok: false, failure: { kind: "lost" } };
  }

  /** @param {string} text @param {boolean} good */
  function say(text, good) {
    find("held").textContent = ns.text.clean(text);
    find("held").classList.toggle("bad", !good);
  }

  /** Shows a failure, with the backend's explanation if the backend refused the request. @param {import("../types").Failure} failure */
  function complain(failure) {
    const { title, body } = ns.words.failure(failure);
    say(failure.kind === "request" ? `${title} ${body}` : `${title}.`, false);
  }

  /** @param {SourceRating} rating */
  const shown = (rating) => t("label_value", [rating.site || rating.domain, ns.words.rating(rating)]);

  async function look() {
    const mine = ++turn;
    const source = find("site").value.trim();
    if (!source) return say("", true);
    const said = await ask("rate", { source });
    // Enter in the field triggers both a lookup and a save. Only the result of the save is shown.
    if (mine !== turn) return;
    if (!said.ok) return complain(said.failure);
    const rating = /** @type {SourceRating} */ (said.data);
    say(rating.domain ? shown(rating) : t("options_no_site"), Boolean(rating.domain));
  }

  async function rate() {
    turn += 1;
    const data = new FormData(form);
    const kind = data.get("kind");
    const body = { site: String(data.get("site")).trim(), tier: data.get("tier"), ...(kind ? { type: kind } : {}) };
    const said = await ask("set", body);
    if (!said.ok) return complain(said.failure);
    say(t("options_rated", shown(/** @type {SourceRating} */ (said.data))), true);
    await list();
  }

  /** @param {string} site */
  async function remove(site) {
    turn += 1;
    const said = await ask("remove", { site });
    if (!said.ok) return complain(said.failure);
    say(t("options_unrated", shown(/** @type {{ now: SourceRating }} */ (said.data).now)), true);
    await list();
    find("site").focus();
  }

  /** @param {SourceRating} rating */
  function row(rating) {
    const site = rating.site ?? rating.domain;
    const button = h("button", { type: "button", class: "secondary", "aria-label": t("options_remove_site", site), click: () => void remove(site) }, t("options_remove"));
    return h("li", null, h("p", null, h("span", { class: "site" }, site), h("span", { class: "hint" }, ns.words.rating(rating))), button);
  }

  async function list() {
    const said = await ask("list", {});
    if (!said.ok) return complain(said.failure);
    const { sources } = /** @type {{ sources: SourceRating[] }} */ (said.data);
    find("sources").replaceChildren(...sources.map(row));
  }

  find("site").addEventListener("change", () => void look());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void rate();
  });
  for (const changed of ["settings-saved", "settings-imported"]) document.addEventListener(changed, () => void list());
  void ready.then(list);
})();
