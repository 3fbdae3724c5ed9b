"""Truthfulness, evidence quality and confidence (document 000 §6-§7, capped last as seed-systems §16 says)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.domain.evidence import Evidence, Stance
from backend.domain.trust import TrustReport
from backend.domain.verdict import Belief, Label

MAX_CONFIDENCE = 0.95
"""Document 000 §7."""
UNDECIDED_CAP = 0.35
"""Document 000 §7: hard cap where nothing is decided."""
CONFLICT_CAP = 0.65
"""Sources that disagree never make a sure answer."""
SINGLE_SOURCE_CAP = 0.85
"""One domain alone, however good."""
ABSOLUTE_CAP = 0.75
"""Document 000 §8: a supported "always", "never", "all" may have exceptions that the passage does not mention."""

_STATUS_WEIGHT = {
    (Stance.SUPPORTS, True): 1.0,
    (Stance.SUPPORTS, False): 0.75,
    (Stance.REFUTES, False): 0.25,
    (Stance.REFUTES, True): 0.0,
}
_ABSOLUTE = re.compile(r"\b(always|never|all|none|every|entirely|completely|only|impossible|guaranteed)\b", re.I)
_STRONG = 0.55


def truthfulness(evidence: Sequence[Evidence], belief: Belief, trust: TrustReport) -> float:
    """Percent, 0..100. Status weights averaged, less 30% of the contradicting and 10% of the unresolved share (document 000 §6.1).

    The mean counts each passage by its relevance; the result meets the belief halfway and stays under the diversity ceiling.
    """
    deciding = [e for e in evidence if e.decisive]
    if not deciding:
        return 50.0
    total = sum(e.relevance for e in deciding)
    base = sum(_STATUS_WEIGHT[e.stance, e.relevance >= _STRONG] * e.relevance for e in deciding) / total
    against = sum(e.relevance for e in deciding if e.stance is Stance.REFUTES) / total
    score = base - (0.30 * against if against < 1 else 0.0)
    score = min(1.0, max(0.0, 0.5 * score + 0.5 * belief.probability))
    return round(100 * min(score, 0.85 + 0.10 * trust.diversity), 1)


def evidence_quality(evidence: Sequence[Evidence], trust: TrustReport) -> float:
    """Percent, 0..100: .70 relevance + .25 topicality + .05 credibility, averaged, times (.85 + .15 diversity) (document 000 §6.2)."""
    deciding = [e for e in evidence if e.decisive]
    if not deciding:
        return 0.0
    parts = [
        0.70 * e.relevance + 0.25 * e.signals.get("topicality", 0.0) + 0.05 * e.rating.credibility for e in deciding
    ]
    quality = sum(parts) / len(parts) * (0.85 + 0.15 * trust.diversity)
    return round(100 * min(quality, 0.85 + 0.10 * trust.diversity), 1)


def confidence(
    claim: str, label: Label, evidence: Sequence[Evidence], trust: TrustReport, truth_percent: float
) -> float:
    """0..1: .30 certainty + .25 coverage + .20 agreement + .15 diversity + .10 trust (document 000 §7), all caps last.

    Certainty is how far truthfulness lies from the middle, so that a clear refutation is as sure as a clear confirmation.
    """
    deciding = [e for e in evidence if e.decisive]
    if not label.firm:
        return round(min(UNDECIDED_CAP, 0.25 * trust.coverage + 0.1 * len(deciding)), 4)
    certainty = max(truth_percent, 100 - truth_percent) / 100
    best = max((max(e.scores.supports, e.scores.refutes) for e in deciding), default=0.0)
    value = (
        0.30 * certainty
        + 0.25 * trust.coverage
        + 0.20 * trust.agreement
        + 0.15 * trust.diversity
        + 0.10 * trust.trust_post
    )
    return round(min(value, best, *_caps(claim, label, deciding)), 4)


def _caps(claim: str, label: Label, deciding: Sequence[Evidence]) -> list[float]:
    caps = [MAX_CONFIDENCE]
    if label in (Label.PARTIALLY_TRUE, Label.MISLEADING):
        caps.append(CONFLICT_CAP)
    if len({e.rating.domain for e in deciding}) < 2:
        caps.append(SINGLE_SOURCE_CAP)
    if label is Label.TRUE and _ABSOLUTE.search(claim):
        caps.append(ABSOLUTE_CAP)
    return caps
