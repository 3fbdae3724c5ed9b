"""Belief in log-odds (document 002, M104)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import SourceTier
from backend.domain.verdict import Belief

K, MIDPOINT, MAX_IMPACT = 10.0, 0.5, 2.0
"""Document 002, FR-005: steepness, midpoint and largest change in log-odds."""
TIER_PRIOR = {SourceTier.A: 0.85, SourceTier.A_PRIME: 0.75, SourceTier.B: 0.70, SourceTier.C: 0.55, SourceTier.D: 0.35}
"""Document 002, FR-002: prior probability that a statement of such a page holds."""
CONSENSUS_CLIP = (0.02, 0.98)
"""seed-systems §16: neutral or unanimous evidence must not pin the belief to an extreme."""


def log_odds(probability: float) -> float:
    """ln(p / (1 - p)) with p clipped to 1e-9 (document 002)."""
    p = min(1 - 1e-9, max(1e-9, probability))
    return math.log(p / (1 - p))


def probability(odds: float) -> float:
    """The logistic function."""
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, odds))))


def impact(strength: float, relevance: float) -> float:
    """Relevance x 2 / (1 + exp(-10 (strength - 0.5))), 0..2 (FR-005)."""
    return relevance * MAX_IMPACT / (1 + math.exp(-K * (strength - MIDPOINT)))


def prior(tier: SourceTier | None) -> float:
    """Log-odds before evidence: the page's tier when the reader met the claim on a known page, else neutral.

    Scaled by half, so that no prior outweighs one strong passage.
    """
    return 0.0 if tier is None or tier is SourceTier.C else 0.5 * log_odds(TIER_PRIOR[tier])


def consensus(evidence: Sequence[Evidence]) -> tuple[float, int]:
    """(share of domains that support, clipped to .02-.98; number of domains that take a side). (0.5, 0) without any."""
    sides: dict[str, float] = {}
    for item in evidence:
        if item.decisive:
            lean = item.scores.supports - item.scores.refutes
            if abs(lean) > abs(sides.get(item.rating.domain, 0.0)):
                sides[item.rating.domain] = lean
    if not sides:
        return 0.5, 0
    share = sum(lean > 0 for lean in sides.values()) / len(sides)
    return min(CONSENSUS_CLIP[1], max(CONSENSUS_CLIP[0], share)), len(sides)


def belief(evidence: Sequence[Evidence], tier: SourceTier | None = None) -> Belief:
    """Prior plus one bounded impact per domain and side; from two domains on, bounded by their consensus (FR-006)."""
    best: dict[tuple[str, Stance], float] = {}
    for item in evidence:
        if item.decisive:
            strength = 0.5 * max(item.scores.supports, item.scores.refutes) + 0.5 * item.rating.credibility
            key = (item.rating.domain, item.stance)
            best[key] = max(best.get(key, 0.0), impact(strength, item.relevance))
    odds = prior(tier) + sum(i if s is Stance.SUPPORTS else -i for (_, s), i in sorted(best.items()))
    share, domains = consensus(evidence)
    if domains >= 2:
        odds = min(odds, log_odds(share))
    return Belief(log_odds=round(odds, 4), probability=round(probability(odds), 4), consensus=round(share, 4))
