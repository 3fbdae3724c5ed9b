"""Computes diversity, agreement and trust (docs/design.md#evidence-trust).

The values do not depend on the order of the evidence, and treat support and refutation symmetrically.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Sequence
from datetime import date

from backend.domain.coverage import SegmentCoverage
from backend.domain.evidence import Evidence, Stance
from backend.trust.settings import TRUST


def diversity(domains: Sequence[str]) -> float:
    """Return the diversity of n items from u domains: 0 for at most one item, else clamp(1 - ln(n/u)/u).

    This is the only definition of diversity. All items without a domain count as one source.
    """
    n, u = len(domains), len(set(domains))
    if n <= 1:
        return 0.0
    if u >= n:
        return 1.0
    return min(1.0, max(0.0, 1 - math.log(n / u) / u))


def agreement(evidence: Sequence[Evidence], side: Stance = Stance.NEUTRAL) -> float:
    """Return the share of `side` among all decisive passages, 0..1, or 0 if there are none.

    `evidence` is not limited in number. Each source counts once per stance, with its most relevant passage. If `side`
    is NEUTRAL, the stronger stance is used.
    """
    voices: dict[tuple[str, Stance], float] = {}
    for item in evidence:
        if item.decisive:
            key = (item.rating.domain, item.stance)
            voices[key] = max(voices.get(key, 0.0), item.relevance)
    weight_by_stance = {
        s: math.fsum(v for (_, stance), v in voices.items() if stance is s) for s in (Stance.SUPPORTS, Stance.REFUTES)
    }
    total = math.fsum(weight_by_stance.values())
    if total == 0:
        return 0.0
    return (max(weight_by_stance.values()) if side is Stance.NEUTRAL else weight_by_stance[side]) / total


def recency(published: str, today: date | None) -> float:
    """Return the recency: 1 within the last half year, falling in steps to .3 with age, or .5 if there is no date."""
    figures = TRUST.trust
    try:
        day = date.fromisoformat(published[:10])
    except ValueError:
        return figures.recency_missing
    if today is None:
        return figures.recency_missing
    age = (today - day).days
    return next((value for days, value in figures.recency_steps if age < days), figures.recency_old)


def trust_of(item: Evidence, today: date | None = None) -> float:
    """Return the trust in one passage, 0..1: .30 relevance + .30 credibility + .20 recency + .20 stance.

    All parts are absolute. A decisive passage gets the full stance share, whether it supports or refutes the claim.
    """
    figures = TRUST.trust
    return (
        figures.semantic * item.relevance
        + figures.source * item.rating.credibility
        + figures.recency * recency(item.passage.published, today)
        + figures.stance * (1.0 if item.decisive else figures.neutral_stance)
    )


def trust_post(segments: Sequence[SegmentCoverage], coverage: float, top: float = 0.0) -> float:
    """Return the trust after coverage (docs/design.md#trust-states).

    It is the mean of (best passage's trust x weight) over the covered segments, times (.5 + .5 coverage). If no
    segment is covered, or if the mean is 0 despite enough coverage, return the top trust times the coverage.
    """
    figures = TRUST.trust
    parts = [s.trust * s.weight for s in segments if s.weight > 0]
    if not parts:
        return top * coverage
    value = math.fsum(parts) / len(parts) * (figures.post_base + figures.post_coverage * coverage)
    return top * coverage if value <= 0 and coverage >= figures.post_floor_coverage else value


def fixed(trusts: Sequence[float]) -> float:
    """Return the sum of the squared trust values divided by their sum, 0..1, or 0 if there is no evidence."""
    total = math.fsum(trusts)
    return math.fsum(t * t for t in trusts) / total if total else 0.0


def grade(value: float) -> str:
    """Return the letter grade for `fixed`, A+ to F."""
    return next((letter for least, letter in TRUST.trust.grades if value >= least), TRUST.trust.grade_last)


def interval(trusts: dict[str, float]) -> tuple[float, float]:
    """Return the 95% bootstrap interval of `fixed` from 200 samples.

    The ids of the passages are the seed, which makes the result reproducible.
    """
    if not trusts:
        return 0.0, 0.0
    figures, ids = TRUST.trust, sorted(trusts)
    dice = random.Random(int.from_bytes(hashlib.sha256("\n".join(ids).encode()).digest()[:8]))
    values = [trusts[i] for i in ids]
    drawn = sorted(fixed(dice.choices(values, k=len(values))) for _ in range(figures.samples))
    cut = round(figures.tail * figures.samples)
    return drawn[cut], drawn[-cut - 1]
