"""Belief: what more evidence, other orders, repetition and exchanged sides do to it."""

import math
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.domain.evidence import Stance
from backend.domain.trust import SourceTier
from backend.verdict.bayes import belief, bounded, consensus, log_odds, prior, probability, tempered, voices
from tests.evidence_maker import evidence
from tests.evidence_strategies import different, mirrored, passage, passages

TIERS = st.sampled_from([None, *SourceTier])
SIDE = st.sampled_from([Stance.SUPPORTS, Stance.REFUTES])
odds = st.floats(-6, 6)


@given(different(), passages(numbers=st.integers(100, 120)), TIERS)
def test_more_support_never_lowers_belief_and_more_refutation_never_raises_it(found, new, tier):
    before, after = belief(found, tier).log_odds, belief([*found, new], tier).log_odds
    if new.stance is Stance.SUPPORTS:
        assert after >= before - 1e-9
    elif new.stance is Stance.REFUTES:
        assert after <= before + 1e-9
    else:
        assert after == before


@given(different(), TIERS, st.randoms(use_true_random=False))
def test_the_order_of_evidence_does_not_matter(found, tier, random):
    shuffled = random.sample(found, len(found))
    assert belief(shuffled, tier) == belief(found, tier)


@given(different(), TIERS)
def test_duplicates_change_nothing(found, tier):
    assert belief([*found, *found], tier) == belief(found, tier)


@given(different())
def test_exchanging_the_sides_mirrors_the_belief(found):
    one, other = belief(found), belief(map(mirrored, found))
    assert other.log_odds == pytest.approx(-one.log_odds, abs=1e-9)
    assert other.probability == pytest.approx(1 - one.probability)
    assert other.consensus == pytest.approx(1 - one.consensus)
    assert other.certainty == one.certainty


@given(different(), TIERS)
def test_no_number_leaves_its_range(found, tier):
    known = belief(found, tier)
    assert math.isfinite(known.log_odds)
    assert 0 < known.probability < 1
    assert 0.02 <= known.consensus <= 0.98
    assert 0 <= known.certainty < 1
    assert known == belief(found, tier), "identical input, identical output"
    if len([v for v in known.voices if v.log_odds]) > 1:
        assert 0.02 - 1e-9 <= known.probability <= 0.98 + 1e-9


@given(odds, odds)
def test_a_background_never_turns_evidence_round(found, background):
    moved = tempered(found, background)
    assert moved * found >= 0
    if found:
        assert abs(moved) >= abs(found) / 2


@given(odds, st.floats(0.02, 0.98), st.integers(2, 9))
def test_belief_and_disbelief_stay_within_the_consensus(before, share, domains):
    after, limit = bounded(before, share, domains), log_odds(share)
    assert min(0, limit) <= after <= max(0, limit)
    assert bounded(-before, 1 - share, domains) == pytest.approx(-after, abs=1e-9)


def test_support_raises_and_refutation_lowers_belief_equally():
    up, down = belief([evidence(Stance.SUPPORTS)]), belief([evidence(Stance.REFUTES)])
    assert up.probability > 0.8
    assert up.log_odds == pytest.approx(-down.log_odds)


def test_twenty_passages_of_one_domain_weigh_as_much_as_its_best():
    many = [passage(n, Stance.SUPPORTS) for n in range(20)]
    assert belief(many).log_odds == belief(many[:1]).log_odds


def test_a_source_that_contradicts_itself_speaks_with_its_stronger_voice():
    clear, loose = passage(1, Stance.REFUTES), passage(2, Stance.SUPPORTS, relevance=0.5)
    assert belief([clear, loose]).log_odds == belief([clear]).log_odds
    (voice,) = voices([passage(1, Stance.REFUTES), passage(2, Stance.SUPPORTS)])
    assert voice.log_odds == 0.0


def test_a_clear_source_is_believed_against_a_faint_objection_but_less():
    clear, faint = evidence(), evidence(Stance.REFUTES, tier="C", domain="b.example", strength=0.6, relevance=0.4)
    assert 0.5 < belief([clear, faint]).probability < belief([clear]).probability


def test_two_sources_of_equal_weight_leave_the_belief_at_even_odds():
    both = [evidence(), evidence(Stance.REFUTES, domain="other.gov")]
    assert belief(both).log_odds == 0.0
    assert belief(both, SourceTier.A).log_odds == 0.0, "a page's prior does not decide between them"


@pytest.mark.parametrize("tier", SourceTier)
def test_the_prior_of_a_page_never_outweighs_what_was_found(tier):
    for relevance in (0.05, 0.9):
        assert belief([evidence(Stance.REFUTES, relevance=relevance)], tier).probability < 0.5
        assert belief([evidence(Stance.SUPPORTS, relevance=relevance)], tier).probability > 0.5


def test_without_evidence_the_prior_is_all_there_is():
    assert belief([], SourceTier.A).probability == pytest.approx(0.85)
    assert belief([]).log_odds == prior(None) == 0.0


def test_all_orders_of_three_sources_give_the_same_float():
    three = [
        passage(n, stance, domain=f"d{n}.example", relevance=r)
        for n, (stance, r) in enumerate([(Stance.SUPPORTS, 0.9), (Stance.REFUTES, 0.31), (Stance.SUPPORTS, 0.7)])
    ]
    assert len({belief(order).log_odds for order in permutations(three)}) == 1


def test_log_odds_and_probability_are_inverse():
    for p in (0.01, 0.3, 0.5, 0.99):
        assert probability(log_odds(p)) == pytest.approx(p)


def test_neutral_evidence_has_no_voice():
    neutral = evidence(Stance.NEUTRAL, domain="b.example")
    assert belief([evidence(), neutral]) == belief([evidence()])
    assert consensus(voices([neutral])) == (0.5, 0)
