// Shows the button at selections, and passes the worker's messages to the parts that handle them.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  // The worker injects the content scripts again if it gets no answer.
  if (globalThis.__claimlightStarted) return;
  // SVG documents have no top layer.
  if (document.documentElement instanceof SVGElement) return;
  globalThis.__claimlightStarted = true;

  /** The settings, loaded at the first selection. @type {Promise<import("../types").Reach> | null} */
  let reach = null;

  /** After an update of the extension, the settings are unavailable: the defaults apply, and the button shows a message when pressed. */
  async function settings() {
    try {
      if (!reach) chrome.storage.onChanged.addListener((_changes, area) => void (area === "local" && (reach = ns.reach.load())));
      return await (reach ??= ns.reach.load());
    } catch {
      reach = null;
      return ns.reach.parse({});
    }
  }

  /** @param {import("../types").Selected} selected */
  async function offer(selected) {
    const now = await settings();
    // In a frame, too, the site is the one in the address bar.
    const site = ns.reach.siteOf([...location.ancestorOrigins].at(-1) ?? location.href);
    if (now.trigger !== "button" || ns.reach.isOff(now, site)) return;
    ns.bubble.show(selected, now, { site, check: () => ns.check(selected) });
  }

  // After an update, the worker injects a new instance, so this one shuts down.
  const ended = new AbortController();
  document.addEventListener("claimlight-successor", () => {
    if (chrome.runtime?.id) return;
    ended.abort();
    ns.bubble.hide();
    ns.overlay?.close();
    ns.answers?.["scan-clear"]?.({});
  }, { passive: true, signal: ended.signal });

  chrome.runtime.onMessage.addListener((message, sender, answer) => {
    if (sender.id !== chrome.runtime.id || (message.ifSelected && !ns.selection.readHere()) || (message.ifButton && !ns.bubble.now())) return false;
    ns.load().then(() => ns.answer(message)).then(answer, () => answer(false));
    return true;
  });
  ns.selection.watch({ begun: () => void settings(), rests: (selected) => void offer(selected), gone: ns.bubble.hide }, ended.signal);
})();
