"""Measures how well one passage covers one segment of a claim, whatever the passage's stance (docs/design.md#coverage)."""

from __future__ import annotations

from dataclasses import dataclass

from backend.domain.coverage import Cover
from backend.domain.evidence import Evidence
from backend.domain.text import content_stems
from backend.trust.segments import Segment
from backend.trust.settings import TRUST, ModeThresholds


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The match of one passage with one segment.

    `semantic` and `relevance` are 0..1 and absolute: they depend only on this passage and this segment.
    """

    item: Evidence
    semantic: float
    relevance: float
    cover: Cover


def semantic(item: Evidence) -> float:
    """Return how clearly the passage decides the claim, 0..1, whatever its stance.

    The value is absolute, that is, not normalised within a batch of passages.
    """
    return item.relevance


def match(segment: Segment, item: Evidence, figures: ModeThresholds, *, whole: bool) -> Match:
    """Match a passage with a segment. `whole` means that the segment is the whole claim, which the verifier has judged.

    Otherwise, the match is determined by the words that the passage shares with the segment.
    """
    semantic_score = semantic(item)
    if whole:
        return Match(
            item=item, semantic=semantic_score, relevance=semantic_score, cover=_cover_of_claim(semantic_score, figures)
        )
    shared_count = len(segment.anchors & _stems(item))
    named = bool(segment.objects & _stems(item))
    return Match(
        item=item,
        semantic=semantic_score,
        relevance=_segment_relevance(segment, item, semantic_score, shared_count, named=named),
        cover=_cover_of_segment(semantic_score, shared_count, len(segment.anchors), figures, named=named),
    )


def _stems(item: Evidence) -> frozenset[str]:
    return frozenset(content_stems(f"{item.passage.title} {item.passage.text}"))


def _segment_relevance(
    segment: Segment, item: Evidence, semantic_score: float, shared_count: int, *, named: bool
) -> float:
    figures, total = TRUST.match, len(segment.anchors)
    share = shared_count / total if total else 1.0
    value = max(
        figures.semantic * semantic_score + figures.anchors * min(1.0, shared_count / figures.anchors_full),
        figures.worded_semantic * semantic_score + figures.worded * share,
    )
    if named and semantic_score >= figures.object_bonus_from:
        value += figures.object_bonus
    if segment.objects and not named and semantic_score >= figures.object_factor_from:
        value *= figures.object_factor
    if item.candidate.kg_score > item.candidate.similarity:
        value *= {0: figures.graph_none, 1: figures.graph_one}.get(shared_count, 1.0)
    return min(1.0, value)


def _cover_of_claim(semantic_score: float, figures: ModeThresholds) -> Cover:
    if semantic_score >= figures.strong:
        return Cover.STRONG
    return Cover.PARTIAL if semantic_score >= figures.partial else Cover.NONE


def _cover_of_segment(
    semantic_score: float, shared_count: int, total: int, figures: ModeThresholds, *, named: bool
) -> Cover:
    needed = min(TRUST.match.anchors_full, total)
    if semantic_score >= figures.strong and (
        shared_count >= needed or (named and semantic_score >= TRUST.match.object_strong)
    ):
        return Cover.STRONG
    if semantic_score >= figures.partial and (shared_count >= min(1, total) or named):
        return Cover.PARTIAL
    return Cover.NONE
