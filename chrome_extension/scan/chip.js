// A small control in the corner of a scanned page. It shows the number of checked claims by grade and has buttons to move between
// them. The control appears when a claim has been checked, and stays until the user closes it or clears the marks.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const CSS = `
.cl{inset-block-end:14px;inset-inline-start:14px;max-width:calc(100vw - 28px);border-radius:20px;background:var(--ground);box-shadow:var(--shadow)}
.row{display:flex;flex-wrap:wrap;align-items:center;gap:2px 4px;padding-block:4px;padding-inline:14px 6px;font-size:13px}
.counts{display:flex;flex-wrap:wrap;align-items:center;gap:2px 10px;margin-inline-end:6px}
.counts b{font-weight:620}
.counts>span{display:inline-flex;align-items:center;gap:5px;color:var(--text)}
.counts [class*=probably]>.seal{background:none;border:1.5px dashed var(--mark);color:var(--text)}
.cl .here{padding:4px 10px;border-radius:8px;font-weight:580;color:var(--accent);font-variant-numeric:tabular-nums}
.cl .here:hover{background:color-mix(in srgb,var(--accent) 10%,transparent)}
.back:dir(rtl) .icon,.on:dir(ltr) .icon{transform:none}
.back:dir(ltr) .icon,.on:dir(rtl) .icon{transform:scaleX(-1)}
@media (forced-colors:active){.cl{border:1px solid CanvasText}}`;
  const GRADES = ["true", "false", "partial", "misleading", "probably_true", "probably_false", "probably_partial", "unknown", "opinion"];
  /** @type {Record<string, number>} keys while the focus is in the control, for left-to-right text */
  const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

  /** `said` is the line whose changes a screen reader announces. @type {ReturnType<typeof ns.host.create> & { row: HTMLElement, said: HTMLElement } | null} */
  let shown = null;
  /** @type {((id: string) => void) | null} */
  let openAnswer = null;
  let closed = false;
  let turn = 0;
  /** The mark that the user moved to last. */
  let current = "";

  /** Returns the ids of the checked sentences in the order of the page. */
  function checked() {
    const { marks } = ns;
    const place = (/** @type {string} */ id) => /** @type {Range} */ (marks.rangeOf(id));
    const order = (/** @type {string} */ one, /** @type {string} */ other) => place(one).compareBoundaryPoints(Range.START_TO_START, place(other));
    return marks.ids().filter((id) => GRADES.includes(marks.markOf(id) ?? "")).sort(order);
  }

  /** @param {string} key */
  const name = (key) => ns.i18n.t(`verdict_${key}`);

  /** @param {string[]} ids */
  function counts(ids) {
    const { dom: { h, icon }, i18n, marks } = ns;
    const entry = (/** @type {string} */ key) => {
      const count = ids.filter((id) => marks.markOf(id) === key).length;
      return count > 0 && h("span", { class: key }, h("span", { class: "seal small" }, icon(key, 12)), `${i18n.number(count)} ${name(key)}`);
    };
    return h("p", { class: "counts" }, h("b", null, i18n.t("scan_checked", ids.length)), ...GRADES.map(entry));
  }

  /** @param {string} kind @param {string} sign @param {string} label @param {() => void} click */
  function button(kind, sign, label, click) {
    const { h, icon } = ns.dom;
    return h("button", { type: "button", class: `icon-button ${kind}`, "aria-label": label, title: label, click }, icon(sign, 15));
  }

  /** Returns a text with the number and the grade of the current mark, or "" without a current mark. @param {string[]} ids */
  function positionText(ids) {
    const at = ids.indexOf(current);
    return at < 0 ? "" : ns.i18n.t("scan_here", [at + 1, ids.length, name(ns.marks.markOf(current) ?? "")]);
  }

  /** @param {string[]} ids */
  function content(ids) {
    const { dom: { h }, i18n: { t } } = ns;
    const said = positionText(ids);
    return [
      counts(ids),
      button("back", "chevron", t("scan_previous"), () => step(-1)),
      h("button", { type: "button", class: "here", hidden: said === "", title: t("scan_open"), click: () => openAnswer?.(current) }, said, h("span", { class: "unseen" }, `. ${t("scan_open")}`)),
      button("on", "chevron", t("scan_next"), () => step(1)),
      button("close", "close", t("action_close"), close),
    ];
  }

  /** @param {KeyboardEvent} event */
  function onKeydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = STEPS[event.key];
    if (event.key === "Escape") close();
    else if (way) step(event.key.endsWith("Up") || event.key.endsWith("Down") || ns.i18n.dir() === "ltr" ? way : -way);
    else return;
    event.preventDefault();
  }

  /** @param {string} theme */
  function create(theme) {
    const { dom, host, i18n, styles, tokens } = ns;
    const made = host.create(tokens.css(".cl") + styles.card + CSS, theme);
    for (const [attribute, value] of Object.entries({ role: "toolbar", "aria-label": i18n.t("scan_chip"), dir: i18n.dir(), lang: i18n.language() })) made.frame.setAttribute(attribute, value);
    made.frame.addEventListener("keydown", dom.trusted((event) => onKeydown(/** @type {KeyboardEvent} */ (event))));
    made.fit();
    const row = dom.h("div", { class: "row" });
    const said = dom.h("p", { class: "unseen", role: "status" });
    made.frame.append(row, said);
    return { ...made, row, said };
  }

  /** Redraws the control after a change. The focused button keeps the focus. @param {(id: string) => void} showAnswer shows a mark's answer */
  async function update(showAnswer) {
    openAnswer = showAnswer;
    const thisTurn = ++turn;
    if (closed || checked().length === 0) return shown && remove();
    const { theme, language } = await ns.settings.load();
    await ns.i18n.choose(language);
    if (thisTurn === turn && !closed) draw(theme);
  }

  /** @param {string} [theme] used if the control has to be created */
  function draw(theme = "auto") {
    const ids = checked();
    if (ids.length === 0) return;
    if (shown && !shown.host.isConnected) remove();
    shown ??= create(theme);
    const focused = shown.root.activeElement?.className;
    shown.row.replaceChildren(...content(ids));
    if (focused) /** @type {HTMLElement | undefined} */ ([...shown.row.children].find((child) => child.className === focused))?.focus({ preventScroll: true });
    shown.said.textContent = positionText(ids) || /** @type {HTMLElement} */ (shown.row.firstElementChild).innerText;
  }

  /** Moves to the next or previous checked sentence and wraps around. @param {number} way 1 or -1 @returns {boolean} whether there is one */
  function step(way) {
    const ids = checked();
    if (ids.length === 0) return false;
    const at = ids.indexOf(current);
    current = ids[at < 0 ? (way > 0 ? 0 : ids.length - 1) : (at + way + ids.length) % ids.length];
    ns.marks.flash(current);
    if (shown) draw();
    return true;
  }

  /** Moves by shortcut and focuses the button that shows the answer, so that Enter presses it. @param {number} way 1 or -1 */
  function lead(way) {
    const found = step(way);
    /** @type {HTMLElement | null | undefined} */ (shown?.frame.querySelector(".here"))?.focus({ preventScroll: true });
    return found;
  }

  function remove() {
    shown?.remove();
    shown = null;
  }

  function close() {
    closed = true;
    remove();
  }

  /** Resets the control after the marks have been cleared. */
  function end() {
    turn += 1;
    closed = false;
    current = "";
    remove();
  }

  ns.chip = { update, lead, end };
})();
