// Joins selection, button and overlay, and answers the worker (context menu, shortcut).
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  // Injected again by the worker into a page that has us already (or still has us from before an update).
  if (globalThis.__claimlightStarted) return;
  // Pictures and bare XML have no top layer for us; there the menu opens a window of our own.
  if (!(document.documentElement instanceof HTMLElement)) return;
  globalThis.__claimlightStarted = true;

  let settings = ns.settings.DEFAULTS;
  let loaded = false;

  async function reload() {
    settings = await ns.settings.load();
    loaded = true;
  }

  /** The site that the reader sees in the address bar, in frames too. */
  const site = () => {
    const around = location.ancestorOrigins;
    return ns.text.hostOf(around?.[around.length - 1] ?? location.href);
  };
  const buttonWanted = () => settings.trigger === "button" && !ns.settings.isDisabled(settings, site());

  /** In a frame the card belongs on the page around it, which is larger. @param {import("../types").Selected} selected */
  async function check(selected) {
    const { claim, context, box } = selected;
    if (window !== window.top) {
      if (await shownInTop(claim, context)) return;
    }
    ns.overlay.open({ claim, context }, box, settings.theme);
  }

  /** @param {string} claim @param {import("../types").Selected["context"]} context */
  async function shownInTop(claim, context) {
    try {
      return await chrome.runtime.sendMessage({ type: "show-in-top", claim, context });
    } catch {
      // Nobody there, or the extension was updated under this page (that throws at once): the card here says which.
      return false;
    }
  }

  /** After an update of the extension the settings are out of reach; the button still leads to a card that says so.
   * @param {import("../types").Selected} selected */
  async function offer(selected) {
    if (!loaded) await reload().catch(() => {});
    if (buttonWanted()) ns.button.show(selected, settings.theme, (chosen) => void check(chosen));
  }

  /** @type {Record<string, (message: any) => unknown>} */
  const ANSWERS = {
    open(message) {
      const selected = ns.selection.read();
      const here = selected?.claim === message.claim ? selected : null;
      ns.button.hide();
      ns.overlay.open({ claim: ns.text.claimOf(message.claim), context: here?.context ?? message.context }, here?.box ?? null, settings.theme);
      return true;
    },
    "check-selection"() {
      const selected = selectedHere();
      ns.button.hide();
      if (selected) void check(selected);
      else ns.overlay.fail({ kind: "nothing_selected" }, settings.theme);
      return true;
    },
  };

  /** The shortcut reaches every frame; only the one that the reader is in has something to say. */
  const selectedHere = () => (document.hasFocus() && document.activeElement?.tagName !== "IFRAME" ? ns.selection.read() : null);

  chrome.runtime.onMessage.addListener((message, sender, answer) => {
    const handler = sender.id === chrome.runtime.id ? ANSWERS[message?.type] : undefined;
    if (!handler || (message.ifSelected && !selectedHere())) return false;
    void (loaded ? Promise.resolve() : reload()).then(() => answer(handler(message)));
    return true;
  });
  chrome.storage.onChanged.addListener((_changes, area) => {
    if (area === "local" && loaded) void reload();
  });
  ns.selection.watch((selected) => void offer(selected), ns.button.hide, () => !loaded || buttonWanted());
})();
