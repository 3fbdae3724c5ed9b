"""The hybrid score: base score, boosts, penalties, floor, and strict filters."""

import numpy as np
import pytest

from backend.domain.features import Features
from backend.rank.hybrid import hybrid, normalised
from tests.each_row import each_row
from tests.rank_maker import PLAIN


def single_score(**changed: float) -> float:
    """Return the score of a single passage, whose cosine is unchanged because there is no other score to normalise against."""
    return float(hybrid([PLAIN._replace(**changed)]).score[0])


BASE = 0.31 * 0.6 + 0.20 * 0.5 + 0.15 * 0.5 + 0.17 * 0.5


@each_row(
    ("changed", "expected"),
    [
        ({}, BASE),
        ({"semantic": 1.0}, BASE + 0.31 * 0.4),
        ({"entity_overlap": 1.0}, BASE + 0.20 * 0.5),
        ({"claim_overlap": 1.0}, BASE + 0.15 * 0.5),
        ({"recency": 1.0}, BASE + 0.05),
        ({"recency": 0.5}, BASE + 0.025),
        ({"credibility": 0.95}, BASE + 0.17 * 0.45),
    ],
)
def test_base_score_is_a_weighted_sum(changed, expected):
    assert single_score(**changed) == pytest.approx(expected)


GRAPH = 0.12
"""Weight of the graph score. A single passage keeps its raw score when scores are normalised."""


@each_row(
    ("changed", "boost"),
    [
        ({"graph": 0.3}, 0.05 * 0.3 + 0.10),
        ({"graph": 0.3, "claim_overlap": 0.07, "anchored": 1.0}, 0.0),
        ({"graph": 0.3, "claim_overlap": 0.08}, 0.05 * 0.3),
        ({"graph": 0.3, "claim_overlap": 0.10}, 0.05 * 0.3 + 0.10),
        ({"graph": 0.3, "entity_overlap": 0.33}, 0.05 * 0.3),
        ({"graph": 0.3, "entity_overlap": 0.34}, 0.05 * 0.3 + 0.10),
        ({"graph": 0.40}, 0.05 * 0.40 + 0.10 + 0.08),
        ({"graph": 0.40, "anchored": 0.0, "claim_overlap": 0.2}, 0.05 * 0.40 + 0.10),
        ({"graph": 1.0}, 0.05 + 0.10 + 0.08),
    ],
)
def test_graph_boosts(changed, boost):
    row = PLAIN._replace(**changed)
    base = 0.31 * row.semantic + GRAPH * row.graph + 0.2 * row.entity_overlap + 0.15 * row.claim_overlap + 0.085
    assert single_score(**changed) == pytest.approx(min(1.0, base + boost))


@each_row(
    ("changed", "factor"),
    [
        ({"anchors": 0.19, "anchored": 1.0}, 0.70),
        ({"anchors": 0.20}, 1.0),
        ({"backfill": 1.0, "entity_overlap": 0.24}, 0.85),
        ({"backfill": 1.0, "entity_overlap": 0.25}, 1.0),
        ({"object_missing": 1.0}, 0.55),
        ({"shared_words": 1.0}, 0.75),
        ({"shared_words": 2.0}, 1.0),
        ({"shared_words": 1.0, "semantic": 0.85}, 1.0),
        ({"subject_missing": 1.0}, 0.60),
        ({"subject_missing": 1.0, "semantic": 0.90}, 1.0),
        ({"relation_object_missing": 1.0}, 0.70),
        ({"mention": 1.0}, 0.65),
        ({"mention": 1.0, "subject_missing": 1.0}, 0.65 * 0.60),
    ],
)
def test_penalties_are_factors(changed, factor):
    row = PLAIN._replace(**changed)
    base = 0.31 * row.semantic + 0.20 * row.entity_overlap + 0.15 * row.claim_overlap + 0.17 * row.credibility
    assert single_score(**changed) == pytest.approx(base * factor)


def test_weak_anchors_lower_a_graph_path_more():
    weak = PLAIN._replace(anchors=0.0, anchored=0.0, claim_overlap=0.05)
    text, path = weak, weak._replace(graph=0.5)
    without = hybrid([weak._replace(anchors=1.0), path._replace(anchors=1.0)]).score
    found = hybrid([text, path]).score
    assert found[0] == pytest.approx(0.70 * without[0])
    assert found[1] == pytest.approx(0.30 * without[1])


def test_uncertainty_is_subtracted_after_the_penalties():
    assert single_score(uncertain=1.0) == pytest.approx(BASE - 0.12)
    assert single_score(uncertain=1.0, mention=1.0) == pytest.approx(BASE * 0.65 - 0.12)


def test_claim_overlap_is_capped_where_anchors_fail():
    assert single_score(claim_overlap=0.9, anchored=0.0) == pytest.approx(BASE + 0.15 * (0.20 - 0.5))


@each_row(
    ("changed", "score"),
    [
        ({"credibility": 0.90}, 0.2),
        ({"credibility": 0.89}, 0.17 * 0.89),
        ({"credibility": 0.95, "semantic": 0.01}, 0.31 * 0.01 + 0.17 * 0.95),
    ],
)
def test_floor_for_an_authority_without_similarity_or_graph_score(changed, score):
    row = Features(semantic=0.0, graph=0.0, entity_overlap=0.0, claim_overlap=0.0, wordless=1.0)._replace(**changed)
    assert float(hybrid([row]).score[0]) == pytest.approx(score)


STRICT = [
    ({"claim_overlap": 0.14}, False),
    ({"claim_overlap": 0.15}, True),
    ({"claim_overlap": 0.14, "semantic": 0.75}, True),
    ({"claim_overlap": 0.08, "graph": 0.45, "entity_overlap": 0.20}, True),
    ({"claim_overlap": 0.07, "graph": 0.45, "entity_overlap": 0.20}, False),
    ({"claim_overlap": 0.39, "object_missing": 1.0}, False),
    ({"claim_overlap": 0.40, "object_missing": 1.0}, True),
    ({"claim_overlap": 0.39, "object_missing": 1.0, "semantic": 0.90}, True),
    ({"claim_overlap": 0.34, "shared_words": 1.0}, False),
    ({"claim_overlap": 0.35, "shared_words": 1.0}, True),
    ({"subject_missing": 1.0, "semantic": 0.94}, False),
    ({"subject_missing": 1.0, "semantic": 0.95}, True),
    ({"relation_object_missing": 1.0}, False),
    ({"relation_object_missing": 1.0, "semantic": 0.95}, True),
    ({"mention": 1.0, "claim_overlap": 0.59}, False),
    ({"mention": 1.0, "claim_overlap": 0.60}, True),
    ({"semantic": 0.19, "claim_overlap": 0.07, "entity_overlap": 0.19}, False),
    ({"boilerplate": 1.0, "semantic": 1.0}, False),
    ({"number_missing": 1.0, "semantic": 1.0}, False),
]


@each_row(("changed", "kept"), STRICT)
def test_strict_filters_keep_or_reject_a_passage(changed, kept):
    assert bool(hybrid([PLAIN._replace(**changed)]).kept[0]) is kept


def test_cosine_and_graph_are_normalised_over_the_batch():
    found = hybrid([PLAIN._replace(semantic=s, graph=g) for s, g in ((0.2, 0.0), (0.6, 0.4), (0.4, 0.8))])
    assert found.semantic_norm.tolist() == pytest.approx([0.0, 1.0, 0.5])
    assert found.graph_norm.tolist() == pytest.approx([0.0, 0.5, 1.0])


def test_an_empty_batch_has_no_scores():
    assert len(hybrid([]).score) == 0
    assert len(normalised(np.array([]))) == 0
