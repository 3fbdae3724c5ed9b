"""Ranking metrics are compared with values calculated by hand."""

from __future__ import annotations

import math

import pytest

from backend.evaluation.ranking import RankedQuery, ranking_figures

ORDER = RankedQuery(ranked=("d", "a", "c", "b"), relevant={"a", "b", "unknown"})


def test_recall_at_k() -> None:
    assert [ORDER.recall(k) for k in (1, 2, 4)] == [0, pytest.approx(1 / 3), pytest.approx(2 / 3)]


def test_reciprocal_rank() -> None:
    assert ORDER.reciprocal_rank == 0.5
    assert RankedQuery(ranked=("x",), relevant={"a"}).reciprocal_rank == 0.0


def test_ndcg() -> None:
    gain = 1 / math.log2(3) + 1 / math.log2(5)
    assert ORDER.ndcg == pytest.approx(gain / (1 + 1 / math.log2(3) + 1 / math.log2(4)))
    assert RankedQuery(ranked=("a", "b", "c"), relevant={"a", "b"}).ndcg == 1.0


def test_metrics_are_means_over_the_queries() -> None:
    figures = ranking_figures([ORDER, RankedQuery(ranked=("a",), relevant={"a"})], "embedder")
    assert figures["embedder_recall_1"] == 0.5
    assert figures["embedder_mrr"] == 0.75
    assert "embedder_ndcg_10" in figures
