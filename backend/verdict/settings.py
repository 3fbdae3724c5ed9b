"""Every figure of the verdict in one frozen object; each names the document and section that it comes from.

"design" marks what no document has: how a conflict or a defect was resolved, see docs/decisions/0018.
"""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.constants import const
from backend.domain.trust import SourceTier


@dataclass(frozen=True, slots=True, kw_only=True)
class VeracityPrior:
    """Probability that a statement of a page of this tier holds."""

    a: float = const(0.85, "002 FR-002")
    a_prime: float = const(0.75, "002 FR-002")
    b: float = const(0.70, "002 FR-002")
    c: float = const(0.55, "002 FR-002")
    d: float = const(0.35, "002 FR-002")
    unknown: float = const(0.5, "002 (seed-systems §11.1): no page, or one of which nothing is known")


@dataclass(frozen=True, slots=True, kw_only=True)
class DangerPrior:
    """Probability that believing a page of this tier does harm."""

    a: float = const(0.10, "002 FR-002")
    a_prime: float = const(0.15, "002 FR-002")
    b: float = const(0.20, "002 FR-002")
    c: float = const(0.35, "002 FR-002")
    d: float = const(0.50, "002 FR-002")
    unknown: float = const(0.5, "002 (seed-systems §11.1)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """How far one quoted source of this tier explains an answer."""

    a: float = const(0.96, "002 FR-007 (seed-systems §11.1)")
    a_prime: float = const(0.93, "002 FR-007 (seed-systems §11.1)")
    b: float = const(0.90, "002 FR-007 (seed-systems §11.1)")
    c: float = const(0.85, "002 FR-007 (seed-systems §11.1)")
    d: float = const(0.80, "002 FR-007 (seed-systems §11.1)")
    unknown: float = const(0.38, "002 FR-007 (seed-systems §11.1): no quoted source")


TierTable = VeracityPrior | DangerPrior | Explained


def of_tier(table: TierTable, tier: SourceTier | None) -> float:
    """The figure of a tier; that for unknown sources where there is none."""
    known = {
        SourceTier.A: table.a,
        SourceTier.A_PRIME: table.a_prime,
        SourceTier.B: table.b,
        SourceTier.C: table.c,
        SourceTier.D: table.d,
    }
    return table.unknown if tier is None else known[tier]


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefSettings:
    """Belief in log-odds."""

    epsilon: float = const(1e-9, "002 M104 (seed-systems §11.1): probabilities are clipped here before their logarithm")
    max_impact: float = const(2.0, "002 FR-005, L_max")
    steepness: float = const(10.0, "002 FR-005, k")
    midpoint: float = const(0.5, "002 FR-005, x0")
    stance_share: float = const(0.5, "design: strength of evidence is stance and credibility in equal parts")
    consensus_domains: int = const(2, "002 FR-006, source_count")
    consensus_low: float = const(0.02, "seed-systems §16, consensus")
    consensus_high: float = const(0.98, "seed-systems §16, consensus")
    opposed: float = const(0.5, "design: share of the evidence that prior and neighbours may take away at most")
    veracity: VeracityPrior = VeracityPrior()
    weak_band: float = const(0.02, "design, 000 §8: nearer to even odds than this no side has won")


@dataclass(frozen=True, slots=True, kw_only=True)
class RgbaSettings:
    """The four beliefs of document 002, FR-007."""

    danger: DangerPrior = DangerPrior()
    neutral: float = const(0.5, "002 FR-007: prior of honesty and explainability")
    explained: Explained = Explained()
    conflict: float = const(0.15, "002 (seed-systems §10.3): what a conflict takes from explainability")


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSettings:
    """Beliefs that pass between the parts of a claim."""

    max_message: float = const(2.0, "design: all neighbours together weigh no more than one strong source (L_max)")
    premise_refuted: float = const(0.2, "002 (seed-systems §10.3): a premise believed no more than this …")
    dependent_cap: float = const(0.4, "002 (seed-systems §10.3): … leaves what depends on it at most this belief")


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthSettings:
    """Truthfulness from the statuses of a claim's parts, as shares."""

    strongly_valid: float = const(1.0, "000 §6.1")
    valid: float = const(1.0, "000 §6.1")
    partially_valid: float = const(0.75, "000 §6.1")
    unknown: float = const(0.45, "000 §6.1")
    partially_invalid: float = const(0.25, "000 §6.1")
    invalid: float = const(0.0, "000 §6.1")
    contradicted: float = const(0.30, "000 §6.1: times the share of contradicted parts")
    unresolved: float = const(0.10, "000 §6.1: times the share of unresolved parts")
    unresolved_cap: float = const(0.89, "000 §6.1 (seed-systems §10.4): support only, and something unresolved")
    strong_floor: float = const(0.98, "000 §6.1 (seed-systems §10.4): every part strongly supported")
    refuted_cap: float = const(0.12, "000 §6.1 (seed-systems §10.4): False without any support")
    ceiling: float = const(0.85, "000 §6.1: diversity ceiling at diversity 0")
    ceiling_diversity: float = const(0.10, "000 §6.1: what full diversity adds to the ceiling")
    undecided_low: float = const(0.35, "000 §6.1 (seed-systems §10.4): lowest where nothing is decided")
    undecided_high: float = const(0.65, "000 §6.1 (seed-systems §10.4): highest where nothing is decided")
    misleading_cap: float = const(0.55, "000 §6.1 (seed-systems §10.4), PARTIALLY_TRUE of the guards")
    absolute_cap: float = const(0.899, "000 §6.1 (seed-systems §10.4): what the guards do not let be sure")
    false_cap: float = const(0.45, "design: a headline False is never more true than this …")
    true_floor: float = const(0.55, "design: … nor a headline True less")


@dataclass(frozen=True, slots=True, kw_only=True)
class QualitySettings:
    """Evidence quality."""

    top: int = const(3, "000 §6.2 (seed-systems §11.3): passages that make up a part's figure")
    semantic: float = const(0.70, "000 §6.2: share of the semantic score in relevance")
    graph: float = const(0.30, "000 §6.2: share of the graph's score in relevance")
    relevance: float = const(0.70, "000 §6.2; never less than the semantic score alone (decision 0018)")
    anchors: float = const(0.15, "000 §6.2")
    overlap: float = const(0.10, "000 §6.2")
    credibility: float = const(0.05, "000 §6.2")
    thin_overlap: float = const(0.20, "000 §6.2 (seed-systems §11.3): less overlap than this …")
    thin_factor: float = const(0.6, "000 §6.2 (seed-systems §11.3): … leaves this share")
    uncertain: float = const(0.22, "000 §6.2 (seed-systems §11.3)")
    reporting: float = const(0.24, "000 §6.2 (seed-systems §11.3)")
    contradiction: float = const(0.55, "000 §6.2 (seed-systems §11.3): times the best passage of the other side")
    base: float = const(0.85, "000 §6.2: share without diversity; also the ceiling at diversity 0")
    diversity: float = const(0.15, "000 §6.2: what full diversity adds")
    ceiling_diversity: float = const(0.10, "000 §6.2: what full diversity adds to the ceiling")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceSettings:
    """Confidence in the verdict; the caps come last."""

    certainty: float = const(0.30, "000 §7, truthfulness: how far it lies from the middle")
    coverage: float = const(0.25, "000 §7")
    agreement: float = const(0.20, "000 §7")
    diversity: float = const(0.15, "000 §7")
    trust: float = const(0.10, "000 §7")
    cap: float = const(0.95, "000 §7")
    covered: float = const(0.8, "000 §7: from this coverage on …")
    covered_floor: float = const(0.75, "000 §7: … at least this share of the certainty")
    floor: float = const(0.05, "000 §7 (seed-systems §11.3): of a firm verdict")
    unresolved_cap: float = const(0.40, "000 §7 (seed-systems §11.3): cap with unresolved parts …")
    unresolved_share: float = const(0.35, "000 §7 (seed-systems §11.3): … plus this times the resolved share")
    insufficient_cap: float = const(0.62, "000 §7 (seed-systems §11.3): the gate of trust was not passed")
    insufficient_unresolved_cap: float = const(0.55, "000 §7 (seed-systems §11.3): … and parts are unresolved")
    undecided_cap: float = const(0.35, "000 §7: nothing is decided")
    undecided_comparative_cap: float = const(0.45, "000 §7: nothing is decided about a comparison")
    refuted_floor: float = const(0.50, "000 §7 (seed-systems §11.3): False, resolved, without support, no comparison")
    undecided_coverage: float = const(0.25, "design: an undecided verdict, by coverage …")
    undecided_passage: float = const(0.1, "design: … and by the passages that take a side")
    conflict_cap: float = const(0.65, "design: sources that disagree never make a sure answer")
    single_source_cap: float = const(0.85, "design: one domain alone, however good")
    absolute_cap: float = const(0.75, "design, 000 §8: a supported “always” may have exceptions nobody mentions")
    conflict: float = const(0.25, "000 §7 (seed-systems §11.3): times the weight of what speaks against the verdict")
    outdated_penalty: float = const(0.15, "002 TemporalFiltering (seed-systems §10.3): too many outdated sources")


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporalSettings:
    """When evidence is too old for what a claim says of the present; days."""

    day: int = const(1, "002 TemporalFiltering (seed-systems §11.4): “today”, “yesterday”, with a day of grace")
    week: int = const(7, "002 TemporalFiltering (seed-systems §11.4)")
    month: int = const(31, "002 TemporalFiltering (seed-systems §11.4)")
    year: int = const(365, "002 TemporalFiltering (seed-systems §11.4); also “currently”, “still”, “is the president”")
    recent: int = const(30, "002 TemporalFiltering (seed-systems §11.4): the default, only where a signal exists")
    fast: int = const(
        365, "design (decision 38): prices, counts, rates and rankings are published anew at least once a year"
    )
    slow: int = const(730, "design (decision 38): few offices, memberships, records and laws change within two years")
    apart: int = const(
        31, "design (decision 38): sources nearer in time contradict each other; later ones report a change"
    )
    too_many: float = const(0.5, "002 TemporalFiltering, “too many mismatches”: more than this share of dated sources")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationSettings:
    """What a verdict must cite."""

    shown: int = const(25, "001 §8")
    min_sources: int = const(1, "001 §7.3, MIN_EVIDENCE_COUNT: distinct sources cited under a firm verdict")
    clear: float = const(
        0.7, "design: strength (probability of its side) of a passage that is cited in any case (decision 0024)"
    )
    sources: int = const(2, "design: weaker ones are cited until so many sources stand behind a side (S17)")


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictSettings:
    """All of them."""

    belief: BeliefSettings = BeliefSettings()
    rgba: RgbaSettings = RgbaSettings()
    graph: GraphSettings = GraphSettings()
    truth: TruthSettings = TruthSettings()
    quality: QualitySettings = QualitySettings()
    confidence: ConfidenceSettings = ConfidenceSettings()
    temporal: TemporalSettings = TemporalSettings()
    citations: CitationSettings = CitationSettings()


VERDICT = VerdictSettings()
