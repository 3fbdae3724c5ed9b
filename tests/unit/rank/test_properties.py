"""Properties of every ranking: ranges, order independence, determinism, duplicates, and both sides."""

import math
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.domain.article import PassageKind
from backend.domain.evidence import Origin, Stance
from backend.domain.features import Features
from backend.rank.features import features, with_features
from backend.rank.hybrid import hybrid
from backend.rank.order import presented, ranked, scored
from backend.rank.settings import RankProfile
from tests.evidence_maker import evidence
from tests.rank_maker import TODAY, candidate

share = st.one_of(st.just(0.0), st.just(1.0), st.floats(0, 1))
flag = st.sampled_from([0.0, 1.0])
UNIT = {
    "semantic",
    "graph",
    "entity_overlap",
    "claim_overlap",
    "recency",
    "credibility",
    "anchors",
    "url_quality",
    "source_preference",
}
rows = st.builds(
    Features,
    **{name: share if name in UNIT else flag for name in Features._fields if name != "shared_words"},
    shared_words=st.sampled_from([0.0, 1.0, 2.0, 99.0]),
)
CLAIM = "The World Health Organization says that vitamin C prevents 5 colds in adults"
words = "vitamin colds WHO World Health Organization 5 prevents not myth evidence no adults survey it’s 12 – ẞ İ".split(
    " "
)
sentences = st.lists(st.sampled_from(words), max_size=12).map(" ".join)

items = st.builds(
    lambda n, text, stance, tier, relevance, kind, origin, near: (
        made := evidence(
            stance,
            text=f"{text} {n}",
            tier=tier,
            domain=f"d{n % 3}.example",
            relevance=relevance,
            kind=kind,
            origin=origin,
        ),
        replace(made, candidate=with_features(CLAIM, [replace(made.candidate, similarity=near)], TODAY)[0]),
    )[1],
    st.integers(0, 9),
    sentences,
    st.sampled_from(Stance),
    st.sampled_from(["A", "B", "C", "lead"]),
    st.floats(0, 1),
    st.sampled_from(PassageKind),
    st.sampled_from(Origin),
    st.floats(-1, 1),
)
lists = st.lists(items, max_size=10, unique_by=lambda e: e.passage.id)
profiles = st.sampled_from(RankProfile)


@settings(max_examples=40)
@given(st.lists(rows, max_size=8))
def test_hybrid_scores_are_between_0_and_1(batch):
    found = hybrid(batch)
    assert all(0 <= value <= 1 for values in (found.score, found.semantic_norm, found.graph_norm) for value in values)
    assert not any(math.isnan(value) for value in found.base)


@settings(max_examples=40)
@given(st.lists(rows, min_size=1, max_size=8), st.randoms())
def test_hybrid_scores_do_not_depend_on_the_order_of_the_batch(batch, random):
    mixed = list(range(len(batch)))
    random.shuffle(mixed)
    straight, other = hybrid(batch), hybrid([batch[i] for i in mixed])
    assert [straight.score[i] for i in mixed] == pytest.approx(other.score.tolist())
    assert [straight.kept[i] for i in mixed] == other.kept.tolist()


@settings(max_examples=40)
@given(st.lists(rows, min_size=1, max_size=8))
def test_duplicates_do_not_change_hybrid_scores(batch):
    once, twice = hybrid(batch), hybrid([*batch, *batch])
    assert twice.score[: len(batch)].tolist() == once.score.tolist() == twice.score[len(batch) :].tolist()


@settings(max_examples=40)
@given(
    st.lists(rows, min_size=2, max_size=8),
    st.integers(0, 7),
    st.sampled_from(["entity_overlap", "claim_overlap", "recency"]),
)
def test_better_feature_never_lowers_a_score(batch, place, name):
    place %= len(batch)
    better = [row._replace(**{name: 1.0}) if i == place else row for i, row in enumerate(batch)]
    assert hybrid(better).score[place] >= hybrid(batch).score[place] - 1e-12


@settings(max_examples=40)
@given(sentences, sentences, st.floats(-2, 2), st.floats(-1, 2))
def test_features_are_in_range_whatever_the_texts(claim, text, similarity, graph):
    row = features(claim, [candidate(text, similarity=similarity, kg_score=graph)], TODAY)[0]
    assert all(0 <= getattr(row, name) <= 1 for name in Features._fields if name != "shared_words")
    assert row.shared_words >= 0


@settings(max_examples=40)
@given(lists, profiles, st.randoms())
def test_ranking_does_not_depend_on_input_order(found, profile, random):
    mixed = list(found)
    random.shuffle(mixed)
    assert ranked(mixed, 5, profile) == ranked(found, 5, profile)


@settings(max_examples=40)
@given(lists, profiles)
def test_the_same_input_gives_the_same_output(found, profile):
    assert scored(found, profile) == scored(found, profile)


@settings(max_examples=40)
@given(lists, profiles)
def test_duplicates_do_not_change_the_ranking(found, profile):
    assert ranked([*found, *found], 20, profile) == ranked(found, 20, profile)


@settings(max_examples=40)
@given(lists, profiles, st.integers(1, 20))
def test_shown_evidence_is_part_of_the_basis_with_both_stances(found, profile, top_k):
    basis = ranked(found, 20)
    shown = presented(basis, top_k, profile)
    weighed = {e.passage.id: e for e in basis}
    assert all(e == replace(weighed[e.passage.id], score=e.score) for e in shown)
    assert len(shown) <= top_k
    assert max(Counter(e.rating.domain for e in shown if e.stance is not Stance.NEUTRAL).values(), default=0) <= 2
    if top_k > 1:
        assert {e.stance for e in shown} - {Stance.NEUTRAL} == {e.stance for e in basis} - {Stance.NEUTRAL}


@settings(max_examples=40)
@given(lists, profiles)
def test_whole_basis_is_the_same_set_under_every_profile(found, profile):
    basis = ranked(found, 20)
    assert {e.passage.id for e in presented(basis, 20, profile)} == {e.passage.id for e in basis}
