// Opens the card in response to messages from the worker (context menu, shortcut) and clicks on the button.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const BLOCKS = "p,li,td,th,blockquote,figcaption,h1,h2,h3,h4,h5,h6,dd,dt,caption,pre,article,section,main,div,body";

  /** Loads the settings and the messages in the chosen language. After an update of the extension, both are unavailable. */
  async function ready() {
    try {
      const settings = await ns.settings.load();
      await ns.i18n.choose(settings.language);
      return settings;
    } catch {
      return ns.settings.DEFAULTS;
    }
  }

  /** The context of a claim. @type {typeof ns.surroundings} */
  function surroundings(element, blocks, claim) {
    const nearest = (/** @type {string} */ what) => element && ns.selection.ask(element, "closest", what);
    const block = nearest(blocks)?.textContent ?? "";
    const spoken = nearest("[lang]");
    const language = (spoken && ns.selection.ask(spoken, "getAttribute", "lang")) ?? "";
    return { title: ns.text.short(document.title, 300), surrounding: ns.text.surrounding(block.slice(0, 20_000), claim), language };
  }

  /** @param {import("../types").Selected} selected @returns {import("../types").ClaimRequest} */
  function requestOf({ text, start }) {
    const claim = ns.text.claimOf(text);
    const element = start instanceof Element ? start : start.parentElement;
    return { claim, context: surroundings(element, BLOCKS, claim) };
  }

  /** In a frame, the card is shown on the larger parent page, unless the frame fills the screen.
   * @param {import("../types").Selected} selected */
  async function check(selected) {
    const { claim, context } = requestOf(selected);
    if (window !== window.top && !document.fullscreenElement && (await shownInTop(claim, context))) return;
    // After an update of the extension, the settings are unavailable, and the card shows a message about the update.
    const { theme } = await ready();
    void ns.overlay.open({ claim, context }, selected.box, theme, selected.start);
  }

  /** @param {string} claim @param {import("../types").ClaimRequest["context"]} context */
  async function shownInTop(claim, context) {
    try {
      return await chrome.runtime.sendMessage({ type: "show-in-top", claim, context });
    } catch {
      return false;
    }
  }

  ns.ready = ready;
  ns.surroundings = surroundings;
  ns.check = check;
  ns.answers = Object.assign(ns.answers ?? {}, {
    /** @param {import("../types").ClaimRequest} message */
    async open(message) {
      const { theme } = await ready();
      const claim = ns.text.claimOf(message.claim);
      const selected = ns.selection.read();
      const here = selected && requestOf(selected);
      const same = here?.claim === claim;
      ns.bubble.hide();
      void ns.overlay.open({ claim, context: same ? here.context : message.context }, same ? (selected?.box ?? null) : null, theme, same ? selected?.start : null);
      return true;
    },
    async "check-selection"() {
      const selected = ns.selection.readHere();
      ns.bubble.hide();
      // The PDF viewer gives the selection only to the context menu.
      const kind = document.contentType === "application/pdf" ? "pdf" : "nothing_selected";
      if (selected) await check(selected);
      else await ns.overlay.fail({ kind }, (await ready()).theme);
      return true;
    },
  });
})();
