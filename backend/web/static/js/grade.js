// @ts-check
// The grade that a reader sees: a verdict's label, or which way an undecided claim leans; says the same as backend/api/grade.py.

const LEANS = "What was found points this way, but not firmly.";

/** Of a result, a part of one or a history entry. @param {any} result @returns {string} */
export const grade = (result) => result.leaning?.label ?? result.verdict;

const FIRM = new Set(["True", "False", "Partially True", "Misleading"]);

/** Whether the verdict decides the claim. @param {any} result @returns {boolean} */
export const firm = (result) => FIRM.has(result.verdict);

/** How sure a leaning is; "" without one. Never 10 in 10: it is not firm. @param {any} result */
export const odds = ({ leaning }) => (leaning ? `right about ${Math.min(9, Math.round(10 * leaning.probability))} times in 10` : "");

/** One line under the grade: that it is a leaning, and how many of its parts hold where some do; "" for neither. @param {any} result */
export function says({ leaning, sub_results: parts }) {
  const confirmed = parts.filter((/** @type {any} */ part) => grade(part) === "True").length;
  const counted = confirmed > 0 && confirmed < parts.length ? `${confirmed} of ${parts.length} parts confirmed.` : "";
  return [leaning ? LEANS : "", counted].filter(Boolean).join(" ");
}
