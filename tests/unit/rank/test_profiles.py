"""Ranking profiles (docs/design.md#other-orders)."""

from dataclasses import replace

import numpy as np
import pytest

from backend.domain.evidence import Evidence
from backend.domain.trust import SourceRating
from backend.rank.features import with_features
from backend.rank.order import logit, scored
from backend.rank.scores import mix, scores
from backend.rank.settings import RankProfile
from tests.each_row import each_row
from tests.evidence_maker import evidence
from tests.rank_maker import TODAY


@pytest.mark.parametrize(
    ("credibility", "boost"),
    [(0.95, 0.135), (0.90, 0.12), (0.50, 0.0), (0.30, -0.06)],
    ids=["snopes.com", "reuters.com, nature.com", "unknown", "a bad one"],
)
def test_credibility_boost(credibility, boost):
    item = evidence(relevance=0.8)
    rated = replace(item.candidate.rating, credibility=credibility)
    found = scored([replace(item, candidate=replace(item.candidate, rating=rated))])[0]
    assert found.signals["credibility_boost"] == pytest.approx(boost)
    assert found.score == pytest.approx(logit(0.8) + boost, abs=1e-4)


@each_row(
    ("relevance", "url", "source", "score"),
    [
        (1.0, 1.0, 1.0, 1.0),
        (0.0, 1.0, 1.0, 0.3),
        (1.0, 0.0, 0.0, 0.7),
        (0.5, 0.9, 0.7, 0.35 + 0.18 + 0.07),
        (0.0, 0.0, 0.8, 0.08),
    ],
)
def test_presentation_mix_weights(relevance, url, source, score):
    assert mix(np.array([relevance]), np.array([url]), np.array([source]))[0] == pytest.approx(score)


def test_presentation_mix_end_to_end():
    items = [
        _with_features(evidence(relevance=r, text=f"Bridge {n} of town {n}.")) for n, r in enumerate((0.9, 0.5, 0.7))
    ]
    found = {e.relevance: e.score for e in scored(items, RankProfile.MIX)}
    # A URL with one path segment scores 0.6, and the origin "web" scores 1.0.
    assert found == pytest.approx({0.9: 0.7 + 0.22, 0.7: 0.35 + 0.22, 0.5: 0.22}, abs=1e-4)


def test_provider_ranking_mixes_retriever_and_relevance():
    assert scored([evidence(relevance=0.5)], RankProfile.PROVIDER)[0].score == pytest.approx(0.7 * 0.7 + 0.3 * 0.5)


def test_provider_ranking_puts_passages_below_its_minimum_last():
    said = evidence(relevance=0.14, text="Town A.")
    loud = replace(said, candidate=replace(said.candidate, recall_score=1.0))
    quiet = evidence(relevance=0.15, text="Town B.")
    quiet = replace(quiet, candidate=replace(quiet.candidate, recall_score=0.1))
    assert [e.passage.text for e in scored([loud, quiet], RankProfile.PROVIDER)] == ["Town B.", "Town A."]


def test_claimlight_score_is_the_weighted_sum():
    item = _with_features(evidence(tier="A", strength=0.9))
    found = scored([item], RankProfile.CLAIMLIGHT)[0]
    hybrid = found.signals["rank_hybrid"]
    assert found.score == pytest.approx(0.6 * 0.7 + 0.3 * 0.95 + 0.1 * hybrid + 0.25 * 0.135, abs=1e-3)


def test_hybrid_order_puts_filtered_passages_last():
    claim = "Vitamin C prevents colds"
    near = _with_features(evidence(text="Zinc is a metal of many uses."), claim)
    far = _with_features(evidence(text="Vitamin C prevents colds.", relevance=0.5), claim)
    near = replace(near, candidate=replace(near.candidate, features=near.candidate.features._replace(credibility=1.0)))
    assert [e.passage.text[:7] for e in scored([near, far], RankProfile.HYBRID)] == ["Vitamin", "Zinc is"]
    assert scored([near], RankProfile.HYBRID)[0].signals["strict_filter"] == 1.0


def test_every_score_is_reported_under_every_profile():
    for profile in RankProfile:
        signals = scored([_with_features(evidence())], profile)[0].signals
        assert {f"rank_{p}" for p in RankProfile} <= signals.keys()
        assert {"semantic", "entity_overlap", "claim_overlap", "recency", "anchors"} <= signals.keys()
        assert signals["topicality"] == 0.9, "what the judge found stays"


def test_graph_score_is_reported_only_for_passages_in_the_graph():
    unknown = scored([_with_features(evidence())])[0].signals
    known = evidence()
    known = replace(known, candidate=replace(known.candidate, kg_score=0.6))
    assert "graph" not in unknown
    assert scored([_with_features(known)])[0].signals["graph"] == 0.6


def test_passage_without_features_is_ranked_by_its_own_values():
    found = scores([evidence()])
    assert found.rows[0].semantic == 0.7
    assert found.rows[0].credibility == 0.95
    assert found.hybrid.kept.all()


def _with_features(item: Evidence, claim: str = "The bridge reopened in March 2024") -> Evidence:
    rating: SourceRating = item.candidate.rating
    return replace(item, candidate=with_features(claim, [replace(item.candidate, rating=rating)], TODAY)[0])
