"""Log-odds: each source counts only once, and the bounds hold whatever the evidence."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.domain.evidence import Stance
from backend.verdict.bayes import bounded, consensus, log_odds, probability, tempered, voices
from tests.evidence_maker import evidence
from tests.evidence_strategies import different, mirrored, passage

odds = st.floats(-6, 6)


@settings(max_examples=50)
@given(different(), st.randoms(use_true_random=False))
def test_order_and_repetition_of_evidence_do_not_matter(found, random):
    assert voices([*random.sample(found, len(found)), *found]) == voices(found)


@settings(max_examples=50)
@given(different())
def test_swapping_stances_mirrors_the_consensus(found):
    (share, domains), mirror = consensus(voices(found)), consensus(voices(map(mirrored, found)))
    assert mirror == (pytest.approx(1 - share), domains)
    assert 0.02 <= share <= 0.98


@given(odds, odds)
def test_prior_never_reverses_evidence(found, background):
    moved = tempered(found, background)
    assert moved * found >= 0
    if found:
        assert abs(moved) >= abs(found) / 2


@given(odds, st.floats(0.02, 0.98), st.integers(2, 9))
def test_belief_and_disbelief_stay_within_the_consensus(before, share, domains):
    after, limit = bounded(before, share, domains), log_odds(share)
    assert min(0, limit) <= after <= max(0, limit)
    assert bounded(-before, 1 - share, domains) == pytest.approx(-after, abs=1e-9)


def test_passages_of_one_domain_weigh_as_much_as_the_best_one():
    many = [passage(n, Stance.SUPPORTS) for n in range(20)]
    assert [v.log_odds for v in voices(many)] == [v.log_odds for v in voices(many[:1])]


def test_self_contradicting_source_counts_with_its_stronger_stance():
    clear, loose = passage(1, Stance.REFUTES), passage(2, Stance.SUPPORTS, relevance=0.5)
    assert voices([clear, loose]) == voices([clear])
    (voice,) = voices([passage(1, Stance.REFUTES), passage(2, Stance.SUPPORTS)])
    assert voice.log_odds == 0.0


def test_log_odds_and_probability_are_inverse():
    for p in (0.01, 0.3, 0.5, 0.99):
        assert probability(log_odds(p)) == pytest.approx(p)


def test_neutral_evidence_contributes_nothing():
    neutral = evidence(Stance.NEUTRAL, domain="b.example")
    assert voices([evidence(), neutral]) == voices([evidence()])
    assert consensus(voices([neutral])) == (0.5, 0)
