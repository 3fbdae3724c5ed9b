// The measured accuracy of each confidence level (docs/evaluation.md, "End to end": the reliability of both sets together).
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** The verifier used for the measurement, as in a result's fingerprint. The figures do not apply to answers of any other. */
  const VERIFIER = "claimlight-judge-mpnet-l10-int8@2b060527+claimlight-verifier-minilm-l6-int8@27550401";
  /** Claims with a known answer, checked by the whole product: 121 of Factcheck-Bench and 100 of Climate-FEVER. */
  const CLAIMS = 221;
  /** Firm verdicts by confidence shown: from (inclusive), to, how many, and how many of them were right. */
  const LEVELS = [
    { from: 0.6, to: 0.73, given: 4, right: 4 },
    { from: 0.73, to: 0.87, given: 31, right: 24 },
    { from: 0.87, to: 1, given: 11, right: 7 },
  ];

  /** No share is given for fewer verdicts. */
  const FEWEST = 5;

  /** The level of a firm verdict's confidence, or null if nothing was measured. @param {number} confidence 0..1 */
  function levelOf(confidence) {
    const percent = Math.round(confidence * 100) / 100;
    return LEVELS.find(({ from, to }) => percent >= from && (percent < to || to === 1)) ?? null;
  }

  ns.calibration = { VERIFIER, CLAIMS, LEVELS, FEWEST, levelOf };
})();
