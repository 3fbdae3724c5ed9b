"""Computes how well the passages address the claim, whatever their stance (docs/design.md#evidence-quality)."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest

from backend.domain.evidence import Evidence, Stance
from backend.domain.overlap import anchors
from backend.domain.text import recall
from backend.verdict.settings import VERDICT, QualitySettings


def support(
    relevance: float, anchored: float, overlap: float, credibility: float, settings: QualitySettings = VERDICT.quality
) -> float:
    """Return .70 relevance + .15 anchors + .10 overlap + .05 credibility, multiplied by .6 if the overlap is small.

    All values are 0..1.
    """
    core = (
        settings.relevance * relevance
        + settings.anchors * anchored
        + settings.overlap * overlap
        + settings.credibility * credibility
    )
    return core if overlap >= settings.thin_overlap else core * settings.thin_factor


def relevance(semantic: float, graph: float, settings: QualitySettings = VERDICT.quality) -> float:
    """Return .7 semantic + .3 graph, 0..1.

    The result is at least the semantic score, because the graph does not contain every passage.
    """
    return max(semantic, settings.semantic * semantic + settings.graph * graph)


def of_passage(claim: str, item: Evidence, settings: QualitySettings = VERDICT.quality) -> float:
    """Return the quality of one passage, 0..1, reduced for uncertain wording and for merely reporting a claim."""
    value = support(
        relevance(item.relevance, item.candidate.kg_score),
        anchors(claim, f"{item.passage.title} {item.passage.text}"),
        recall(claim, item.passage.text),
        item.rating.credibility,
    )
    features = item.candidate.features
    hesitant, reported = (features.uncertain, features.mention) if features else (0.0, 0.0)
    return max(0.0, value - settings.uncertain * hesitant - settings.reporting * reported)


def evidence_quality(
    claim: str, evidence: Sequence[Evidence], diversity: float, settings: QualitySettings = VERDICT.quality
) -> float:
    """Return the quality of the evidence in percent, 0..100.

    The quality is the mean quality of the three best passages of the better stance, minus .55 times the quality of the
    best opposing passage, multiplied by (.85 + .15 diversity), and at most .85 + .10 diversity. Clear refutation scores
    as high as clear support.
    """
    sides = sorted(_stance_quality(claim, evidence, stance) for stance in (Stance.SUPPORTS, Stance.REFUTES))
    (_, other), (better, _) = sides
    value = max(0.0, better - settings.contradiction * other) * (settings.base + settings.diversity * diversity)
    return round(100 * min(value, settings.base + settings.ceiling_diversity * diversity), 1)


def _stance_quality(claim: str, evidence: Sequence[Evidence], stance: Stance) -> tuple[float, float]:
    """Return the mean quality of the three best passages with this stance, and the best quality; 0 and 0 if none."""
    values = [of_passage(claim, e) for e in evidence if e.decisive and e.stance is stance]
    best = nlargest(VERDICT.quality.top, values)
    return (sum(best) / len(best), best[0]) if best else (0.0, 0.0)
