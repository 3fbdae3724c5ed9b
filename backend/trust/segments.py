"""Splits an atomic claim into segments, the parts that can be covered separately (docs/design.md#decomposition)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from backend.domain.text import content_stems, subject_stems
from backend.trust.settings import TRUST

# A bare "and" connects names as often as clauses, so it marks a clause only if a verb or a pronoun follows.
_CLAUSE_BOUNDARY = re.compile(
    r"\s*;\s+|,?\s+(?:and|but|while|whereas|although)\s+"
    r"(?=(?:is|are|was|were|has|have|had|can|could|will|would|does|do|did|it|he|she|they|\w+ed)\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A segment of a claim.

    `anchors` are the stems that carry the meaning; `objects` are the anchors outside the subject.
    """

    text: str
    anchors: frozenset[str]
    objects: frozenset[str]


@lru_cache(maxsize=1_024)
def segments_of(claim: str) -> tuple[Segment, ...]:
    """Return the segments of a claim in order.

    A claim is not split if a segment would be too short to be covered separately.
    """
    cut = [piece.strip(" ,;.") for piece in _CLAUSE_BOUNDARY.split(claim)]
    figures = TRUST.match
    indivisible = len(cut) < 2 or any(
        len(piece) < figures.segment_letters or len(set(content_stems(piece))) < figures.segment_words for piece in cut
    )
    return tuple(_make_segment(piece) for piece in ([claim] if indivisible else cut))


def _make_segment(text: str) -> Segment:
    figures = TRUST.match
    anchors = frozenset(s for s in content_stems(text) if len(s) >= figures.anchor_letters or s.isdigit())
    objects = frozenset(s for s in anchors - subject_stems(text) if len(s) >= figures.object_letters)
    return Segment(text=text, anchors=anchors, objects=objects)
