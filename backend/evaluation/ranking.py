"""Scores rankings by the ranks of the relevant passages."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

CUTS = (1, 3, 5, 10, 20)
NDCG_AT = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedQuery:
    """The ranked ids of one query, best first, and its relevant ids (at least one)."""

    ranked: Sequence[str]
    relevant: Collection[str]

    def recall(self, k: int) -> float:
        """Return the share of the relevant ids among the first k, 0..1."""
        return len(set(self.ranked[:k]) & set(self.relevant)) / len(self.relevant)

    @property
    def reciprocal_rank(self) -> float:
        """Return 1 / rank of the first relevant id, or 0 if no relevant id is ranked."""
        return next((1 / place for place, name in enumerate(self.ranked, start=1) if name in self.relevant), 0.0)

    @property
    def ndcg(self) -> float:
        """Return the normalised discounted cumulative gain of the first ten ids, 0..1.

        Gains are 0 or 1 (Jaervelin and Kekaelaeinen 2002).
        """
        gain = sum(
            1 / math.log2(place + 1)
            for place, name in enumerate(self.ranked[:NDCG_AT], start=1)
            if name in self.relevant
        )
        best = sum(1 / math.log2(place + 1) for place in range(1, min(len(self.relevant), NDCG_AT) + 1))
        return gain / best


def ranking_figures(orders: Sequence[RankedQuery], prefix: str) -> dict[str, float]:
    """Return the metrics {prefix}_recall_1 … _20, {prefix}_mrr and {prefix}_ndcg_10 as means over the queries (at least one)."""
    count = len(orders)
    recalls = {f"{prefix}_recall_{k}": sum(order.recall(k) for order in orders) / count for k in CUTS}
    return {
        **recalls,
        f"{prefix}_mrr": sum(order.reciprocal_rank for order in orders) / count,
        f"{prefix}_ndcg_{NDCG_AT}": sum(order.ndcg for order in orders) / count,
    }
