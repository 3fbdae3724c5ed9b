"""Computes the scores of a batch of judged passages for every ranking profile."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.domain.evidence import Candidate, Evidence
from backend.domain.features import Features
from backend.rank.hybrid import FeatureTable, Hybrid, hybrid, normalised
from backend.rank.settings import RANK, RankProfile

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
_EDGE = 1e-4
_SIGNAL_NAMES = (
    "semantic",
    "entity_overlap",
    "claim_overlap",
    "anchors",
    "recency",
    "url_quality",
    "source_preference",
)
_FLAGS = ("object_missing", "subject_missing", "relation_object_missing", "mention", "refutation", "uncertain", "backfill",
          "number_missing")  # fmt: skip


def logit(probability: float) -> float:
    """Return ln(p / (1 - p)), clipped to ±9.2."""
    p = min(1 - _EDGE, max(_EDGE, probability))
    return math.log(p / (1 - p))


def known_features(candidate: Candidate) -> Features:
    """Return the candidate's features, or only those that do not depend on words if its text was not analysed."""
    return candidate.features or Features(
        semantic=min(1.0, max(0.0, candidate.similarity)), credibility=candidate.rating.credibility, wordless=1.0
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """The scores of a batch, as arrays of shape (items,).

    `by_profile` contains the scores to sort by, and `set_aside` marks items that come after all others.
    """

    by_profile: Mapping[RankProfile, Floats]
    set_aside: Mapping[RankProfile, Bools]
    relevance_norm: Floats
    boost: Floats
    hybrid: Hybrid
    rows: tuple[Features, ...]

    def signals(self, place: int) -> dict[str, float]:
        """Return the signals of the item at index `place`: features, normalised values and the score of every profile.

        Flags are included only if they are set, and graph scores only if they are above 0.
        """
        row = self.rows[place]
        named = {name: getattr(row, name) for name in _SIGNAL_NAMES} | {n: 1.0 for n in _FLAGS if getattr(row, n)}
        if row.graph > 0:
            named |= {"graph": row.graph, "graph_norm": float(self.hybrid.graph_norm[place])}
        return named | {
            "semantic_norm": float(self.hybrid.semantic_norm[place]),
            "relevance_norm": float(self.relevance_norm[place]),
            "hybrid_base": float(self.hybrid.base[place]),
            "strict_filter": float(not self.hybrid.kept[place]),
            "credibility_boost": float(self.boost[place]),
            **{f"rank_{profile}": float(values[place]) for profile, values in self.by_profile.items()},
        }


def scores(evidence: Sequence[Evidence]) -> Scores:
    """Return all scores of a batch. The scores do not depend on the order of the passages or on duplicates."""
    rows = tuple(known_features(item.candidate) for item in evidence)
    relevance = np.array([item.relevance for item in evidence], dtype=np.float64)
    ranker, table = hybrid(rows), FeatureTable(rows)
    boost = np.asarray((table.credibility - RANK.credibility.neutral) * RANK.credibility.boost)
    norm = relevance_norm(relevance)
    nothing_set_aside = np.zeros(len(evidence), dtype=np.bool_)
    return Scores(
        by_profile={
            RankProfile.CLAIMLIGHT: _claimlight_score(evidence, table, ranker, boost),
            RankProfile.HYBRID: ranker.score,
            RankProfile.MIX: mix(norm, table.url_quality, table.source_preference),
            RankProfile.PROVIDER: _provider_score(evidence, relevance),
            RankProfile.CREDIBILITY: np.array([logit(r) for r in relevance.tolist()], dtype=np.float64) + boost,
        },
        set_aside={
            **dict.fromkeys(RankProfile, nothing_set_aside),
            RankProfile.HYBRID: ~ranker.kept,
            RankProfile.PROVIDER: relevance < RANK.provider.min_relevance,
        },
        relevance_norm=norm,
        boost=boost,
        hybrid=ranker,
        rows=rows,
    )


def relevance_norm(relevance: Floats) -> Floats:
    """Return the relevance scaled to 0..1 within the batch.

    A batch in which nothing is relevant is not scaled, because scaling would give its best passage a relevance of 1.
    """
    if not len(relevance) or relevance.max() < RANK.provider.min_relevance:
        return relevance
    return normalised(relevance)


def mix(relevance: Floats, url_quality: Floats, source: Floats) -> Floats:
    """Return the `mix` score, 0..1: 70% relevance, 20% URL quality and 10% source preference (docs/design.md#other-orders)."""
    w = RANK.mix
    return np.asarray(w.relevance * relevance + w.url_quality * url_quality + w.source * source)


def _provider_score(evidence: Sequence[Evidence], relevance: Floats) -> Floats:
    """Return the `provider` score, 0..1.

    The score is lambda * r + (1 - lambda) * relevance, where r is the retriever's score without the access boost.
    """
    retrieved = np.clip(
        np.array([e.candidate.recall_score - e.candidate.boost for e in evidence], dtype=np.float64), 0.0, 1.0
    )
    return np.asarray(RANK.provider.weight * retrieved + (1 - RANK.provider.weight) * relevance)


def _claimlight_score(evidence: Sequence[Evidence], table: FeatureTable, ranker: Hybrid, boost: Floats) -> Floats:
    """Return the `claimlight` score, about 0..1.

    The score is the weighted sum of the embedder, judge and hybrid scores and of the credibility boost.
    """
    w = RANK.claimlight
    decisive = np.array([e.scores.relevance for e in evidence], dtype=np.float64)
    return np.asarray(
        w.semantic * table.semantic + w.decisive * decisive + w.hybrid * ranker.score + w.boost_slope * boost
    )
