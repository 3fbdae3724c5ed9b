// What a confidence meant when it was measured (docs/evaluation.md, "End to end": the reliability of both sets together).
"use strict";
(() => {
  const ns = globalThis.Claimlight;

  /** The verifier that it was measured with, as in a result's fingerprint. Of answers by any other it says nothing. */
  const VERIFIER = "claimlight-judge-mpnet-l10-int8@2b060527+claimlight-verifier-minilm-l6-int8@27550401";
  /** Claims with a known answer that the whole product was asked, 121 of Factcheck-Bench and 100 of Climate-FEVER. */
  const CLAIMS = 221;
  /** Firm verdicts by the confidence shown with them: from (included), to, how many, and how many of them were right. */
  const LEVELS = [
    { from: 0.6, to: 0.73, given: 4, right: 4 },
    { from: 0.73, to: 0.87, given: 31, right: 24 },
    { from: 0.87, to: 1, given: 11, right: 7 },
  ];

  /** Of fewer verdicts no share is named. */
  const FEWEST = 5;

  /** The level that a confidence of a firm verdict belongs to, or null where nothing was measured. @param {number} confidence 0..1 */
  function levelOf(confidence) {
    const percent = Math.round(confidence * 100) / 100;
    return LEVELS.find(({ from, to }) => percent >= from && (percent < to || to === 1)) ?? null;
  }

  ns.calibration = { VERIFIER, CLAIMS, LEVELS, FEWEST, levelOf };
})();
