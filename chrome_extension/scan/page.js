// The content script of the scan. It provides the article's text, shows the marks, keeps them in place, and opens the card when a
// mark is clicked. The script is loaded when the user starts a scan, and is active only while the page has marks.
"use strict";
(() => {
  const ns = globalThis.Claimlight;
  const SETTLE_MS = 400;
  /** Number of attempts to find a sentence, because pages render in several steps. */
  const TRIES = 6;
  const TRY_MS = 600;
  const RESPONDS = 'a[href],button,input,select,textarea,summary,label,[role="button"],[role="link"],[onclick]';

  /** @type {{ id: string, blocks: import("../scan").Block[] } | null} */
  let visit = null;
  /** Each marked sentence as it was at the time of marking. @type {Map<string, { shown: string, quote: import("../scan").Quote, claim: string }>} */
  const markedSentences = new Map();
  /** @type {MutationObserver | null} */
  let observer = null;
  let timer = 0;

  /** Sends a message to the worker. Ignores the failure if the extension was updated while this page was open. @param {Record<string, unknown>} message */
  const tell = (message) => Promise.resolve().then(() => chrome.runtime.sendMessage(message)).catch(() => {});

  /** The PDF viewer does not expose the text. */
  const readable = () => document.contentType !== "application/pdf";

  function collect() {
    if (!readable()) return false;
    clear();
    visit = { id: crypto.randomUUID?.() ?? ns.client.runId(), blocks: ns.blocks.collect(document) };
    return {
      page: visit.id,
      url: location.href.split("#")[0],
      title: ns.text.short(document.title, 300),
      language: ns.text.short(document.documentElement.lang, 40),
      blocks: visit.blocks.map((block) => block.text),
    };
  }

  /** @param {{ page: string, claims: (import("../scan").Span & { id: string, text: string, mark: import("../scan").Mark })[] }} message
   * `page` is the visit whose text was read. Returns false if the current visit is a different one. */
  function mark({ page, claims }) {
    if (page !== visit?.id) return false;
    for (const { id, block, start, end, text, mark } of claims) {
      const found = visit.blocks[block];
      const range = found && ns.blocks.range(found, start, end);
      if (range) keep(id, range, { quote: ns.anchor.quoteOf(found.text, start, end), claim: text }, mark);
    }
    watch();
    return { marked: ns.marks.ids() };
  }

  /** @param {string} id @param {Range} range @param {{ quote: import("../scan").Quote, claim: string }} what @param {import("../scan").Mark} mark */
  function keep(id, range, what, mark) {
    markedSentences.set(id, { shown: range.toString(), ...what });
    ns.marks.put(id, range, mark);
  }

  function watch() {
    if (observer || markedSentences.size === 0) return;
    document.addEventListener("click", onClick, true);
    // Check at intervals rather than after a pause, because some pages never stop changing.
    observer = new MutationObserver(() => void (timer ||= window.setTimeout(settle, SETTLE_MS)));
    observer.observe(document.documentElement, { childList: true, characterData: true, subtree: true });
  }

  /** Restores the marks of sentences that the page has re-rendered. Sentences that changed or disappeared lose their mark. */
  function settle() {
    timer = 0;
    let lost = [...markedSentences].filter(([id, { shown }]) => ns.marks.rangeOf(id)?.toString() !== shown || !ns.marks.rangeOf(id)?.startContainer.isConnected);
    // Search the article first, because a teaser beside the article may contain the same sentence.
    for (const whole of [false, true]) {
      if (lost.length === 0) return;
      const blocks = ns.blocks.collect(document, whole);
      lost = lost.filter(([id, { quote, claim }]) => !remark(id, quote, claim, blocks));
    }
    const lostIds = lost.map(([id]) => id);
    for (const id of lostIds) forget(id);
    count();
    if (lostIds.length > 0) void tell({ type: "scan-gone", page: visit?.id, ids: lostIds });
  }

  /** @param {string} id @param {import("../scan").Quote} quote @param {string} claim @param {import("../scan").Block[]} blocks */
  function remark(id, quote, claim, blocks) {
    for (const block of blocks) {
      const place = ns.anchor.find(block.text, quote);
      // The verdict is not transferred to reworded text, which may have a different meaning.
      const range = place && place.how !== "fuzzy" && ns.blocks.range(block, place.start, place.end);
      if (!range) continue;
      const mark = ns.marks.markOf(id) ?? "found";
      keep(id, range, { quote, claim }, mark);
      return true;
    }
    return false;
  }

  /** @param {string} id */
  function forget(id) {
    ns.marks.remove(id);
    markedSentences.delete(id);
  }

  function clear() {
    document.removeEventListener("click", onClick, true);
    observer?.disconnect();
    observer = null;
    clearTimeout(timer);
    timer = 0;
    markedSentences.clear();
    ns.marks.clear();
    ns.chip.end();
    return true;
  }

  /** Handles a trusted click on a mark, unless the click hits an interactive element of the page. */
  const onClick = (/** @type {MouseEvent} */ event) => {
    const target = event.composedPath()[0];
    if (!event.isTrusted || event.button !== 0 || !(target instanceof Element) || ns.selection.ask(target, "closest", RESPONDS)) return;
    if (document.getSelection()?.isCollapsed === false) return;
    show(ns.marks.at({ left: event.clientX, top: event.clientY }));
  };

  /** @param {string} id of a marked sentence */
  function show(id) {
    const what = markedSentences.get(id);
    const range = ns.marks.rangeOf(id);
    // After an update, no files can be loaded and the marks would not work, so they are removed.
    if (what && range) open(id, what.claim, range).catch(clear);
  }

  const count = () => void ns.chip.update(show).catch(() => {});

  /** @param {string} id @param {string} claim @param {Range} range */
  async function open(id, claim, range) {
    ns.marks.flash(id);
    await ns.load("card");
    const { theme } = await ns.ready();
    const context = ns.surroundings(range.startContainer.parentElement, "p,li,td,blockquote,section,article,div,body", claim);
    await ns.overlay.open({ claim, context }, range.getBoundingClientRect(), theme, range.startContainer);
  }

  /** Marks a sentence from the user's history on its page. @param {{ url: string, id: string, quote: import("../scan").Quote, mark: import("../scan").Mark }} message */
  async function reveal({ url, id, quote, mark }) {
    if (url.split("#")[0] !== location.href.split("#")[0]) return { here: false, how: "" };
    for (let turn = 0; turn < TRIES; turn += 1) {
      const how = anchored(id, quote, mark);
      if (how) return { here: true, how };
      await new Promise((resolve) => void setTimeout(resolve, TRY_MS));
    }
    return { here: true, how: "" };
  }

  /** Finds a quote in the whole text, because a selection may span paragraphs, and marks the quote. @param {string} id
   * @param {import("../scan").Quote} quote @param {import("../scan").Mark} mark @returns {string} how it was found, or "" */
  function anchored(id, quote, mark) {
    const blocks = ns.blocks.collect(document, true);
    const starts = blocks.reduce((known, block) => [...known, (known.at(-1) ?? 0) + block.text.length + 1], [0]);
    const place = ns.anchor.find(blocks.map((block) => block.text).join(" "), quote);
    if (!place) return "";
    const first = starts.findLastIndex((at) => at <= place.start);
    const last = starts.findLastIndex((at) => at < place.end);
    const from = ns.blocks.range(blocks[first], place.start - starts[first], Math.min(place.end - starts[first], blocks[first].text.length));
    const to = ns.blocks.range(blocks[last], Math.max(0, place.start - starts[last]), place.end - starts[last]);
    if (!from || !to) return "";
    from.setEnd(to.endContainer, to.endOffset);
    keep(id, from, { quote, claim: quote.exact }, mark);
    watch();
    ns.marks.flash(id);
    return place.how;
  }

  ns.answers = Object.assign(ns.answers ?? {}, {
    "scan-collect": collect,
    "scan-mark": mark,
    "scan-clear"() {
      visit = null;
      return clear();
    },
    "scan-reveal": reveal,
    "scan-page": () => readable() && ({ page: visit?.id ?? "", url: location.href.split("#")[0], marked: ns.marks.ids() }),
    /** @param {{ page: string, changes: [string, import("../scan").Mark][] }} message ignored if it is from another visit, whose ids belong to other sentences */
    "scan-change"({ page, changes }) {
      if (page !== visit?.id) return false;
      for (const [id, mark] of changes) ns.marks.change(id, mark);
      count();
      return true;
    },
    /** @param {{ way: number }} message */
    "scan-step": ({ way }) => ns.chip.lead(way),
    /** @param {{ id: string }} message */
    "scan-show"({ id }) {
      ns.marks.flash(id);
      return ns.marks.rangeOf(id) !== undefined;
    },
  });
})();
