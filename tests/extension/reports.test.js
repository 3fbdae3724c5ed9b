import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";
import { Claimlight } from "./namespace.js";
import { item, result } from "./samples.js";

const { reports } = Claimlight;
/** @type {Record<string, unknown>} */
let kept = {};
const area = {
  get: async (/** @type {string} */ key) => (key in kept ? { [key]: structuredClone(kept[key]) } : {}),
  set: async (/** @type {Record<string, unknown>} */ change) => void Object.assign(kept, structuredClone(change)),
  remove: async (/** @type {string} */ key) => void delete kept[key],
};
beforeEach(() => {
  kept = {};
  Object.assign(globalThis, { chrome: { storage: { local: area } } });
});

test("a report holds the answer and what the reader says", async () => {
  await reports.add(result({ page: { url: "https://news.example/a", title: "" } }), { expected: "True", note: "I was\u202e there" });
  const [report] = await reports.list();
  assert.deepEqual([report.claim, report.verdict, report.confidence, report.expected, report.note, report.page], ["The Earth is flat", "False", 0.78, "True", "I was there", "https://news.example/a"]);
  assert.deepEqual(report.evidence, [{ source: "https://science.example/earth", stance: "refutes", quote: "The Earth is an oblate spheroid.", verbatim: true }]);
  assert.ok(Math.abs(Date.parse(report.at) - Date.now()) < 60_000);
});

test("a report of a leaning holds the grade that was shown", () => {
  const leaning = result({ verdict: "Not Enough Evidence", leaning: { label: "Probably true", probability: 0.7 } });
  assert.equal(reports.reportOf(leaning, { expected: "", note: "" }).verdict, "Probably true");
});

test("reports made at the same time are all kept, the newest first", async () => {
  await Promise.all(["a", "b", "c"].map((claim) => reports.add(result({ claim }), { expected: "", note: "" })));
  assert.deepEqual((await reports.list()).map((report) => report.claim), ["c", "b", "a"]);
});

test("stored reports are limited in number and size", async () => {
  const long = "x".repeat(10_000);
  const evidence = Array.from({ length: 30 }, () => item({ quote: long, source: `https://a.example/${long}` }));
  await reports.add(result({ claim: long, evidence, page: { url: `https://a.example/${long}`, title: "" } }), { expected: long, note: long });
  const one = JSON.stringify((await reports.list())[0]).length;
  assert.ok(one < 25_000, String(one));
  kept.reports = Array.from({ length: reports.MOST }, (_, index) => ({ claim: String(index) }));
  await reports.add(result({}), { expected: "", note: "" });
  const list = await reports.list();
  assert.equal(list.length, reports.MOST);
  assert.equal(list.at(-1)?.claim, String(reports.MOST - 2));
});

test("a failed write is reported, and the next one succeeds", async () => {
  const { set } = area;
  area.set = async () => Promise.reject(new Error("full"));
  await assert.rejects(reports.add(result({}), { expected: "", note: "" }), /full/);
  area.set = set;
  await reports.add(result({}), { expected: "", note: "" });
  assert.equal((await reports.list()).length, 1);
});

test("reports can be exported as JSON and deleted, and a broken store counts as empty", async () => {
  await reports.add(result({}), { expected: "", note: "" });
  assert.equal(JSON.parse(await reports.asJson()).claimlight_reports.length, 1);
  await reports.clear();
  assert.deepEqual(await reports.list(), []);
  kept.reports = "broken";
  assert.deepEqual(await reports.list(), []);
});
