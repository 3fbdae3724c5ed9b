/** The grades in the order in which the panel lists them, and the number of a page's claims with each grade. */

const ns = globalThis.Claimlight;
/** @typedef {import("../scan").ScanRecord} ScanRecord */

/** The grades by the key of their mark on the page. @type {Record<string, string>} */
export const GRADES = {
  true: "True", false: "False", partial: "Partially True", misleading: "Misleading", probably_true: "Probably true", probably_false: "Probably false",
  probably_partial: "Probably partly true", unknown: "Not Enough Evidence", opinion: "Not Verifiable",
};

/** Returns the number of claims for each grade that occurs. @param {ScanRecord | null} record @returns {[string, number][]} */
export function tallied(record) {
  const graded = (record?.claims ?? []).filter(({ state }) => state === "done").map((claim) => ns.words.gradeKey(claim));
  return Object.keys(GRADES).map((key) => /** @type {[string, number]} */ ([key, graded.filter((one) => one === key).length])).filter(([, count]) => count > 0);
}

/** Returns a grade with its count, for example "False: 1". @param {[string, number]} counted */
export const tallyLine = ([key, count]) => ns.i18n.t("label_value", [ns.words.verdict(GRADES[key]), count]);

/** @param {[string, number][]} counts */
export function tally(counts) {
  const { h, icon } = ns.dom;
  if (counts.length === 0) return null;
  const entry = (/** @type {[string, number]} */ counted) =>
    h("li", { class: counted[0] }, h("span", { class: "seal small" }, icon(counted[0], 12)), tallyLine(counted));
  return h("ul", { class: "tally" }, ...counts.map(entry));
}
