"""All constants of the trust score, each with the original design and the section of docs/design.md that it comes from.

"ours" marks a choice of this project (docs/decisions/0016). COUNTS and ALONE are defined in `sufficiency`, next to the
functions that use them.
"""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.constants import const
from backend.domain.coverage import TrustMode


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeThresholds:
    """The thresholds of the gates in normal mode. All values except the count are 0..1."""

    coverage_high: float = const(0.60, "000 #trust-gates, COVERAGE_THRESHOLD_HIGH")
    coverage_medium: float = const(0.40, "000 #trust-gates, COVERAGE_THRESHOLD_MEDIUM")
    diversity_high: float = const(0.70, "000 #trust-gates, DIVERSITY_THRESHOLD_HIGH")
    agreement_high: float = const(0.80, "000 #trust-gates, AGREEMENT_THRESHOLD_HIGH")
    min_evidence: int = const(3, "000 #trust-gates, MIN_EVIDENCE_COUNT")
    strong: float = const(0.55, "000 #coverage: semantic score of a strong match")
    partial: float = const(0.30, "000 #coverage: semantic score of a partial match")
    partial_weight: float = const(0.5, "000 #coverage: what a partly covered segment adds")
    relaxed: bool = const(False, "000 #trust-gates: whether the relaxed gate exists")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceThresholds(ModeThresholds):
    """The thresholds of the gates in confidence mode."""

    coverage_high: float = const(0.35, "000 #trust-gates, confidence mode")
    coverage_medium: float = const(0.20, "000 #trust-gates, confidence mode")
    min_evidence: int = const(1, "000 #trust-gates, confidence mode")
    strong: float = const(0.45, "000 #coverage, confidence mode")
    partial: float = const(0.18, "000 #coverage, confidence mode")
    partial_weight: float = const(0.7, "000 #coverage, confidence mode")
    relaxed: bool = const(True, "000 #trust-gates, confidence-mode relaxed gate")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFigures:
    """The constants for matching a passage with a segment."""

    semantic: float = const(0.7, "000 #coverage: with anchors, share of the semantic score …")
    anchors: float = const(0.3, "000 #coverage: … and of the anchors, full from …")
    anchors_full: int = const(2, "000 #coverage: … so many of them, which a strong match needs")
    worded_semantic: float = const(0.6, "000 #coverage: with words, share of the semantic score …")
    worded: float = const(0.4, "000 #coverage: … and of the shared words")
    object_bonus: float = const(0.08, "000 #coverage: the segment's object is named …")
    object_bonus_from: float = const(0.65, "000 #coverage: … from this semantic score on")
    object_factor: float = const(0.85, "000 #coverage: it is not named …")
    object_factor_from: float = const(0.75, "000 #coverage: … from this semantic score on")
    object_strong: float = const(0.80, "000 #coverage: a named object makes a match strong from here")
    graph_none: float = const(0.70, "000 #coverage: from the graph, no anchor")
    graph_one: float = const(0.85, "000 #coverage: from the graph, fewer anchors than needed")
    object_letters: int = const(4, "000 #coverage: shortest word of an object")
    anchor_letters: int = const(3, "000 #coverage: shortest anchor")
    segment_words: int = const(2, "000 #decomposition: fewest words of meaning in a segment")
    segment_letters: int = const(12, "000 #decomposition: shortest segment")


@dataclass(frozen=True, slots=True, kw_only=True)
class GateThresholds:
    """The thresholds of the gates that are the same in both modes."""

    few_coverage: float = const(0.20, "000 #trust-gates: with too few passages, less coverage than this fails")
    low_count_diversity: float = const(0.85, "000 #trust-gates, low-count override")
    low_count_relevance: float = const(0.75, "000 #trust-gates, low-count override")
    relaxed_coverage: float = const(0.5, "000 #trust-gates, relaxed gate")
    relaxed_diversity: float = const(0.3, "000 #trust-gates, relaxed gate")
    relaxed_agreement: float = const(0.8, "000 #trust-gates, relaxed gate")
    override_coverage: float = const(0.25, "000 #trust-gates, adaptive override")
    override_diversity: float = const(0.75, "000 #trust-gates, adaptive override")
    override_strong: int = const(1, "000 #trust-gates, adaptive override: strong segments, …")
    override_share: float = const(0.40, "ours: … which are also this share of all (the medium coverage)")
    override_relevance: float = const(0.55, "000 #trust-gates, adaptive override")
    contested_relevance: float = const(0.10, "000 #trust-gates: times the contested share, off the relevance")


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardThresholds:
    """The thresholds of the weak-relevance guard, which may revoke a passed gate."""

    trust_post: float = const(0.55, "000 #trust-gates: less is weak")
    top_semantic: float = const(0.60, "000 #trust-gates: less is weak")
    top_trust: float = const(0.55, "000 #trust-gates: less is weak")
    override_coverage: float = const(0.60, "000 #trust-gates: after an override, exempt from here on …")
    override_relevance: float = const(0.65, "000 #trust-gates: … with this relevance")
    full_coverage: float = const(0.95, "000 #trust-gates: exempt from here on …")
    full_agreement: float = const(0.90, "000 #trust-gates: … with this agreement")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustFigures:
    """The constants for the trust in one passage and in all evidence."""

    semantic: float = const(0.30, "000 #evidence-trust")
    source: float = const(0.30, "000 #evidence-trust")
    recency: float = const(0.20, "000 #evidence-trust")
    stance: float = const(0.20, "000 #evidence-trust: 1 for either side; there 0 for refutations")
    neutral_stance: float = const(0.5, "000 #evidence-trust")
    recency_steps: tuple[tuple[int, float], ...] = const(
        ((180, 1.0), (365, 0.8), (3 * 365, 0.6), (5 * 365, 0.4)), "000 #evidence-trust: days, recency"
    )
    recency_old: float = const(0.3, "000 #evidence-trust")
    recency_missing: float = const(0.5, "000 #evidence-trust")
    per_domain: int = const(2, "001 #other-orders: further passages of one domain make no other diversity")
    post_base: float = const(0.5, "000 #trust-states")
    post_coverage: float = const(0.5, "000 #trust-states")
    post_floor_coverage: float = const(0.5, "000 #trust-states, consistency floor")
    confirmed: float = const(0.8, "000 #trust-states")
    provisional: float = const(0.6, "000 #trust-states: less is provisional too, there it is revoked")
    fixed_threshold: float = const(0.70, "000 #evidence-trust")
    grades: tuple[tuple[float, str], ...] = const(
        ((0.85, "A+"), (0.75, "A"), (0.65, "B"), (0.50, "C"), (0.35, "D")), "000 #evidence-trust"
    )
    grade_last: str = const("F", "000 #evidence-trust")
    samples: int = const(200, "000 #evidence-trust, bootstrap")
    tail: float = const(0.025, "ours: share left out at either end, for an interval of 95%")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrecheckFigures:
    """The requirements for an answer from the knowledge base without a search."""

    coverage: float = const(0.99, "000 #precheck")
    admissible: float = const(0.35, "000 #precheck")
    sided: int = const(1, "000 #precheck: passages that take a side")
    mean_logit: float = const(0.5, "004 #precheck asks 1.0 of an unbounded logit; ours is bounded (decision 0002)")
    fresh_hours: int = const(24, "001 #precheck: how old evidence for a claim about the present may be")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustSettings:
    """All settings of the trust score."""

    normal: ModeThresholds = ModeThresholds()
    confidence: ModeThresholds = ConfidenceThresholds()
    match: MatchFigures = MatchFigures()
    gates: GateThresholds = GateThresholds()
    guard: GuardThresholds = GuardThresholds()
    trust: TrustFigures = TrustFigures()
    precheck: PrecheckFigures = PrecheckFigures()
    minority: float = const(1 / 3, "ours #sufficiency: share of the stronger side that makes the weaker one a conflict")

    def mode(self, mode: TrustMode) -> ModeThresholds:
        """Return the thresholds of this mode."""
        return self.confidence if mode is TrustMode.CONFIDENCE else self.normal


TRUST = TrustSettings()
