"""The hybrid ranker, which scores a batch of candidates (docs/design.md#hybrid-ranking).

A score combines a base score, boosts, penalties and a minimum; strict filters reject candidates. Semantic and graph
scores are normalised within the batch for the weighted sum. Thresholds on the semantic score use the absolute score,
because normalising would make the best passage of an irrelevant batch look relevant. The stance of a passage has no
influence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.domain.features import Features
from backend.rank.settings import RANK, RankSettings

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hybrid:
    """The scores of a batch, as arrays of shape (candidates,).

    `score` is in 0..1, and `kept` is false if a strict filter rejects the candidate.
    """

    semantic_norm: Floats
    graph_norm: Floats
    base: Floats
    score: Floats
    kept: Bools


class FeatureTable:
    """The features of a batch, with each field of `Features` as a column."""

    def __init__(self, rows: Sequence[Features]) -> None:
        self._values = np.array(rows, dtype=np.float64).reshape(len(rows), len(Features._fields))

    def __getattr__(self, name: str) -> Floats:
        """Return the column of a field of `Features`, shape (rows,)."""
        if name not in _COLUMNS:
            raise AttributeError(name)
        return np.asarray(self._values[:, _COLUMNS[name]])

    def flag(self, name: str) -> Bools:
        """Return a column of zeros and ones as booleans, shape (rows,)."""
        return np.asarray(self._values[:, _COLUMNS[name]] > 0.5)


_COLUMNS = {name: place for place, name in enumerate(Features._fields)}


def normalised(values: Floats) -> Floats:
    """Return the values min-max scaled to 0..1, or unchanged if all of them are equal."""
    if not len(values):
        return values
    low, high = values.min(), values.max()
    return values if high == low else np.asarray((values - low) / (high - low))


def hybrid(rows: Sequence[Features], settings: RankSettings = RANK) -> Hybrid:
    """Return the scores of the hybrid ranker for a batch, in the order of `rows`."""
    t = FeatureTable(rows)
    semantic, graph = normalised(t.semantic), normalised(t.graph)
    overlap = _capped_overlap(t, settings)
    w = settings.weights
    base = (
        w.semantic * semantic
        + w.graph * graph
        + w.entity * t.entity_overlap
        + w.claim_overlap * overlap
        + w.recency * t.recency
        + w.credibility * t.credibility
    )
    boosted = base + _boost_sum(t, graph, overlap, settings)
    score = boosted * _penalty_factors(t, graph, settings) - settings.penalties.uncertainty * t.uncertain
    kept = ~_is_rejected(t, graph, overlap, settings)
    return Hybrid(
        semantic_norm=semantic,
        graph_norm=graph,
        base=base,
        score=np.clip(np.maximum(score, _minimum_score(t, kept, settings)), 0.0, 1.0),
        kept=kept,
    )


def _capped_overlap(t: FeatureTable, settings: RankSettings) -> Floats:
    """Return the claim overlap, capped if the passage contains too few anchors."""
    return np.where(t.flag("anchored"), t.claim_overlap, np.minimum(t.claim_overlap, settings.words.unanchored_overlap))


def _boost_sum(t: FeatureTable, graph: Floats, overlap: Floats, settings: RankSettings) -> Floats:
    """Return the sum of the boosts, which is added to the base score."""
    b = settings.boosts
    raw = t.graph
    named = (graph > 0) & (t.entity_overlap >= b.graph_entity_min_entity) & (overlap >= b.graph_entity_min_overlap)
    anchored = (raw >= b.graph_anchored_min_raw) & t.flag("anchored")
    return np.asarray(
        b.graph * np.minimum(1.0, raw) * ((raw > 0) & (overlap >= b.graph_min_overlap))
        + b.graph_entity * named
        + b.graph_anchored * anchored
    )


def _penalty_factors(t: FeatureTable, graph: Floats, settings: RankSettings) -> Floats:
    """Return the product of the penalty factors that apply to each candidate."""
    p = settings.penalties
    best_score = np.maximum(t.semantic, t.graph)
    strong = (t.entity_overlap >= p.backfill_min_entity) | (np.maximum(graph, t.graph) >= p.backfill_min_graph)
    penalised = (
        (t.anchors < p.anchor_min, np.where(t.graph > 0, p.anchor_graph, p.anchor_other)),
        (t.flag("backfill") & ~strong, p.backfill),
        (_is_object_missing(t), p.object_missing),
        (_is_unfocused(t, settings) & (best_score < p.focus_sure), p.focus),
        (t.flag("subject_missing") & (best_score < p.relation_sure), p.subject_missing),
        (t.flag("relation_object_missing") & (best_score < p.relation_sure), p.relation_object_missing),
        (t.flag("mention"), p.mention),
    )
    factors = np.ones(len(t.semantic))
    for condition, factor in penalised:
        factors *= np.where(condition, factor, 1.0)
    return factors


def _is_object_missing(t: FeatureTable) -> Bools:
    """Return whether the passage lacks the claim's object. Always false for a refutation, which may omit the object."""
    return np.asarray(t.flag("object_missing") & ~t.flag("refutation"))


def _is_unfocused(t: FeatureTable, settings: RankSettings) -> Bools:
    return np.asarray(t.shared_words <= settings.penalties.focus_max_shared)


def _minimum_score(t: FeatureTable, kept: Bools, settings: RankSettings) -> Floats:
    """Return a minimum score for authoritative passages without a cosine or graph score, and 0 for other passages.

    The absolute scores are used because the lowest normalised score of every batch is 0. With normalised scores,
    off-topic pages from trusted sites would also receive the minimum.
    """
    unmeasured = (t.semantic == 0) & (t.graph == 0) & kept
    return np.where(unmeasured & (t.credibility >= settings.floors.min_credibility), settings.floors.score, 0.0)


def _is_rejected(t: FeatureTable, graph: Floats, overlap: Floats, settings: RankSettings) -> Bools:
    """Return whether a strict filter rejects the candidate.

    Word filters do not apply if the claim has no content words.
    """
    f = settings.filters
    raw, best_score = t.graph, np.maximum(t.semantic, t.graph)
    by_graph = (
        ((graph >= f.graph_norm) | (raw >= f.graph_raw))
        & (t.entity_overlap >= f.graph_min_entity)
        & (overlap >= f.graph_min_overlap)
    )
    words = (
        ((overlap < f.min_overlap) & (t.semantic < f.min_semantic) & ~by_graph)
        | (_is_object_missing(t) & (overlap < f.object_max_overlap) & (best_score < f.object_sure))
        | (_is_unfocused(t, settings) & (overlap < f.focus_max_overlap) & (best_score < f.focus_sure))
        | ((t.flag("subject_missing") | t.flag("relation_object_missing")) & (best_score < f.relation_sure))
        | (t.flag("mention") & (overlap < f.mention_max_overlap))
    )
    weak = (
        (t.semantic < f.weak_semantic)
        & (overlap < f.weak_overlap)
        & (t.entity_overlap < f.weak_entity)
        & (raw < f.weak_graph)
    )
    return np.asarray(((words | weak) & ~t.flag("wordless")) | t.flag("boilerplate") | t.flag("number_missing"))
