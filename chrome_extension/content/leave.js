// Closes the card when a single-page site shows another article, that is, when the URL has changed and the selected text is gone or
// different. A new URL alone is not enough, because some pages change their URL while the user scrolls.
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** @param {Node | null} node in which the selection began; if null (unknown), nothing is observed
   * @param {() => void} onLeft @returns {() => void} stops observing */
  function leave(node, onLeft) {
    if (!node) return () => {};
    const { ask } = ns.selection;
    const currentText = () => ask(node, "textContent");
    const [address, words] = [location.href, currentText()];
    const checkText = () => {
      if (!ask(node, "isConnected") || currentText() !== words) onLeft();
    };
    const observer = new MutationObserver(checkText);
    const onNavigate = () => {
      observer.disconnect();
      if (location.href === address) return;
      observer.observe(document, { childList: true, characterData: true, subtree: true });
      checkText();
    };
    navigation.addEventListener("currententrychange", onNavigate);
    return () => {
      observer.disconnect();
      navigation.removeEventListener("currententrychange", onNavigate);
    };
  }

  ns.leave = leave;
})();
