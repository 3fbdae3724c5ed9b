"""Computes the features of all candidates, and selects the best ones for the judge."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np
from numpy.typing import NDArray

from backend.domain.evidence import Candidate
from backend.rank.features import with_features
from backend.rank.hybrid import FeatureTable, hybrid
from backend.rank.scores import known_features
from backend.rank.settings import RANK, RankProfile


def featured(claim: str, candidates: Sequence[Candidate], today: date) -> tuple[Candidate, ...]:
    """Return the candidates with their features, in order, omitting boilerplate such as cookie walls and forms."""
    found = with_features(claim, candidates, today)
    return tuple(c for c in found if not known_features(c).boilerplate)


def nearest(
    candidates: Sequence[Candidate], k: int, profile: RankProfile = RankProfile.CLAIMLIGHT
) -> tuple[Candidate, ...]:
    """Return the k candidates to judge, best first. Ties are broken by id.

    The strict filters do not remove candidates, because rejected candidates may still refute the claim in other words.
    With the `hybrid` profile, rejected candidates come last.
    """
    values = candidate_scores(candidates, profile)
    order = sorted(range(len(candidates)), key=lambda i: (-values[i], candidates[i].passage.id))
    return tuple(candidates[i] for i in order[:k])


def candidate_scores(candidates: Sequence[Candidate], profile: RankProfile) -> NDArray[np.float64]:
    """Return the score of each candidate, shape (candidates,).

    The score is the hybrid score for `hybrid` (increased by 1 if the strict filters accept the candidate), a weighted
    mean of the hybrid score and the cosine similarity for `claimlight`, and the cosine similarity for the other
    profiles.
    """
    rows = [known_features(c) for c in candidates]
    semantic = FeatureTable(rows).semantic
    if profile is RankProfile.HYBRID:
        found = hybrid(rows)
        return np.asarray(found.score + found.kept)
    if profile is RankProfile.CLAIMLIGHT:
        share = RANK.claimlight.candidate_semantic
        return np.asarray(share * semantic + (1 - share) * hybrid(rows).score)
    return semantic
