"""Coverage, diversity, agreement and trust (document 000 §5), measured before any cut and without the defects listed for it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import TrustReport

STRONG = 0.55
"""Document 000: a segment is strongly covered from this relevance on …"""
PARTIAL = 0.30
"""… and partially from this one."""


def weight(item: Evidence) -> float:
    """Coverage weight of one passage: 1 strong, 0.5 partial, 0 none. A refuted segment is covered (seed-systems §16)."""
    if not item.decisive:
        return 0.0
    return 1.0 if item.relevance >= STRONG else 0.5 if item.relevance >= PARTIAL else 0.0


def diversity(domains: Sequence[str]) -> float:
    """0 for at most one item, 1 when all differ, else clamp(1 - ln(n/u)/u) (document 000 §5.1)."""
    n, u = len(domains), len(set(domains))
    if n <= 1:
        return 0.0
    if u >= n:
        return 1.0
    return min(1.0, max(0.0, 1 - math.log(n / u) / u))


def agreement(evidence: Sequence[Evidence]) -> float:
    """Share of the larger side among all passages that take one; 0 when none does."""
    sides = [e.stance for e in evidence if e.decisive]
    return max(sides.count(Stance.SUPPORTS), sides.count(Stance.REFUTES)) / len(sides) if sides else 0.0


def trust_of(item: Evidence) -> float:
    """Trust in one passage, 0..1: relevance and credibility in equal parts (document 000 §5, .30 semantic + .30 source, rescaled)."""
    return 0.5 * item.relevance + 0.5 * item.rating.credibility


def report(evidence: Sequence[Evidence], *, threshold_met: bool, reason: str) -> TrustReport:
    """All figures for one atomic claim; `fixed` is the sum of t squared over the sum of t (document 000 §9)."""
    deciding = [e for e in evidence if e.decisive]
    trusts = [trust_of(e) for e in deciding]
    coverage = max((weight(e) for e in deciding), default=0.0)
    top = max((trust_of(e) * weight(e) for e in deciding), default=0.0)
    return TrustReport(
        mode="normal",
        coverage=round(coverage, 4),
        diversity=round(diversity([e.rating.domain for e in deciding]), 4),
        agreement=round(agreement(evidence), 4),
        trust_post=round(top * (0.5 + 0.5 * coverage), 4),
        fixed=round(sum(t * t for t in trusts) / sum(trusts), 4) if trusts else 0.0,
        threshold_met=threshold_met,
        reason=reason,
    )
