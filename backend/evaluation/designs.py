"""Compares the decision rules of four earlier design documents with the product's rule on the same judged evidence.

The rules are implemented here as the documents describe them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from backend.domain.claim import AtomicClaim
from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import SourceTier
from backend.domain.verdict import Label
from backend.evaluation.design_claims import Gold, LabelledClaim, flipped
from backend.pipeline.conclude import Gathered, conclude
from backend.pipeline.policy import Policy
from backend.verdict.decider import shipped

TOP_K = 5
"""Number of passages that the rules of documents 000 and 004 use for the verdict."""
MAX_PER_DOMAIN = 2
DRAWS = 5
"""Number of simulated verifiers. Their errors differ, so a share of fifty claims does not depend on a few errors.
"""
_PRO, _CON = Stance.SUPPORTS, Stance.REFUTES


def ours(claim: LabelledClaim) -> Gold:
    """Return the product's own label for the claim."""
    part = AtomicClaim(id="c1", text=claim.text)
    gathered = Gathered(part=part, evidence=claim.evidence, found=(), searched=True)
    label = conclude(gathered, policy=Policy(weights=shipped(), risk="balanced"), top_k=TOP_K).label
    return {Label.TRUE: Gold.TRUE, Label.FALSE: Gold.FALSE, Label.PARTIALLY_TRUE: Gold.MIXED}.get(label, Gold.UNSETTLED)


def document_000(claim: LabelledClaim) -> Gold:
    """Apply the rule of document 000, which drops refuting passages unless all passages refute the claim.

    Refuting passages do not count as coverage either. A claim with insufficient evidence is unverifiable.
    """
    by_score = sorted(claim.evidence, key=lambda e: -_ranked(e))
    agreeing = [e for e in by_score if e.stance is not _CON]
    items = (agreeing or by_score)[:TOP_K]
    best = max(items, key=lambda e: e.candidate.similarity * (0.30 if e.stance is _CON else 1.0), default=None)
    if best is None or best.stance is _CON or not _sufficient(items, best):
        return Gold.UNSETTLED
    return Gold.TRUE if any(e.stance is _PRO for e in items) else Gold.UNSETTLED


def _ranked(item: Evidence) -> float:
    """Return the ranking score from similarity and credibility, multiplied by 0.60 for contradicting passages."""
    score = 0.31 * item.candidate.similarity + 0.17 * item.rating.credibility
    return score * (0.60 if item.stance is _CON else 1.0)


def _sufficient(items: Sequence[Evidence], best: Evidence) -> bool:
    """Return whether the evidence is sufficient in normal mode with one segment.

    The condition is relaxed if nothing contradicts the claim; otherwise the coverage must be high or medium.
    """
    similarity = best.candidate.similarity
    coverage = 1.0 if similarity >= 0.55 else 0.5 if similarity >= 0.30 else 0.0
    agreement = sum(e.stance is not _CON for e in items) / len(items)
    if len(items) < 3 and coverage < 0.20:
        return False
    diversity = _diversity([e.rating.domain for e in items])
    adaptive = agreement == 1.0 and (coverage >= 1.0 or similarity >= 0.55 or (coverage >= 0.25 and diversity >= 0.75))
    high = coverage >= 0.60 and agreement >= 0.80
    return adaptive or high or (coverage >= 0.40 and diversity >= 0.70 and agreement >= 0.80)


def _diversity(domains: Sequence[str]) -> float:
    n, u = len(domains), len(set(domains))
    return 0.0 if n <= 1 else 1.0 if u >= n else min(1.0, max(0.0, 1 - math.log(n / u) / u))


def document_001(claim: LabelledClaim) -> Gold:
    """Apply the rule of document 001, which ignores neutral evidence.

    A single stance decides the claim, and both stances together give MIXED.
    """
    return _sides(_diverse(sorted(claim.evidence, key=lambda e: -e.relevance), 25))


def document_002(claim: LabelledClaim) -> Gold:
    """Apply the rule of document 002: the stance quoted from the highest tier wins, and lead-only sources never count."""
    rank = {SourceTier.D: 1, SourceTier.C: 2, SourceTier.B: 3, SourceTier.A_PRIME: 3, SourceTier.A: 4}
    quoted = [e for e in claim.evidence if e.decisive]
    pro, con = (max((rank[e.rating.tier] for e in quoted if e.stance is s), default=0) for s in (_PRO, _CON))
    if not pro and not con:
        return Gold.UNSETTLED
    if pro == con:
        return Gold.MIXED
    return Gold.FALSE if con > pro else Gold.TRUE


def document_004(claim: LabelledClaim) -> Gold:
    """Apply steps 6 and 7 of document 004, followed by an error-free model that reports the stances of the selected passages.

    Passages with a logit of at least 0.3 get the score logit + 0.3 (credibility - 0.5). The best five are selected,
    with at most two per domain.
    """

    def logit(item: Evidence) -> float:
        return math.log(item.relevance / (1 - item.relevance))

    relevant = [e for e in claim.evidence if logit(e) >= 0.3]
    by_score = sorted(relevant, key=lambda e: -(logit(e) + (e.rating.credibility - 0.5) * 0.3))
    return _sides(_diverse(by_score, TOP_K))


def _diverse(ordered: Sequence[Evidence], most: int) -> list[Evidence]:
    """Return the first `most` passages, with at most two per domain."""
    seen: Counter[str] = Counter()
    kept = []
    for item in ordered:
        seen[item.rating.domain] += 1
        if seen[item.rating.domain] <= MAX_PER_DOMAIN:
            kept.append(item)
    return kept[:most]


def _sides(items: Sequence[Evidence]) -> Gold:
    pro, con = (any(e.stance is s for e in items) for s in (_PRO, _CON))
    if pro and con:
        return Gold.MIXED
    return Gold.TRUE if pro else Gold.FALSE if con else Gold.UNSETTLED


DESIGNS: Mapping[str, Callable[[LabelledClaim], Gold]] = MappingProxyType(
    {
        "ours": ours,
        "document 000": document_000,
        "document 001": document_001,
        "document 002": document_002,
        "document 004": document_004,
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignScore:
    """Shares of claims decided correctly, overall and per kind, 0..1."""

    design: str
    flip: float
    n: int
    accuracy: float
    per_class: Mapping[str, float]


def score(design: str, claims: tuple[LabelledClaim, ...], flip: float) -> DesignScore:
    """Score one design on the claims, averaged over five simulated verifiers with the error rate `flip` (one if `flip` is 0).

    `n` is the number of claims. Raises KeyError for an unknown design.
    """
    decide = DESIGNS[design]
    noisy_claims = [claim for draw in range(DRAWS if flip else 1) for claim in flipped(claims, flip, draw)]
    outcomes = [(claim.gold, decide(claim) is claim.gold) for claim in noisy_claims]
    per_class = {g: [ok for gold, ok in outcomes if gold is g] for g in Gold}
    return DesignScore(
        design=design,
        flip=flip,
        n=len(claims),
        accuracy=sum(ok for _, ok in outcomes) / len(outcomes),
        per_class={str(g): sum(oks) / len(oks) for g, oks in per_class.items() if oks},
    )
