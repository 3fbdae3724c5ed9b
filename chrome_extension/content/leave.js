// On single-page sites the card goes with the article that it is about: the address has changed, and the words around the
// selection are gone or others. A new address alone tells nothing: pages change theirs while they are scrolled.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @param {Node | null} node that the selection began in; of no other card is it known which article it is about
   * @param {() => void} left @returns {() => void} stops watching */
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
