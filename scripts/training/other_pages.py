"""Pairs claims with similar passages from other claims' pages. Such a passage neither supports nor refutes the claim.

Most passages that a search returns are of this kind, and a single misjudged one outweighs the passage that decides the
claim.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from backend.ports import Embedder
from scripts.training.contrast import NEI, Row
from scripts.training.own_words import SEED_FACTS
from scripts.training.twins import Fields, as_row

LEAST_SIMILAR, MOST_SIMILAR = 0.2, 0.6
"""Cosine similarities between which a passage is used. The product judges no passage below the first; above the second, a
passage may be about the same event and decide the claim."""
NEAREST = 8
"""Number of nearest passages from which one is drawn."""
BATCH = 256


class OtherPages:
    """The claims of contrastive pairs, and their passages, which are embedded once. There must be at least one pair."""

    def __init__(self, twins: Sequence[Fields], embedder: Embedder) -> None:
        usable = [row for row in twins if row.get("phenomenon") != SEED_FACTS]
        self._pages = list({row["evidence"]: row for row in usable}.values())
        passages_by_claim: dict[str, set[str]] = {}
        for row in usable:
            passages_by_claim.setdefault(row["claim"], set()).add(row["evidence"])
        self._claims = sorted(passages_by_claim.items())
        self._embedder = embedder
        self._vectors = self._embed([row["evidence"] for row in self._pages])

    def rows(self, count: int, rng: random.Random) -> list[Row]:
        """Return up to `count` rows, each with a different claim."""
        sampled_claims = rng.sample(self._claims, min(len(self._claims), 2 * count))
        similarities = self._embed([claim for claim, _ in sampled_claims]) @ self._vectors.T if sampled_claims else ()
        found: list[Row] = []
        for (claim, own_passages), similar in zip(sampled_claims, similarities, strict=True):
            best = [int(place) for place in np.argsort(-similar)[:NEAREST]]
            usable_places = [
                place
                for place in best
                if LEAST_SIMILAR <= similar[place] <= MOST_SIMILAR
                and self._pages[place]["evidence"] not in own_passages
            ]
            if usable_places and len(found) < count:
                passage, _, _ = as_row(self._pages[rng.choice(usable_places)], rng)
                found.append((passage, claim, NEI))
        return found

    def _embed(self, texts: Sequence[str]) -> np.ndarray:
        parts = [self._embedder.embed(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        return np.concatenate(parts)
