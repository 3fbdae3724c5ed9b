// Values in the API's format (docs/api.md), complete enough for the card.

/** @param {Partial<import("../../chrome_extension/types").EvidenceItem>} change @returns {import("../../chrome_extension/types").EvidenceItem} */
export function item(change) {
  return {
    id: "e1", text: "The Earth is an oblate spheroid.", quote: "The Earth is an oblate spheroid.", source: "https://science.example/earth", title: "Earth",
    domain: "science.example", published: "2024-06-11", origin: "kb", kind: "article", verbatim: true, quarantined: false, lead_only: false, tier: "A", stars: 5, score: 3, relevance: 0.9, stance: "refutes", ...change,
  };
}

/** @param {Partial<import("../../chrome_extension/types").VerifyResult>} change @returns {import("../../chrome_extension/types").VerifyResult} */
export function result(change) {
  return {
    claim: "The Earth is flat", original_claim: "The Earth is flat", claim_type: "FACTUAL", verdict: "False", confidence: 0.78, truthfulness_percent: 4,
    evidence_quality_percent: 80, reasoning: "It is not [1].", evidence: [item({})], sub_results: [], steps: [], trace: [], issues: [], timings_ms: {},
    data_source: "knowledge_base", used_web_search: false, session_id: "s1", job_id: "j1", saved: true, ...change,
  };
}
