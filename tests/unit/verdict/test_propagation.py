"""The claim graph: the edges that are kept, and the beliefs that these edges propagate."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.domain.claim import ClaimEdge, EdgeKind
from backend.domain.verdict import Belief, Voice
from backend.verdict.bayes import consensus, log_odds, probability
from backend.verdict.links import links
from backend.verdict.propagation import premises, propagated

MOST = log_odds(0.98)
NAMES = tuple("abcdef")
SUPPORTS, DEPENDS, CONTRADICTS = EdgeKind.SUPPORTS, EdgeKind.DEPENDS_ON, EdgeKind.CONTRADICTS


def _edge(source, target, kind=SUPPORTS, weight=1.0):
    return ClaimEdge(source=source, target=target, kind=kind, weight=weight)


def _belief(*odds, passages=()):
    names = passages or [f"p{n}-{value}" for n, value in enumerate(odds)]
    heard = tuple(Voice(domain=f"d{p}", passage=p, log_odds=o) for p, o in zip(names, odds, strict=True))
    total = sum(odds)
    return Belief(log_odds=total, probability=probability(total), consensus=consensus(heard)[0], voices=heard)


edges = st.lists(
    st.builds(_edge, st.sampled_from(NAMES), st.sampled_from(NAMES), st.sampled_from(EdgeKind), st.floats(0, 1)),
    max_size=15,
)
beliefs = st.fixed_dictionaries({name: st.floats(-2, 2).map(_belief) for name in NAMES})


@given(edges)
def test_kept_edges_have_no_cycle_and_dropped_ones_are_reported(given_edges):
    found = links(NAMES, given_edges)
    place = {name: n for n, name in enumerate(found.order)}
    assert sorted(found.order) == sorted(NAMES)
    assert all(place[sender] < place[receiver] for sender, receiver, _ in found.flows)
    told = {e for _, _, e in found.flows} | set(found.cyclic) | set(found.unsound)
    pairs = {frozenset((s, r)) for s, r, _ in found.flows}
    assert all(e in told or frozenset((e.source, e.target)) in pairs for e in given_edges)


@given(beliefs, edges)
def test_beliefs_stay_bounded_and_no_part_is_reversed(known, given_edges):
    after = propagated(known, links(NAMES, given_edges))
    for name, belief in after.items():
        assert abs(belief.log_odds) <= max(MOST, abs(known[name].log_odds)) + 1e-9
        assert belief.log_odds * known[name].log_odds >= 0
        assert belief.probability == pytest.approx(probability(belief.log_odds))


@settings(max_examples=50)
@given(beliefs, edges)
def test_the_order_in_which_edges_are_given_does_not_matter(known, given_edges):
    assert propagated(known, links(NAMES, given_edges)) == propagated(known, links(NAMES, given_edges[::-1]))


def test_belief_does_not_grow_along_a_chain_of_twelve():
    """The original implementation of document 002 reaches 24.0 here."""
    parts = [f"n{n:02}" for n in range(12)]
    chain = [_edge(a, b) for a, b in pairwise(parts)]
    known = {part: _belief(2.0, passages=[part]) for part in parts}
    after = propagated(known, links(parts, chain))
    assert max(b.log_odds for b in after.values()) <= MOST


def test_a_cycle_is_broken_at_its_weakest_edge():
    found = links(
        ("a", "b", "c"), [_edge("a", "b", weight=0.9), _edge("b", "c", weight=0.5), _edge("c", "a", weight=0.7)]
    )
    assert [(e.source, e.target) for e in found.cyclic] == [("b", "c")]
    assert found.order == ("c", "a", "b")


@pytest.mark.parametrize(
    "edge", [_edge("a", "a"), _edge("a", "x"), _edge("a", "b", weight=1.5), _edge("a", "b", weight=-0.1)]
)
def test_invalid_edge_is_refused(edge):
    assert links(("a", "b"), [edge]).unsound == (edge,)
    assert links(("a", "b"), [edge]).flows == ()


def test_evidence_shared_by_two_parts_counts_once():
    shared, own = _belief(1.5, passages=["p"]), _belief(1.5, passages=["q"])
    joined = links(("a", "b"), [_edge("a", "b")])
    assert propagated({"a": shared, "b": shared}, joined)["b"].log_odds == pytest.approx(1.5)
    assert propagated({"a": own, "b": shared}, joined)["b"].log_odds == pytest.approx(3.0)


def test_belief_that_arrives_on_two_paths_counts_once():
    none = _belief()
    straight = links(("a", "b", "c", "d"), [_edge("a", "b"), _edge("b", "d")])
    diamond = links(("a", "b", "c", "d"), [_edge("a", "b"), _edge("a", "c"), _edge("b", "d"), _edge("c", "d")])
    known = {"a": _belief(1.2), "b": none, "c": none, "d": none}
    assert propagated(known, diamond)["d"] == propagated(known, straight)["d"]


def test_dependency_gives_no_support():
    joined = links(("a", "b"), [_edge("b", "a", DEPENDS)])
    assert propagated({"a": _belief(2.0), "b": _belief()}, joined)["b"].log_odds == 0.0


def test_refuted_premise_lowers_a_dependent_part_but_not_below_its_own_evidence():
    joined = links(("a", "b"), [_edge("b", "a", DEPENDS, 0.1)])
    after = propagated({"a": _belief(-1.8), "b": _belief()}, joined)
    assert after["b"].probability == pytest.approx(0.4)
    assert (premises("b", joined), premises("a", joined)) == ({"a"}, set())
    assert propagated({"a": _belief(-1.8), "b": _belief(1.0)}, joined)["b"].probability > 0.5


def test_dependency_edge_points_from_the_dependent_part_to_its_premise():
    joined = links(("a", "b"), [_edge("b", "a", DEPENDS)])
    assert [(sender, receiver) for sender, receiver, _ in joined.flows] == [("a", "b")]
