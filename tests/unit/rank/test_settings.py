import re
from collections.abc import Iterator
from dataclasses import Field, fields, is_dataclass

import pytest

from backend.rank.settings import RANK, RankProfile


def leaf_settings(settings: object) -> Iterator[tuple[str, Field]]:
    for field in fields(settings):
        value = getattr(settings, field.name)
        if is_dataclass(value):
            yield from leaf_settings(value)
        else:
            yield f"{type(settings).__name__}.{field.name}", field


def test_every_constant_names_its_origin():
    sourced = re.compile(r"00[0124](?: and 00\d)? #[a-z-]+|ours\b")
    assert [name for name, field in leaf_settings(RANK) if not sourced.match(field.metadata.get("source", ""))] == []


def test_constants_have_the_documented_values():
    w, p, b = RANK.weights, RANK.penalties, RANK.boosts
    assert (w.semantic, w.graph, w.entity, w.claim_overlap, w.recency, w.credibility) == (
        0.31, 0.12, 0.20, 0.15, 0.05, 0.17,
    )  # fmt: skip
    assert (b.graph, b.graph_entity, b.graph_anchored) == (0.05, 0.10, 0.08)
    assert (p.anchor_graph, p.anchor_other, p.backfill, p.object_missing) == (0.30, 0.70, 0.85, 0.55)
    assert (p.focus, p.subject_missing, p.relation_object_missing, p.mention) == (0.75, 0.60, 0.70, 0.65)
    assert (p.uncertainty, RANK.floors.score, RANK.words.half_life_days) == (0.12, 0.2, 365)


def test_shares_sum_to_one():
    w, m, c = RANK.weights, RANK.mix, RANK.claimlight
    assert sum(getattr(w, f.name) for f in fields(w)) == pytest.approx(1)
    assert m.relevance + m.url_quality + m.source == pytest.approx(1)
    assert c.semantic + c.decisive + c.hybrid == pytest.approx(1)


def test_settings_are_frozen():
    with pytest.raises(AttributeError):
        RANK.weights.semantic = 1.0


def test_every_ranking_has_a_profile():
    assert {str(p) for p in RankProfile} == {"claimlight", "hybrid", "mix", "provider", "credibility"}
