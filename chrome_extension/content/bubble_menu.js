// The button's menu: turn the button off on this site or everywhere, or open the options. Turning the button off can be undone with one press.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const CSS = `
.menu{position:absolute;inset-inline-end:0;top:calc(100% + 4px);padding:4px;background:inherit;border-radius:10px;box-shadow:inherit}
.menu.above{top:auto;bottom:calc(100% + 4px)}
.menu button{width:100%;padding:0 12px;border-radius:7px;font-weight:500;min-height:32px}
.menu button:focus{background:var(--hover)}
.undo{text-decoration:underline;text-underline-offset:2px}
@media(forced-colors:active){.menu{border:1px solid CanvasText}.menu button:focus{outline:2px solid Highlight;outline-offset:-2px}}`;
  const NOTICE_MS = 8000;

  /** @param {import("../types").Bubble} bubble */
  async function open(bubble) {
    if (bubble.more.getAttribute("aria-expanded") === "true") return bubble.escape();
    const settings = await ns.settings.load();
    await ns.i18n.choose(settings.language);
    const { t } = ns.i18n;
    const { offSites } = settings;
    // Sites visited in private windows must not be stored, so the entry for this site is omitted.
    const site = !chrome.extension?.inIncognitoContext && bubble.site;
    const entry = (/** @type {string} */ label, /** @type {() => unknown} */ work) =>
      ns.dom.h("button", { type: "button", role: "menuitem", tabindex: "-1", click: pressing(bubble, work) }, label);
    const menu = list(bubble, [
      ...(site ? [entry(t("bubble_off_site", bubble.site), () => change(bubble, { offSites: [...offSites, bubble.site] }, { offSites }, t("bubble_is_off_site", bubble.site)))] : []),
      entry(t("bubble_off"), () => change(bubble, { trigger: "menu" }, { trigger: "button" }, t("bubble_is_off"))),
      entry(t("options"), () => chrome.runtime.sendMessage({ type: "open-options" }).then(bubble.hide)),
    ]);
    bubble.root.adoptedStyleSheets.push(ns.styles.sheet(CSS));
    bubble.frame.append(menu);
    bubble.more.setAttribute("aria-expanded", "true");
    menu.classList.toggle("above", menu.getBoundingClientRect().bottom > innerHeight);
    /** @type {HTMLElement} */ (menu.firstElementChild).focus({ preventScroll: true });
    const escape = bubble.escape;
    bubble.escape = () => {
      menu.remove();
      bubble.more.setAttribute("aria-expanded", "false");
      bubble.more.focus({ preventScroll: true });
      bubble.escape = escape;
    };
  }

  /** @param {import("../types").Bubble} bubble @param {() => unknown} work rejects if the extension has been updated */
  const pressing = (bubble, work) => () => void Promise.resolve().then(work).catch(bubble.lost);

  /** @param {import("../types").Bubble} bubble @param {HTMLElement[]} entries */
  function list(bubble, entries) {
    const menu = ns.dom.h("div", { class: "menu", role: "menu", keydown: walk }, ...entries);
    menu.setAttribute("aria-label", bubble.more.getAttribute("aria-label") ?? "");
    /** @param {KeyboardEvent} event */
    function walk(event) {
      const at = entries.indexOf(/** @type {HTMLElement} */ (event.target));
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
      if (event.key === "Tab") bubble.escape();
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      entries.at(to % entries.length)?.focus({ preventScroll: true });
    }
    return menu;
  }

  /** Changes a setting, and shows a notice with a button to undo the change. @param {import("../types").Bubble} bubble
   * @param {Record<string, unknown>} wanted @param {Record<string, unknown>} before @param {string} said */
  async function change(bubble, wanted, before, said) {
    bubble.escape();
    await chrome.storage.local.set(wanted);
    const { h } = ns.dom;
    const undo = pressing(bubble, () => chrome.storage.local.set(before).then(bubble.hide));
    const button = h("button", { type: "button", class: "undo", click: undo }, ns.i18n.t("bubble_undo"));
    bubble.frame.replaceChildren(h("p", { role: "status" }, said), button);
    bubble.put();
    button.focus({ preventScroll: true });
    setTimeout(bubble.end, NOTICE_MS);
  }

  ns.bubbleMenu = { open };
})();
