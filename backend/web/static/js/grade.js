// @ts-check
// The grade that a reader sees: a verdict's label, or which way an undecided claim leans.

/** Of a result, a part of one or a history entry. @param {any} result @returns {string} */
export const grade = (result) => result.leaning?.label ?? result.verdict;

const FIRM = new Set(["True", "False", "Partially True", "Misleading"]);

/** Whether the verdict decides the claim. @param {any} result @returns {boolean} */
export const firm = (result) => FIRM.has(result.verdict);

/** How sure a leaning is; "" without one. Never 10 in 10: it is not firm. @param {any} result */
export const odds = ({ leaning }) => (leaning ? `right about ${Math.min(9, Math.round(10 * leaning.probability))} times in 10` : "");
