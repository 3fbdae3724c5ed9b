// On single-page sites the card closes with its article: the address has changed, and the text around the
// selection is gone or different. A new address alone is not enough, because pages change theirs while they are scrolled.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @param {Node | null} node in which the selection began; other cards have no known article
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
