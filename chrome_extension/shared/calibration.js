// The measured accuracy of each confidence level, on both data sets together (docs/evaluation.md, "End to end").
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** The verifier that was evaluated, as named in a result's fingerprint. The numbers do not apply to answers from any other verifier. */
  const VERIFIER = "claimlight-judge-mpnet-l10-int8@2b060527+claimlight-verifier-minilm-l6-int8@27550401";
  /** Number of claims with a known answer that were checked with the whole product: 121 from Factcheck-Bench and 100 from Climate-FEVER. */
  const CLAIMS = 221;
  /** Numbers of firm verdicts whose displayed confidence is between `from` (inclusive) and `to`: all (`given`) and correct ones (`right`). */
  const LEVELS = [
    { from: 0.6, to: 0.73, given: 4, right: 4 },
    { from: 0.73, to: 0.87, given: 31, right: 24 },
    { from: 0.87, to: 1, given: 11, right: 7 },
  ];

  /** Minimum number of verdicts for which a percentage is shown. */
  const FEWEST = 5;

  /** Returns the level of a firm verdict's confidence, or null if that confidence was not measured. @param {number} confidence 0..1 */
  function levelOf(confidence) {
    const percent = Math.round(confidence * 100) / 100;
    return LEVELS.find(({ from, to }) => percent >= from && (percent < to || to === 1)) ?? null;
  }

  ns.calibration = { VERIFIER, CLAIMS, LEVELS, FEWEST, levelOf };
})();
