"""All constants of the verdict. Each names the original design and the section of docs/design.md that it comes from.

"ours" marks a choice of this project (docs/decisions/0018).
"""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.constants import const
from backend.domain.trust import SourceTier


@dataclass(frozen=True, slots=True, kw_only=True)
class DangerPrior:
    """The probability that believing a page is harmful, by the page's tier."""

    a: float = const(0.10, "002 #rgba")
    a_prime: float = const(0.15, "002 #rgba")
    b: float = const(0.20, "002 #rgba")
    c: float = const(0.35, "002 #rgba")
    d: float = const(0.50, "002 #rgba")
    unknown: float = const(0.5, "002 #rgba")


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """The degree to which one quoted source explains a verdict, by the source's tier."""

    a: float = const(0.96, "002 #rgba")
    a_prime: float = const(0.93, "002 #rgba")
    b: float = const(0.90, "002 #rgba")
    c: float = const(0.85, "002 #rgba")
    d: float = const(0.80, "002 #rgba")
    unknown: float = const(0.38, "002 #rgba: no quoted source")


TierTable = DangerPrior | Explained


def of_tier(table: TierTable, tier: SourceTier | None) -> float:
    """Return the value for a tier, or the value for unknown sources if `tier` is None."""
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
    """The constants of belief in log-odds."""

    epsilon: float = const(1e-9, "002 #belief: probabilities are clipped here before their logarithm")
    max_impact: float = const(2.0, "002 #belief, L_max")
    steepness: float = const(10.0, "002 #belief, k")
    midpoint: float = const(0.5, "002 #belief, x0")
    stance_share: float = const(0.5, "ours: strength of evidence is stance and credibility in equal parts")
    consensus_domains: int = const(2, "002 #belief, source_count")
    consensus_low: float = const(0.02, "ours #belief: bound of the consensus")
    consensus_high: float = const(0.98, "ours #belief: bound of the consensus")
    opposed: float = const(0.5, "ours: share of the evidence that neighbours may take away at most")


@dataclass(frozen=True, slots=True, kw_only=True)
class RgbaSettings:
    """The constants of danger, veracity, honesty and explainability (docs/design.md#rgba)."""

    danger: DangerPrior = DangerPrior()
    neutral: float = const(0.5, "002 #rgba: prior of honesty and explainability")
    explained: Explained = Explained()
    conflict: float = const(0.15, "002 #rgba: what a conflict takes from explainability")


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphSettings:
    """The constants of the propagation of belief between the parts of a claim."""

    max_message: float = const(2.0, "ours: all neighbours together weigh no more than one strong source (L_max)")
    premise_refuted: float = const(0.2, "002 #claim-graph: a premise believed no more than this …")
    dependent_cap: float = const(0.4, "002 #claim-graph: … leaves what depends on it at most this belief")


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthSettings:
    """The constants of truthfulness, which follows from the statuses of a claim's parts. All values are 0..1."""

    strongly_valid: float = const(1.0, "000 #truthfulness")
    valid: float = const(1.0, "000 #truthfulness")
    partially_valid: float = const(0.75, "000 #truthfulness")
    unknown: float = const(0.45, "000 #truthfulness")
    partially_invalid: float = const(0.25, "000 #truthfulness")
    invalid: float = const(0.0, "000 #truthfulness")
    contradicted: float = const(0.30, "000 #truthfulness: times the share of contradicted parts")
    unresolved: float = const(0.10, "000 #truthfulness: times the share of unresolved parts")
    unresolved_cap: float = const(0.89, "000 #truthfulness: support only, and something unresolved")
    strong_floor: float = const(0.98, "000 #truthfulness: every part strongly supported")
    refuted_cap: float = const(0.12, "000 #truthfulness: False without any support")
    ceiling: float = const(0.85, "000 #truthfulness: diversity ceiling at diversity 0")
    ceiling_diversity: float = const(0.10, "000 #truthfulness: what full diversity adds to the ceiling")
    undecided_low: float = const(0.35, "000 #truthfulness: lowest where nothing is decided")
    undecided_high: float = const(0.65, "000 #truthfulness: highest where nothing is decided")
    misleading_cap: float = const(0.55, "000 #truthfulness, PARTIALLY_TRUE of the guards")
    absolute_cap: float = const(0.899, "000 #truthfulness: what the guards do not let be sure")
    false_cap: float = const(0.45, "ours: a headline False is never more true than this …")
    true_floor: float = const(0.55, "ours: … nor a headline True less")


@dataclass(frozen=True, slots=True, kw_only=True)
class QualitySettings:
    """The constants of evidence quality."""

    top: int = const(3, "000 #evidence-quality: passages that make up a part's figure")
    semantic: float = const(0.70, "000 #evidence-quality: share of the semantic score in relevance")
    graph: float = const(0.30, "000 #evidence-quality: share of the graph's score in relevance")
    relevance: float = const(0.70, "000 #evidence-quality; never less than the semantic score alone (decision 0018)")
    anchors: float = const(0.15, "000 #evidence-quality")
    overlap: float = const(0.10, "000 #evidence-quality")
    credibility: float = const(0.05, "000 #evidence-quality")
    thin_overlap: float = const(0.20, "000 #evidence-quality: less overlap than this …")
    thin_factor: float = const(0.6, "000 #evidence-quality: … leaves this share")
    uncertain: float = const(0.22, "000 #evidence-quality")
    reporting: float = const(0.24, "000 #evidence-quality")
    contradiction: float = const(0.55, "000 #evidence-quality: times the best passage of the other side")
    base: float = const(0.85, "000 #evidence-quality: share without diversity; also the ceiling at diversity 0")
    diversity: float = const(0.15, "000 #evidence-quality: what full diversity adds")
    ceiling_diversity: float = const(0.10, "000 #evidence-quality: what full diversity adds to the ceiling")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceSettings:
    """The constants of the confidence in a verdict. The caps are applied last."""

    certainty: float = const(0.30, "000 #confidence, truthfulness: how far it lies from the middle")
    coverage: float = const(0.25, "000 #confidence")
    agreement: float = const(0.20, "000 #confidence")
    diversity: float = const(0.15, "000 #confidence")
    trust: float = const(0.10, "000 #confidence")
    cap: float = const(0.95, "000 #confidence")
    covered: float = const(0.8, "000 #confidence: from this coverage on …")
    covered_floor: float = const(0.75, "000 #confidence: … at least this share of the certainty")
    floor: float = const(0.05, "000 #confidence: of a firm verdict")
    unresolved_cap: float = const(0.40, "000 #confidence: cap with unresolved parts …")
    unresolved_share: float = const(0.35, "000 #confidence: … plus this times the resolved share")
    insufficient_cap: float = const(0.62, "000 #confidence: the gate of trust was not passed")
    insufficient_unresolved_cap: float = const(0.55, "000 #confidence: … and parts are unresolved")
    undecided_cap: float = const(0.35, "000 #confidence: nothing is decided")
    undecided_comparative_cap: float = const(0.45, "000 #confidence: nothing is decided about a comparison")
    undecided_coverage: float = const(0.25, "ours: an undecided verdict, by coverage …")
    undecided_passage: float = const(0.1, "ours: … and by the passages that take a side")
    conflict_cap: float = const(0.65, "ours: sources that disagree never make a sure answer")
    conflict: float = const(0.25, "000 #confidence: times the weight of what speaks against the verdict")
    outdated_penalty: float = const(0.15, "002 #time: too many outdated sources")


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporalSettings:
    """The ages in days beyond which evidence no longer describes the present."""

    day: int = const(1, "002 #time: “today”, “yesterday”, with a day of grace")
    week: int = const(7, "002 #time")
    month: int = const(31, "002 #time")
    year: int = const(365, "002 #time: “currently”, “still”; of claims without a time frame only (decision 53)")
    recent: int = const(30, "002 #time: the default, only where a signal exists")
    fast: int = const(
        365, "ours (decision 38): prices, counts, rates and rankings are published anew at least once a year"
    )
    slow: int = const(730, "ours (decision 38): few offices, memberships, records and laws change within two years")
    apart: int = const(
        31, "ours (decision 38): sources nearer in time contradict each other; later ones report a change"
    )
    too_many: float = const(0.5, "002 #time, “too many mismatches”: more than this share of dated sources")


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationSettings:
    """The citations that a verdict requires."""

    shown: int = const(25, "001 #citations")
    min_sources: int = const(1, "001 #citations, MIN_EVIDENCE_COUNT: distinct sources cited under a firm verdict")
    clear: float = const(
        0.7, "ours: strength (probability of its side) of a passage that is cited in any case (decision 0024)"
    )
    sources: int = const(2, "ours: weaker ones are cited until so many sources stand behind a side (S17)")


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictSettings:
    """All settings of the verdict."""

    belief: BeliefSettings = BeliefSettings()
    rgba: RgbaSettings = RgbaSettings()
    graph: GraphSettings = GraphSettings()
    truth: TruthSettings = TruthSettings()
    quality: QualitySettings = QualitySettings()
    confidence: ConfidenceSettings = ConfidenceSettings()
    temporal: TemporalSettings = TemporalSettings()
    citations: CitationSettings = CitationSettings()


VERDICT = VerdictSettings()
