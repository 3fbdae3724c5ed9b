// Closes the card when a single-page site shows another article, that is, when the URL has changed and the selected text is gone or
// different. A new URL alone is not enough, because some pages change their URL while the user scrolls.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @param {Node | null} node in which the selection began; if null (unknown), nothing is observed
   * @param {() => void} left @returns {() => void} stops observing */
  function leave(node, left) {
    if (!node) return () => {};
    const { ask } = ns.selection;
    const said = () => ask(node, "textContent");
    const [address, words] = [location.href, said()];
    const look = () => {
      if (!ask(node, "isConnected") || said() !== words) left();
    };
    const watch = new MutationObserver(look);
    const moved = () => {
      watch.disconnect();
      if (location.href === address) return;
      watch.observe(document, { childList: true, characterData: true, subtree: true });
      look();
    };
    navigation.addEventListener("currententrychange", moved);
    return () => {
      watch.disconnect();
      navigation.removeEventListener("currententrychange", moved);
    };
  }

  ns.leave = leave;
})();
