"""Determines which segments of a claim the evidence covers, and with which stance (docs/design.md#coverage).

A refuted segment is covered exactly as well as a supported one, because `weight` does not depend on the stance.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from math import fsum

from backend.domain.coverage import Cover, SegmentCoverage
from backend.domain.evidence import Evidence, Stance
from backend.trust.match import Match, match
from backend.trust.measures import trust_of
from backend.trust.segments import segments_of
from backend.trust.settings import ModeThresholds
from backend.trust.sufficiency import countable, deciding_side, independent

_SIGN = {Stance.SUPPORTS: 1, Stance.REFUTES: -1, Stance.NEUTRAL: 0}


def covered(
    claim: str, evidence: Sequence[Evidence], figures: ModeThresholds, today: date | None = None
) -> tuple[SegmentCoverage, ...]:
    """Return one entry per segment of the claim, in order. Only decisive passages cover a segment."""
    segments = segments_of(claim)
    whole, deciding = len(segments) == 1, [e for e in evidence if e.decisive]
    matches = [[match(segment, e, figures, whole=whole) for e in deciding] for segment in segments]
    return tuple(
        _segment_coverage(s.text, segment_matches, figures, today)
        for s, segment_matches in zip(segments, matches, strict=True)
    )


def coverage(segments: Sequence[SegmentCoverage]) -> float:
    """Return the sum of the weights divided by the number of segments, 0..1, or 0 if there are no segments."""
    return fsum(s.weight for s in segments) / len(segments) if segments else 0.0


def _segment_coverage(
    text: str, found: Sequence[Match], figures: ModeThresholds, today: date | None
) -> SegmentCoverage:
    matches = [m for m in found if m.cover is not Cover.NONE]
    counted = [m for m in matches if countable(m.item)]
    if not matches:
        return SegmentCoverage(text=text)
    side, contested = deciding_side([m.item for m in counted]) if counted else (_leading_stance(matches), False)
    best = max(
        (m for m in counted or matches if side is Stance.NEUTRAL or m.item.stance is side),
        key=lambda m: (m.cover is Cover.STRONG, m.relevance, m.item.passage.id),
    )
    # A lead never covers a segment fully.
    cover = best.cover if counted else Cover.PARTIAL
    return SegmentCoverage(
        text=text,
        cover=cover,
        sign=_SIGN[side],
        weight=1.0 if cover is Cover.STRONG else figures.partial_weight,
        relevance=round(best.relevance, 4),
        trust=round(trust_of(best.item, today), 4),
        contested=contested or _is_outweighed(counted, side),
        confirmed=bool(counted),
        evidence_id=best.item.passage.id,
    )


def _is_outweighed(counted: Sequence[Match], side: Stance) -> bool:
    """Return whether the segment is contested because the clearest passage and independent sources oppose its stance.

    If the sources did not have to be independent, one unknown page could outvote an authority.
    """
    best_by_stance = {s: max((m.semantic for m in counted if m.item.stance is s), default=0.0) for s in _SIGN}
    clearest = max(best_by_stance, key=lambda s: best_by_stance[s])
    return (
        Stance.NEUTRAL is not side
        and best_by_stance[clearest] > best_by_stance[side]
        and independent([m.item for m in counted], clearest)
    )


def _leading_stance(leads: Sequence[Match]) -> Stance:
    """Return the stance of the most relevant lead, or NEUTRAL if leads for both stances are equally relevant."""
    best = {s: max((m.relevance for m in leads if m.item.stance is s), default=0.0) for s in _SIGN}
    if best[Stance.SUPPORTS] == best[Stance.REFUTES]:
        return Stance.NEUTRAL
    return Stance.SUPPORTS if best[Stance.SUPPORTS] > best[Stance.REFUTES] else Stance.REFUTES
