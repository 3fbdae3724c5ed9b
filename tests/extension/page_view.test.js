// The panel shows the right claims, and no verdict is assigned to a different sentence.
import assert from "node:assert/strict";
import test from "node:test";
import { element, pages, ports, said, session, worker } from "./panel_page.js";
import { result } from "./samples.js";
import { until } from "./until.js";

const { PageView } = await import("../../chrome_extension/sidepanel/page_view.js");
const { Scans, keyOf } = await import("../../chrome_extension/background/scans.js");

/** @type {Map<string, Promise<unknown>>} */ const queues = new Map();
const scans = new Scans(session, {
  /** @type {import("../../chrome_extension/background/session.js").Lock} */
  lock: (name, work) => {
    const mine = (queues.get(name) ?? Promise.resolve()).then(work);
    queues.set(name, mine.catch(() => {}));
    return /** @type {any} */ (mine);
  },
});
const rest = (ms = 10) => new Promise((resolve) => void setTimeout(resolve, ms));
const tab = (/** @type {number} */ id) => /** @type {chrome.tabs.Tab} */ ({ id });
/** @param {string} text @param {Partial<import("../../chrome_extension/scan").ScanClaim>} [change] @returns {import("../../chrome_extension/scan").ScanClaim} */
const claim = (text, change = {}) => ({ id: "s0", text, surrounding: text, block: 0, start: 0, end: 5, score: 0.9, claim_type: "FACTUAL", rank: 1, state: "found", run: "", verdict: "", confidence: 0, session: "", ...change });
/** @param {string} scan @param {import("../../chrome_extension/scan").ScanClaim[]} claims @returns {import("../../chrome_extension/scan").ScanRecord} */
const record = (scan, claims) => ({ phase: "done", scan, page: `page-${scan}`, url: "u", title: "", language: "", understood: true, sentences: 3, claims, issues: [], incognito: false, at: Date.now(), failure: null });
/** @param {number} id @param {string} page */
const shows = (id, page) => pages.set(id, ({ type }) => type === "scan-page" && { page, url: "u" });
const rowsOf = () => element("claims").children.map((row) => row.all.find((/** @type {any} */ one) => one.attributes?.class === "row-text").children[0]);

test("a scan that replaces another while its claim is checked gets none of its verdict", async () => {
  shows(3, "page-A");
  await scans.put(3, record("A", [claim("The first page's claim.", { state: "queued" })]));
  const view = new PageView(scans);
  await view.open(tab(3));
  await until(() => ports.length > 0 && ports[0].started !== null);
  const port = ports.at(-1);
  assert.equal(port?.started.claim, "The first page's claim.");
  await scans.put(3, { ...record("B", []), phase: "reading", page: "" });
  await scans.put(3, record("B", [claim("Another sentence.")]));
  assert.deepEqual([port?.open, port?.cancelled], [false, true]);
  port?.tell({ type: "event", event: "result", n: 1, data: result({ verdict: "False" }) });
  await until(() => rowsOf().map(String).join() === "Another sentence.");
  await rest();
  assert.deepEqual((await scans.get(3))?.claims.map(({ text, state, verdict }) => [text, state, verdict]), [["Another sentence.", "found", ""]]);
  assert.equal(await scans.answer(3, "s0"), null);
  assert.deepEqual(rowsOf().map(String), ["Another sentence."]);
});

test("a change meant for one scan is refused by the next", async () => {
  await scans.put(4, record("new", [claim("x")]));
  assert.equal(await scans.changeClaims(4, "old", () => true, { state: "done" }), null);
  assert.equal(await scans.keepAnswer(4, "old", "s0", result({})), false);
  await scans.forget(4, "old");
  assert.equal((await scans.get(4))?.scan, "new");
  await scans.forget(4, "new");
  assert.equal(await scans.get(4), null);
});

test("a page that is loaded while the reader changes tabs leaves the new tab the one that is shown and scanned", async () => {
  await scans.put(5, record("old tab", [claim("Of the old tab.")]));
  await scans.put(6, record("new tab", [claim("Of the new tab.")]));
  shows(5, "page-old tab");
  /** @type {((answer: unknown) => void)[]} */ const asked = [];
  pages.set(6, () => new Promise((answer) => void asked.push(answer)));
  const view = new PageView(scans);
  await view.open(tab(5));
  const opening = view.open(tab(6));
  await until(() => asked.length > 0);
  said.length = 0;
  view.scan();
  assert.equal(element("page-head").inert, true);
  assert.deepEqual(said, []);
  pages.set(6, () => ({ page: "page-new tab", url: "u" }));
  for (const answer of asked) answer({ page: "page-new tab", url: "u" });
  await Promise.all([opening, view.reloaded()]);
  assert.deepEqual(rowsOf().map(String), ["Of the new tab."]);
  assert.equal(element("page-head").inert, false);
  view.scan();
  assert.deepEqual(said, [{ type: "scan", tab: 6 }]);
});

test("checks of the tab before go on, and those of a page that is gone end", async () => {
  await scans.put(10, record("left", [claim("Of a tab.", { state: "queued" })]));
  await scans.put(11, record("gone", [claim("Of a page.", { state: "queued" })]));
  shows(10, "page-left");
  shows(11, "page-gone");
  const view = new PageView(scans);
  await view.open(tab(10));
  const [left] = ports.slice(-1);
  await view.open(tab(11));
  const [gone] = ports.slice(-1);
  shows(11, "the page after");
  await view.reloaded();
  assert.deepEqual([left.started.claim, left.open, left.cancelled], ["Of a tab.", false, false]);
  assert.deepEqual([gone.started.claim, gone.open, gone.cancelled], ["Of a page.", false, true]);
});

test("a storage that fails leaves a panel that can be used", async () => {
  const broken = async () => { throw new Error("The storage is broken."); };
  const view = new PageView(/** @type {any} */ ({ get: broken }));
  await view.open(tab(9));
  assert.equal(element("page-head").inert, false);
  said.length = 0;
  view.scan();
  assert.deepEqual(said, [{ type: "scan", tab: 9 }]);
});

test("what the tab does not show any more is forgotten, but not the scan that began meanwhile", async () => {
  await scans.put(7, record("gone", [claim("x")]));
  pages.set(7, async () => {
    await scans.put(7, { ...record("begun", []), phase: "reading", page: "" });
    return { page: "", url: "u" };
  });
  await new PageView(scans).open(tab(7));
  assert.equal((await scans.get(7))?.scan, "begun");
  // Otherwise the test would wait for the unfinished scan.
  await scans.forget(7);
});

test("a row says in words how sure its grade is, as the card does", async () => {
  await scans.put(12, record("sure", [claim("x", { state: "done", verdict: "False", confidence: 0.93 })]));
  shows(12, "page-sure");
  await new PageView(scans).open(tab(12));
  assert.equal(element("claims").children[0].all.find((/** @type {any} */ one) => one.attributes?.class === "row-meta").textContent, "False · very sure");
});

for (const [name, session_id, answered, kept] of /** @type {[string, string, boolean, boolean][]} */ ([
  ["is read from the history", "20261122-1", true, true],
  ["that the history lacks as well is not asked for unasked", "20261122-1", false, false],
  ["that never was in the history is not asked for unasked", "", true, false],
])) {
  test(`an answer that made room for others and ${name}`, async (t) => {
    worker.answer = ({ type }) => type === "history" && (answered ? { ok: true, data: result({}) } : { ok: false, failure: { kind: "request" } });
    t.after(() => void (worker.answer = () => undefined));
    await scans.put(8, record("S", [claim("x", { state: "done", verdict: "False", confidence: 0.9, session: session_id })]));
    const { answerOf } = await import("../../chrome_extension/sidepanel/page_claims.js");
    const [one] = (await scans.get(8))?.claims ?? [];
    assert.equal((await answerOf(scans, 8, one)) !== null, kept);
    shows(8, "page-S");
    ports.length = 0;
    await new PageView(scans).open(tab(8));
    if (!kept) element("claims").children[0].all.find((/** @type {any} */ part) => part.attributes?.class === "row-main").press();
    await until(() => element("claims").children[0].all.some((/** @type {any} */ part) => part.attributes?.class?.includes("small-button")) === !kept);
    await rest();
    assert.deepEqual([ports.length, session.held[keyOf(8)].claims[0].verdict], [0, "False"]);
  });
}
