"""The learned decision: probabilities and contributions add up, and no passage counts against its own side."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence, Origin, Stance
from backend.verdict.decider import Decision, decide, shipped, strength
from tests.evidence_maker import evidence
from tests.evidence_strategies import different, passage, passages

SIDES = st.sampled_from([Stance.SUPPORTS, Stance.REFUTES])


def decision_of(*found: Evidence) -> Decision:
    return decide(found, shipped())


def test_no_evidence_is_undecided_without_a_leaning() -> None:
    nothing = decision_of()
    assert nothing.log_odds == 0
    assert nothing.true == nothing.false
    assert nothing.voices == ()


@settings(max_examples=50)
@given(different())
def test_probabilities_and_contributions_add_up(found: list[Evidence]) -> None:
    decision = decision_of(*found)
    assert math.isclose(decision.true + decision.false + decision.undecided, 1.0)
    assert decision.log_odds == math.fsum(voice.log_odds for voice in decision.voices)
    assert decision.belief.log_odds == decision.log_odds
    assert len({voice.domain for voice in decision.voices}) == len(decision.voices)


@settings(max_examples=50)
@given(different(), passages(st.sampled_from(PassageKind), st.integers(61, 90)))
def test_one_more_passage_never_makes_its_side_less_probable(found: list[Evidence], more: Evidence) -> None:
    before, after = decision_of(*found), decision_of(*found, more)
    if more.stance is Stance.NEUTRAL:
        assert after == before
    else:
        assert after.of(more.stance) >= before.of(more.stance) - 1e-12


@settings(max_examples=50)
@given(different(), st.randoms())
def test_order_and_repetition_change_nothing(found: list[Evidence], random: object) -> None:
    shuffled = [*found, *found]
    random.shuffle(shuffled)
    assert decision_of(*shuffled) == decision_of(*found)


@given(SIDES, st.floats(0.6, 1.0), st.floats(0.6, 1.0))
def test_higher_judge_score_counts_no_less(side: Stance, one: float, other: float) -> None:
    low, high = (strength(evidence(side, strength=value), shipped()) for value in sorted((one, other)))
    assert low <= high


def test_source_counts_once_and_further_sources_add_less() -> None:
    one, again = passage(1, Stance.SUPPORTS, domain="one.example"), passage(2, Stance.SUPPORTS, domain="one.example")
    other = passage(3, Stance.SUPPORTS, domain="other.example")
    assert decision_of(one, again).log_odds == decision_of(one).log_odds
    assert decision_of(one).log_odds < decision_of(one, other).log_odds <= 2 * decision_of(one).log_odds


def test_agreement_of_unrated_sources_adds_nothing() -> None:
    one, other = (passage(n, Stance.SUPPORTS, tier="C", domain=f"c-{n}.example") for n in (1, 2))
    assert decision_of(one, other).log_odds == decision_of(one).log_odds
    rated = passage(3, Stance.SUPPORTS, tier="B", domain="b.example")
    assert decision_of(one, other, rated).log_odds == decision_of(one, rated).log_odds > decision_of(one).log_odds


@pytest.mark.parametrize(
    "silent",
    [
        evidence(Stance.NEUTRAL),
        evidence(tier="lead"),
        evidence(origin=Origin.KNOWLEDGE, quarantined=True),
    ],
    ids=["takes no side", "may not be quoted", "left behind by an earlier search"],
)
def test_passages_without_weight_do_not_change_the_decision(silent: Evidence) -> None:
    assert decision_of(silent) == decision_of()


def test_credible_source_counts_more_and_a_snippet_less() -> None:
    excerpt, page = (decision_of(evidence(tier="C", kind=kind)) for kind in (PassageKind.SNIPPET, PassageKind.ARTICLE))
    authority = decision_of(evidence(tier="A"))
    assert 0 < excerpt.log_odds < page.log_odds < authority.log_odds
