import pytest

from backend.domain.evidence import Stance
from backend.domain.trust import SourceTier
from backend.verdict.bayes import belief, consensus, impact, log_odds, prior, probability
from tests.evidence_maker import evidence


@pytest.mark.parametrize(
    ("strength", "expected"), [(0, 0.013), (0.3, 0.24), (0.5, 1.0), (0.7, 1.76), (0.9, 1.96), (1, 1.99)]
)
def test_impact_has_the_documented_values(strength, expected):
    assert impact(strength, 1.0) == pytest.approx(expected, abs=0.005)


def test_log_odds_and_probability_are_inverse():
    for p in (0.01, 0.3, 0.5, 0.99):
        assert probability(log_odds(p)) == pytest.approx(p)


def test_support_raises_and_refutation_lowers_belief_equally():
    up, down = belief([evidence(Stance.SUPPORTS)]), belief([evidence(Stance.REFUTES)])
    assert up.probability > 0.8
    assert up.log_odds == pytest.approx(-down.log_odds)


def test_twenty_passages_of_one_domain_weigh_as_much_as_its_best():
    many = [evidence(text=f"Statement {n}.") for n in range(20)]
    assert belief(many).log_odds == pytest.approx(belief(many[:1]).log_odds)


def test_neutral_evidence_changes_nothing():
    neutral = evidence(Stance.NEUTRAL, domain="b.example")
    assert belief([evidence(), neutral]) == belief([evidence()])
    assert consensus([neutral]) == (0.5, 0)


def test_two_domains_that_disagree_bound_the_belief_at_even_odds():
    both = [evidence(tier="A"), evidence(Stance.REFUTES, tier="C", domain="b.example", strength=0.6, relevance=0.4)]
    assert belief(both).probability <= 0.5


def test_the_prior_of_a_page_never_outweighs_one_strong_passage():
    for tier in SourceTier:
        assert belief([evidence(Stance.REFUTES)], tier).probability < 0.5
        assert belief([evidence(Stance.SUPPORTS)], tier).probability > 0.5
    assert prior(None) == 0.0
    assert prior(SourceTier.A) > prior(SourceTier.B) > prior(SourceTier.C) == 0 > prior(SourceTier.D)
