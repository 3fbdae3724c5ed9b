"""Every figure of trust in one frozen object; each names the document and section that it comes from.

"design" marks what no document has: how a conflict or a defect was resolved, see docs/decisions/0016. COUNTS and ALONE
stand beside the rule that they belong to, in `sufficiency`.
"""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.constants import const
from backend.domain.coverage import TrustMode


@dataclass(frozen=True, slots=True, kw_only=True)
class ModeFigures:
    """Thresholds of the gates in normal mode; all but the count are 0..1."""

    coverage_high: float = const(0.60, "000 §5.2, COVERAGE_THRESHOLD_HIGH")
    coverage_medium: float = const(0.40, "000 §5.2, COVERAGE_THRESHOLD_MEDIUM")
    diversity_high: float = const(0.70, "000 §5.2, DIVERSITY_THRESHOLD_HIGH")
    agreement_high: float = const(0.80, "000 §5.2, AGREEMENT_THRESHOLD_HIGH")
    min_evidence: int = const(3, "000 §5.2, MIN_EVIDENCE_COUNT")
    strong: float = const(0.55, "000 §5.1 (seed-systems §9.5): semantic score of a strong match")
    partial: float = const(0.30, "000 §5.1 (seed-systems §9.5): semantic score of a partial match")
    partial_weight: float = const(0.5, "000 §5.1 (seed-systems §9.5): what a partly covered segment adds")
    relaxed: bool = const(False, "000 §5.2: whether the relaxed gate exists")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfidenceFigures(ModeFigures):
    """The same in confidence mode."""

    coverage_high: float = const(0.35, "000 §5.2 (seed-systems §9.5), confidence mode")
    coverage_medium: float = const(0.20, "000 §5.2 (seed-systems §9.5), confidence mode")
    min_evidence: int = const(1, "000 §5.2 (seed-systems §9.5), confidence mode")
    strong: float = const(0.45, "000 §5.1 (seed-systems §9.5), confidence mode")
    partial: float = const(0.18, "000 §5.1 (seed-systems §9.5), confidence mode")
    partial_weight: float = const(0.7, "000 §5.1 (seed-systems §9.5), confidence mode")
    relaxed: bool = const(True, "000 §5.2, confidence-mode relaxed gate")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFigures:
    """How a passage is held against one segment."""

    semantic: float = const(0.7, "000 §5.1 (seed-systems §9.5): with anchors, share of the semantic score …")
    anchors: float = const(0.3, "000 §5.1 (seed-systems §9.5): … and of the anchors, full from …")
    anchors_full: int = const(2, "000 §5.1 (seed-systems §9.5): … so many of them, which a strong match needs")
    worded_semantic: float = const(0.6, "000 §5.1 (seed-systems §9.5): with words, share of the semantic score …")
    worded: float = const(0.4, "000 §5.1 (seed-systems §9.5): … and of the shared words")
    object_bonus: float = const(0.08, "000 §5.1 (seed-systems §9.5): the segment's object is named …")
    object_bonus_from: float = const(0.65, "000 §5.1 (seed-systems §9.5): … from this semantic score on")
    object_factor: float = const(0.85, "000 §5.1 (seed-systems §9.5): it is not named …")
    object_factor_from: float = const(0.75, "000 §5.1 (seed-systems §9.5): … from this semantic score on")
    object_strong: float = const(0.80, "000 §5.1 (seed-systems §9.5): a named object makes a match strong from here")
    graph_none: float = const(0.70, "000 §5.1 (seed-systems §9.5): from the graph, no anchor")
    graph_one: float = const(0.85, "000 §5.1 (seed-systems §9.5): from the graph, fewer anchors than needed")
    object_letters: int = const(4, "000 §5.1 (seed-systems §9.5): shortest word of an object")
    anchor_letters: int = const(3, "000 §4 (seed-systems §8.3): shortest anchor")
    segment_words: int = const(2, "000 §3 (seed-systems §3.2): fewest words of meaning in a segment")
    segment_letters: int = const(12, "000 §3 (seed-systems §3.2): shortest segment")


@dataclass(frozen=True, slots=True, kw_only=True)
class GateFigures:
    """What the gates ask in either mode."""

    few_coverage: float = const(
        0.20, "000 §5.2 (seed-systems §9.5): with too few passages, less coverage than this fails"
    )
    low_count_diversity: float = const(0.85, "000 §5.2 (seed-systems §9.5), low-count override")
    low_count_relevance: float = const(0.75, "000 §5.2 (seed-systems §9.5), low-count override")
    relaxed_coverage: float = const(0.5, "000 §5.2 (seed-systems §9.5), relaxed gate")
    relaxed_diversity: float = const(0.3, "000 §5.2 (seed-systems §9.5), relaxed gate")
    relaxed_agreement: float = const(0.8, "000 §5.2 (seed-systems §9.5), relaxed gate")
    override_coverage: float = const(0.25, "000 §5.2, adaptive override")
    override_diversity: float = const(0.75, "000 §5.2, adaptive override")
    override_strong: int = const(1, "000 §5.2, adaptive override: strong segments, …")
    override_share: float = const(0.40, "design: … which are also this share of all (the medium coverage)")
    override_relevance: float = const(0.55, "000 §5.2, adaptive override")
    contested_relevance: float = const(
        0.10, "000 §5.2 (seed-systems §9.5): times the contested share, off the relevance"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardFigures:
    """The weak-relevance guard, which may turn a pass back."""

    trust_post: float = const(0.55, "000 §5.3 (seed-systems §9.5): less is weak")
    top_semantic: float = const(0.60, "000 §5.3 (seed-systems §9.5): less is weak")
    top_trust: float = const(0.55, "000 §5.3 (seed-systems §9.5): less is weak")
    override_coverage: float = const(0.60, "000 §5.3 (seed-systems §9.5): after an override, exempt from here on …")
    override_relevance: float = const(0.65, "000 §5.3 (seed-systems §9.5): … with this relevance")
    full_coverage: float = const(0.95, "000 §5.3 (seed-systems §9.5): exempt from here on …")
    full_agreement: float = const(0.90, "000 §5.3 (seed-systems §9.5): … with this agreement")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustFigures:
    """Trust in one passage, and in all of them."""

    semantic: float = const(0.30, "000 §9 (seed-systems §9.4)")
    source: float = const(0.30, "000 §9 (seed-systems §9.4)")
    recency: float = const(0.20, "000 §9 (seed-systems §9.4)")
    stance: float = const(0.20, "000 §9 (seed-systems §9.4): 1 for either side, document 000 has 0 for refutations")
    neutral_stance: float = const(0.5, "000 §9 (seed-systems §9.4)")
    recency_steps: tuple[tuple[int, float], ...] = const(
        ((180, 1.0), (365, 0.8), (3 * 365, 0.6), (5 * 365, 0.4)), "000 §9 (seed-systems §9.4): days, recency"
    )
    recency_old: float = const(0.3, "000 §9 (seed-systems §9.4)")
    recency_missing: float = const(0.5, "000 §9 (seed-systems §9.4)")
    per_domain: int = const(2, "001 §6.1, 004 step 6: further passages of one domain make no other diversity")
    post_base: float = const(0.5, "000 §5.3")
    post_coverage: float = const(0.5, "000 §5.3")
    post_floor_coverage: float = const(0.5, "000 §5.3 (seed-systems §9.5), consistency floor")
    confirmed: float = const(0.8, "000 §5.3")
    provisional: float = const(0.6, "000 §5.3: less is provisional too, and says so; document 000 calls it revoked")
    fixed_threshold: float = const(0.70, "000 §9 (seed-systems §9.4)")
    grades: tuple[tuple[float, str], ...] = const(
        ((0.85, "A+"), (0.75, "A"), (0.65, "B"), (0.50, "C"), (0.35, "D")), "000 §9 (seed-systems §9.4)"
    )
    grade_last: str = const("F", "000 §9 (seed-systems §9.4)")
    samples: int = const(200, "000 §9 (seed-systems §9.4), bootstrap")
    tail: float = const(0.025, "design: share left out at either end, for an interval of 95%")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrecheckFigures:
    """What the knowledge base must have to answer alone."""

    coverage: float = const(0.99, "000 §3, cache verdict precheck (seed-systems §9.5)")
    admissible: float = const(0.35, "000 §3, cache verdict precheck (seed-systems §9.5)")
    sided: int = const(1, "000 §3, cache verdict precheck (seed-systems §9.5): passages that take a side")
    mean_logit: float = const(0.5, "004 step 4 asks 1.0 of an unbounded logit; ours is bounded (decision 0002)")
    fresh_hours: int = const(24, "001, current_affairs_24h: how old evidence for a claim about the present may be")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustSettings:
    """All of them."""

    normal: ModeFigures = ModeFigures()
    confidence: ModeFigures = ConfidenceFigures()
    match: MatchFigures = MatchFigures()
    gates: GateFigures = GateFigures()
    guard: GuardFigures = GuardFigures()
    trust: TrustFigures = TrustFigures()
    precheck: PrecheckFigures = PrecheckFigures()
    minority: float = const(1 / 3, "seed-systems §16: share of the stronger side that makes the weaker one a conflict")

    def mode(self, mode: TrustMode) -> ModeFigures:
        """The thresholds of this mode."""
        return self.confidence if mode is TrustMode.CONFIDENCE else self.normal


TRUST = TrustSettings()
