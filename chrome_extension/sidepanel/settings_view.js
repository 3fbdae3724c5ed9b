/** Shows frequently changed settings, which are saved at once. All other settings are on the options page. */

const ns = globalThis.Claimlight;
/** @typedef {import("../types").Settings} Settings */

/** @type {Record<string, [string, string][]>} by name of the setting: its values and the keys of their labels */
const CHOICES = {
  mode: [["main", "panel_mode_main"], ["deep", "panel_mode_deep"]],
  trigger: [["button", "panel_trigger_button"], ["menu", "panel_trigger_menu"], ["shortcut", "panel_trigger_shortcut"]],
  theme: [["auto", "panel_theme_auto"], ["light", "panel_theme_light"], ["dark", "panel_theme_dark"]],
};

/** @param {HTMLElement} place @param {Settings} settings @param {import("../types").StatusAnswer | null} status */
export function drawSettings(place, settings, status) {
  const { dom, i18n } = ns;
  const { h } = dom;
  const save = (/** @type {Partial<Settings>} */ change) => void chrome.storage.local.set(change);
  const offline = /** @type {HTMLInputElement} */ (h("input", { id: "offline", type: "checkbox", role: "switch", checked: settings.offline, change: (event) => save({ offline: event.target.checked }) }));
  const choice = (/** @type {string} */ name) =>
    h("fieldset", null, h("legend", null, i18n.t(`panel_${name}`)),
      ...CHOICES[name].map(([value, key]) => h("label", { class: "choice" },
        h("input", { type: "radio", name, value, checked: String(settings[/** @type {keyof Settings} */ (name)]) === value, change: () => save({ [name]: value }) }), h("span", null, i18n.t(key)))));
  const fact = (/** @type {string} */ key, /** @type {string} */ said) => h("div", null, h("dt", null, i18n.t(key)), h("dd", null, said));
  const health = status?.ok ? status.health : null;
  place.replaceChildren(
    h("section", { class: "box" }, h("label", { class: "toggle" }, h("span", null, h("b", null, i18n.t("panel_offline")), h("span", { class: "about" }, i18n.t("panel_offline_about"))), offline)),
    h("section", { class: "box" }, ...Object.keys(CHOICES).map(choice)),
    h("section", { class: "box" }, h("dl", { class: "facts" },
      fact("panel_passages", health ? i18n.number(health.kb_size) : "–"),
      fact("panel_version", health ? health.version : "–"),
      fact("panel_address", settings.backend.replace("http://", "")))),
    h("button", { type: "button", class: "secondary wide", click: () => void chrome.runtime.openOptionsPage() }, i18n.t("panel_all_options")),
  );
}
