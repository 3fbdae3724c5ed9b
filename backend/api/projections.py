"""One outcome in the words and figures of the four documents (seed-systems §16: projections at the edge)."""

from __future__ import annotations

from backend.domain.trust import SourceTier
from backend.domain.verdict import Label, Verdict

_STATUS = {
    Label.TRUE: "STRONGLY_VALID",
    Label.PARTIALLY_TRUE: "PARTIALLY_VALID",
    Label.MISLEADING: "PARTIALLY_INVALID",
    Label.FALSE: "INVALID",
    Label.NOT_ENOUGH_EVIDENCE: "UNKNOWN",
    Label.NOT_VERIFIABLE: "UNKNOWN",
}
_WORKER = {
    Label.TRUE: "TRUE",
    Label.FALSE: "FALSE",
    Label.PARTIALLY_TRUE: "PARTIALLY_TRUE",
    Label.MISLEADING: "PARTIALLY_TRUE",
    Label.NOT_ENOUGH_EVIDENCE: "UNVERIFIABLE",
    Label.NOT_VERIFIABLE: "UNVERIFIABLE",
}
_NEWS = {
    Label.TRUE: "Supported",
    Label.FALSE: "Refuted",
    Label.PARTIALLY_TRUE: "Mixed",
    Label.MISLEADING: "Mixed",
    Label.NOT_ENOUGH_EVIDENCE: "Not Enough Evidence",
    Label.NOT_VERIFIABLE: "Unverifiable",
}
_DANGER = {SourceTier.A: 0.10, SourceTier.A_PRIME: 0.15, SourceTier.B: 0.20, SourceTier.C: 0.35, SourceTier.D: 0.50}
_EXPLAINABLE = {
    SourceTier.A: 0.96,
    SourceTier.A_PRIME: 0.93,
    SourceTier.B: 0.90,
    SourceTier.C: 0.85,
    SourceTier.D: 0.80,
}
_NEUTRAL = 0.5
_UNEXPLAINED = 0.38
_DISHONEST = 0.15
_ORDER = tuple(SourceTier)


def segment_status(label: Label) -> str:
    """Document 000 §6.1, the five statuses of a claim segment."""
    return _STATUS[label]


def worker_verdict(label: Label) -> str:
    """Document 000's four words."""
    return _WORKER[label]


def news_verdict(label: Label) -> str:
    """Document 001's five words."""
    return _NEWS[label]


def stars(credibility: float) -> float:
    """0..5 in halves (document 004 §3.4 shows credibility as stars)."""
    return round(credibility * 10) / 2


def belief_rgba(verdict: Verdict) -> tuple[float, float, float, float]:
    """Danger, veracity, honesty, explainability, each 0..1 and independent (document 002, FR-007).

    Danger is the tier's prior and stays there: nothing here measures harm. Veracity is the belief's probability.
    Honesty is neutral unless the claim is misleading. Explainability follows the best quoted source
    (seed-systems §11.1: A .96, A' .93, B .90, C .85, D .80, none .38).
    """
    tiers = [item.rating.tier for item in verdict.evidence if item.decisive]
    best = min(tiers, key=_ORDER.index, default=None)
    honesty = _DISHONEST if verdict.label is Label.MISLEADING else _NEUTRAL
    if best is None:
        return _NEUTRAL, verdict.belief.probability, honesty, _UNEXPLAINED
    return _DANGER[best], verdict.belief.probability, honesty, _EXPLAINABLE[best]
