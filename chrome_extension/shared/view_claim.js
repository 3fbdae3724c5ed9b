// Shows the claim being checked, and a form to edit and recheck the claim.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  /** @typedef {import("../types").CardState} CardState @typedef {import("../types").CardActions} CardActions */

  /** @param {string} label @param {string} value */
  function line(label, value) {
    const { h } = ns.dom;
    return h("p", { class: "claim-line" }, h("span", { class: "claim-label" }, label), h("q", { dir: "auto" }, value));
  }

  /** @param {CardState} state */
  function lines({ claim, result }) {
    const { dom: { h }, i18n } = ns;
    const selected = result?.original_claim || claim;
    if (result?.read_as) return [line(i18n.t("card_selected"), selected), line(i18n.t("card_read_as"), result.read_as)];
    if (result?.claim_type === "MIXED" && result.claim !== selected) return [line(i18n.t("card_selected"), selected), line(i18n.t("card_checked_facts"), result.claim)];
    return [h("p", { class: "claim-line" }, h("q", { dir: "auto" }, selected))];
  }

  /** @param {string} now the claim's current text @param {(claim: string) => void} send @param {() => void} cancel */
  function form(now, send, cancel) {
    const { dom, i18n, text } = ns;
    const { h } = dom;
    const field = /** @type {HTMLTextAreaElement} */ (h("textarea", { rows: 3, maxlength: text.MAX_CLAIM, dir: "auto", "aria-label": i18n.t("popup_claim"), input: measure }));
    const check = /** @type {HTMLButtonElement} */ (h("button", { type: "submit", class: "primary" }, i18n.t("bubble_check")));
    const give = h("button", { type: "button", class: "secondary", click: cancel }, i18n.t("action_cancel"));
    const element = h("form", { class: "edit", keydown: key, submit: (/** @type {Event} */ event) => submit(event) }, field, h("div", { class: "edit-row" }, check, give));
    function measure() {
      const { length } = text.claimOf(field.value);
      check.disabled = length < text.MIN_CLAIM || length > text.MAX_CLAIM;
    }
    /** Handles keys in the form. Escape cancels the edit without closing the card. @param {KeyboardEvent} event */
    function key(event) {
      if (event.isComposing) return;
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        cancel();
      } else if (event.key === "Enter" && event.target === field) submit(event);
    }
    /** @param {Event} event */
    function submit(event) {
      event.preventDefault();
      if (!check.disabled) send(text.claimOf(field.value));
    }
    field.value = now;
    measure();
    return { element, field };
  }

  /** @param {CardState} state @param {CardActions} actions */
  function claim(state, actions) {
    const { dom, i18n } = ns;
    const { h } = dom;
    const { edit } = actions;
    const shown = h("div", { class: "claim" }, ...lines(state));
    if (!edit || !state.claim) return shown;
    const button = h("button", { type: "button", class: "quiet edit-claim", click: begin }, dom.icon("pen", 13), i18n.t("card_edit"));
    function begin() {
      const { element, field } = form(state.result?.original_claim || state.claim, send, end);
      shown.replaceChildren(element);
      field.focus({ preventScroll: true });
      field.select();
      element.scrollIntoView({ block: "nearest" });
    }
    function end() {
      shown.replaceChildren(...lines(state), button);
      button.focus({ preventScroll: true });
    }
    /** Checks the edited claim, and scrolls to the top of the card, where the progress is shown. @param {string} words */
    function send(words) {
      const card = /** @type {HTMLElement} */ (shown.closest(".card"));
      shown.replaceChildren(...lines(state), button);
      card.focus({ preventScroll: true });
      edit?.(words);
      card.scrollIntoView({ block: "start" });
    }
    shown.append(button);
    return shown;
  }

  ns.viewClaim = { claim };
})();
