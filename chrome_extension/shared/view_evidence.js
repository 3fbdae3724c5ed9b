// Shows supporting and refuting evidence: the quote first, then the publisher, the date, and the source's rating.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const SHOWN = 3;
  const LATEST_COUNT = 5;
  /** Words up to this length are never broken across lines. */
  const SHORT_WORD = 24;
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

  /** Draws a term with its explanation, which is shown on hover and read by screen readers. @param {string} word @param {string} meaning */
  function badge(word, meaning) {
    const { dom: { h }, i18n } = ns;
    return h("span", { class: "badge", title: i18n.t("label_value", [word, meaning]) }, word, h("span", { class: "unseen" }, `: ${meaning}`));
  }

  /** Draws a title with a link icon that stays on the same line as the last word. @param {string} title */
  function signed(title) {
    const { h, icon } = ns.dom;
    const [, before, last] = /^(.*\s)?(\S*)\s*$/su.exec(title) ?? ["", title, ""];
    const sign = icon("out", 12);
    return last.length > SHORT_WORD ? [title, sign] : [before ?? "", h("span", { class: "last-word" }, last, sign)];
  }

  /** Draws the publisher's initial in place of a logo, because logos are never fetched. @param {string} name */
  function letter(name) {
    const [first = ""] = name.match(/[\p{L}\p{N}]/u) ?? [];
    return ns.dom.h("span", { class: "letter", "aria-hidden": "true" }, first.toLocaleUpperCase());
  }

  /** @param {EvidenceItem} item */
  function source(item) {
    const { dom, i18n, passage, text, words } = ns;
    const { h } = dom;
    const host = text.hostOf(item.source) || text.clean(item.domain);
    const { text: said, quoted, kind, means } = words.said(item);
    const url = quoted ? passage.link(item.source, said.split("\n")[0], item.text) : text.safeLink(item.source);
    const from = words.publisher(item);
    const title = (!words.isHeadline(item) && text.clean(item.title)) || i18n.t("card_opens", host);
    const dated = words.dateLine(item);
    const lead = words.leadBecause(item);
    return h(
      "footer",
      { class: "source" },
      h(
        "div",
        { class: "meta" },
        letter(from),
        h("bdi", { class: "host", title: host }, from),
        dated && h("span", { class: "date" }, dated),
        stars(item.stars ?? 0, item.tier),
        h("span", { class: `badge origin-${item.origin}` }, words.origin(item.origin)),
        kind && badge(kind, means),
        lead && badge(i18n.t("card_lead"), lead),
      ),
      dom.link(url, { class: "title", dir: "auto", title: url ? i18n.t(quoted ? "card_opens_passage" : "card_opens", host) : "" }, ...(url ? signed(title) : [title])),
    );
  }

  /** @param {EvidenceItem} item @param {number} n @param {boolean} [alone] whether the item is shown outside the list of its stance, and therefore names the stance */
  function card(item, n, alone = false) {
    const { dom: { h, icon }, i18n, words } = ns;
    const { shown, quoted } = words.said(item);
    return h(
      "li",
      { class: `evidence ${item.stance}${alone ? " alone" : ""}`, "data-n": n, tabindex: "-1", "aria-label": i18n.t("card_evidence_n_stance", [n, words.stanceOf(item)]) },
      h("span", { class: "n", "aria-hidden": "true" }, i18n.number(n)),
      (alone || Boolean(item.signals?.past)) && h("p", { class: "stance" }, icon(item.stance, 12), words.stanceOf(item)),
      h(quoted ? "blockquote" : "p", { class: "said", dir: "auto" }, shown),
      source(item),
    );
  }

  /** @typedef {import("../types").Numbered} Numbered @typedef {import("../types").Stance} Stance */

  /** Draws the evidence for one stance. Items after the first few are hidden behind a button. @param {Numbered[]} found */
  function cards(found) {
    const { dom: { h }, i18n } = ns;
    const drawn = found.map(({ item, n }) => card(item, n));
    const rest = drawn.slice(SHOWN);
    for (const hidden of rest) hidden.hidden = true;
    const list = h("ol", { class: "cards" }, ...drawn);
    if (rest.length === 0) return [list];
    const more = h("button", { type: "button", class: "quiet more", click: () => reveal(list, Number(rest[0].dataset.n)) }, i18n.plural("card_more", rest.length));
    return [list, more];
  }

  /** @param {"supports" | "refutes"} stance @param {Numbered[]} found @param {Set<Stance>} above */
  function side(stance, found, above) {
    const { dom, i18n, words } = ns;
    const { h } = dom;
    if (found.length === 0) return above.has(stance) ? null : h("p", { class: "none" }, i18n.t(stance === "supports" ? "card_none_for" : "card_none_against"));
    const heading = h("h4", { class: "stance" }, dom.icon(stance, 12), words.stance(stance), h("span", { class: "count" }, i18n.number(found.length)));
    return h("div", { class: `side ${stance}` }, heading, ...cards(found));
  }

  /** @param {Numbered[]} found */
  function background(found) {
    const { dom, i18n } = ns;
    const { h } = dom;
    const summary = h("summary", null, dom.icon("chevron", 14), i18n.plural("card_background", found.length));
    return found.length > 0 && h("details", { class: "background neutral" }, summary, h("ol", { class: "cards" }, ...found.map(({ item, n }) => card(item, n))));
  }

  /** @param {Numbered[]} numbered @param {Set<Stance>} above stances that are quoted above the list */
  function list(numbered, above) {
    const { h } = ns.dom;
    const of = (/** @type {Stance} */ stance) => numbered.filter(({ item }) => item.stance === stance);
    const [pro, contra, rest] = [of("supports"), of("refutes"), of("neutral")];
    const both = pro.length > 0 && contra.length > 0;
    const drawn = [side("supports", pro, above), side("refutes", contra, above)];
    const sides = pro.length + contra.length > 0 && h("div", { class: both ? "sides both" : "sides" }, ...(pro.length > 0 ? drawn : drawn.reverse()));
    return h("div", { class: "evidence-list" }, sides, background(rest));
  }

  /** Draws the latest evidence during a check, without numbers because the order is not final. @param {EvidenceItem[]} evidence */
  function latestEvidence(evidence) {
    const { dom, i18n, words } = ns;
    const { h } = dom;
    const row = (/** @type {EvidenceItem} */ item) =>
      h(
        "li",
        { class: `find ${item.stance}` },
        h("span", { class: "stance" }, dom.icon(item.stance, 12), words.stanceOf(item)),
        h("span", { class: "find-text", dir: "auto" }, words.said(item).text),
        h("bdi", { class: "find-host" }, words.publisher(item)),
      );
    const heading = h("h3", null, i18n.t("card_found"), h("span", { class: "tally" }, i18n.number(evidence.length)));
    return h("section", { class: "block" }, heading, h("ul", { class: "finds" }, ...evidence.slice(-LATEST_COUNT).reverse().map(row)));
  }

  /** Scrolls to evidence n and highlights it briefly. @param {ParentNode} within the answer's element, because a page may show several answers @param {number} n */
  function reveal(within, n) {
    const target = /** @type {HTMLElement | null} */ (within.querySelector(`.evidence[data-n="${n}"]`));
    if (!target) return;
    for (let folded = target.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null) folded.open = true;
    if (target.hidden) {
      const side = /** @type {HTMLElement} */ (target.closest(".side"));
      for (const card of side.querySelectorAll(".evidence")) /** @type {HTMLElement} */ (card).hidden = false;
      side.querySelector(".more")?.remove();
    }
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    target.scrollIntoView({ block: "nearest", behavior: calm ? "instant" : "smooth" });
    target.focus({ preventScroll: true });
    target.classList.add("marked");
    setTimeout(() => target.classList.remove("marked"), 1600);
  }

  ns.viewEvidence = { card, list, found: latestEvidence, reveal };
})();
