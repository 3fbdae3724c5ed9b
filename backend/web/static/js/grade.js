// @ts-check
// The grade shown to the reader: the label of a verdict, or the leaning of an undecided claim.

/** Returns the grade of a result, of one of its parts or of a history entry. @param {any} result @returns {string} */
export const grade = (result) => result.leaning?.label ?? result.verdict;

const FIRM = new Set(["True", "False", "Partially True", "Misleading"]);

/** Whether the verdict decides the claim. @param {any} result @returns {boolean} */
export const firm = (result) => FIRM.has(result.verdict);
