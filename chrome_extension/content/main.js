// Shows the button at selections, and passes the worker's messages to their parts.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  // The worker injects us again if it gets no answer.
  if (globalThis.__claimlightStarted) return;
  // SVG documents have no top layer.
  if (document.documentElement instanceof SVGElement) return;
  globalThis.__claimlightStarted = true;

  /** Loaded at the first selection. @type {Promise<import("../types").Reach> | null} */
  let reach = null;

  /** Returns the defaults after an update; the button then shows a message. */
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
    // Use the site in the address bar, even in frames.
    const site = ns.reach.siteOf([...location.ancestorOrigins].at(-1) ?? location.href);
    if (now.trigger !== "button" || ns.reach.isOff(now, site)) return;
    ns.bubble.show(selected, now, { site, check: () => ns.check(selected) });
  }

  // Shut down when the worker injects a successor after an update.
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
