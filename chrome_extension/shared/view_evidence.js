// Evidence cards: the quote first, whether it speaks for or against, then who said it, when, and how far the source is trusted.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const SHOWN = 3;
  /** @typedef {import("../types").EvidenceItem} EvidenceItem */

  /** @param {number} value 0..5 @param {string} tier */
  function stars(value, tier) {
    const { dom: { h }, i18n } = ns;
    const shown = Math.max(0, Math.min(5, value));
    const text = i18n.t(tier ? "card_stars_tier" : "card_stars", [i18n.number(shown, { maximumFractionDigits: 1 }), tier]);
    const full = h("span", { class: "stars-full" }, "★★★★★");
    full.style.setProperty("--at", `${shown * 20}%`);
    return h("span", { class: "stars", role: "img", "aria-label": text, title: text }, h("span", { class: "stars-empty" }, "★★★★★"), full);
  }

  /** @param {EvidenceItem} item */
  function source(item) {
    const { dom, i18n, text, words } = ns;
    const { h } = dom;
    const host = text.hostOf(item.source) || text.clean(item.domain);
    const title = text.clean(item.title) || host;
    const dated = words.dateLine(item);
    const { text: passage, quoted } = words.said(item);
    const url = quoted ? text.passageLink(item.source, passage) : text.safeLink(item.source);
    return h(
      "footer",
      { class: "source" },
      dom.link(url, { class: "title", dir: "auto", title: url ? i18n.t(quoted ? "card_opens_passage" : "card_opens", host) : "" }, title, url ? dom.icon("out", 12) : null),
      h(
        "div",
        { class: "meta" },
        h("span", { class: "host" }, host),
        dated && h("span", { class: "date" }, dated),
        stars(item.stars ?? 0, item.tier),
      ),
    );
  }

  /** A word and, on pointing at it or read aloud, what it means. @param {string} word @param {string} meaning */
  function badge(word, meaning) {
    const { h } = ns.dom;
    return h("span", { class: "badge", title: `${word}: ${meaning}` }, word, h("span", { class: "unseen" }, `: ${meaning}`));
  }

  /** @param {EvidenceItem} item @param {number} n */
  function card(item, n) {
    const { dom, i18n, words } = ns;
    const { h } = dom;
    const stance = words.stance(item.stance);
    const lead = words.leadBecause(item);
    const { text: said, quoted } = words.said(item);
    return h(
      "li",
      { class: `evidence ${item.stance}`, "data-n": n, tabindex: "-1", "aria-label": i18n.t("card_evidence_n_stance", [n, stance]) },
      h(
        "div",
        { class: "card-head" },
        h("span", { class: "stance" }, dom.icon(item.stance, 12), stance),
        h("span", { class: `badge origin-${item.origin}` }, words.origin(item.origin)),
        item.kind === "review" && badge(i18n.t("card_rating"), i18n.t("card_rating_means")),
        item.kind === "record" && badge(i18n.t("card_record"), i18n.t("card_record_means")),
        lead && badge(i18n.t("card_lead"), lead),
        h("span", { class: "n" }, String(n)),
      ),
      h(quoted ? "blockquote" : "p", { class: "said", dir: "auto" }, said),
      source(item),
    );
  }

  /** @param {EvidenceItem[]} evidence */
  function tally(evidence) {
    const count = (/** @type {string} */ stance) => evidence.filter((item) => item.stance === stance).length;
    const [pro, contra] = [count("supports"), count("refutes")];
    return [pro ? ns.i18n.t("card_tally_for", pro) : "", contra ? ns.i18n.t("card_tally_against", contra) : ""].filter(Boolean).join(" · ");
  }

  /** @param {EvidenceItem[]} evidence in the order of the [n] in the reasoning */
  function list(evidence) {
    const { dom: { h }, i18n } = ns;
    const cards = evidence.map((item, index) => card(item, item.n ?? index + 1));
    const heading = h("h3", null, i18n.t("card_evidence"), h("span", { class: "tally" }, tally(evidence)));
    const section = h("section", { class: "block" }, heading, h("ol", { class: "cards" }, ...cards));
    const rest = cards.slice(SHOWN);
    for (const hidden of rest) hidden.hidden = true;
    if (rest.length > 0) {
      const open = () => reveal(section, Number(rest[0].dataset.n));
      section.append(h("button", { type: "button", class: "quiet more", click: open }, i18n.plural("card_more", rest.length)));
    }
    return section;
  }

  /** While the check runs: the latest finds, unnumbered since the order is not settled. @param {EvidenceItem[]} evidence */
  function found(evidence) {
    const { dom, i18n, text, words } = ns;
    const { h } = dom;
    const row = (/** @type {EvidenceItem} */ item) =>
      h(
        "li",
        { class: `find ${item.stance}` },
        h("span", { class: "stance" }, dom.icon(item.stance, 12), words.stance(item.stance)),
        h("span", { class: "find-text", dir: "auto" }, words.said(item).text),
        h("span", { class: "find-host" }, text.hostOf(item.source) || item.domain),
      );
    const heading = h("h3", null, i18n.t("card_found"), h("span", { class: "tally" }, i18n.number(evidence.length)));
    return h("section", { class: "block" }, heading, h("ul", { class: "finds" }, ...evidence.slice(-4).reverse().map(row)));
  }

  /** Scroll to card n and mark it for a moment. @param {ParentNode} root @param {number} n */
  function reveal(root, n) {
    const target = /** @type {HTMLElement | null} */ (root.querySelector(`.evidence[data-n="${n}"]`));
    if (!target) return;
    if (target.hidden) {
      for (const card of root.querySelectorAll(".evidence")) /** @type {HTMLElement} */ (card).hidden = false;
      root.querySelector(".more")?.remove();
    }
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    target.scrollIntoView({ block: "nearest", behavior: calm ? "instant" : "smooth" });
    target.focus({ preventScroll: true });
    target.classList.add("marked");
    setTimeout(() => target.classList.remove("marked"), 1600);
  }

  ns.viewEvidence = { list, found, reveal };
})();
