"""The formulas of design 002 (docs/design.md#founding-designs), with its own numbers and with numbers measured on the original."""

import math

import pytest

from backend.domain.claim import ClaimEdge, EdgeKind
from backend.domain.trust import SourceTier
from backend.domain.verdict import Belief, Label, Voice
from backend.verdict.bayes import bounded, consensus, impact, log_odds, probability
from backend.verdict.links import links
from backend.verdict.propagation import propagated
from backend.verdict.rgba import rgba
from backend.verdict.settings import VERDICT, of_tier

A, A2, B, C, D = SourceTier.A, SourceTier.A_PRIME, SourceTier.B, SourceTier.C, SourceTier.D


@pytest.mark.parametrize(
    ("strength", "expected"), [(0, 0.013), (0.3, 0.24), (0.5, 1.0), (0.7, 1.76), (0.9, 1.96), (1, 1.99)]
)
def test_sigmoid_impact(strength, expected):
    assert impact(strength, 1.0) == pytest.approx(expected, abs=0.005)
    assert impact(strength, 0.5) == pytest.approx(expected / 2, abs=0.005), "times relevance"


def test_impact_saturates_above_the_midpoint_and_is_next_to_nothing_below():
    assert impact(0.9, 1.0) > 0.95 * VERDICT.belief.max_impact
    assert impact(0.2, 1.0) < 0.05 * VERDICT.belief.max_impact


@pytest.mark.parametrize(
    ("p", "odds"), [(0.5, 0.0), (0.85, math.log(0.85 / 0.15)), (0.1, -math.log(9)), (0.98, 3.8918)]
)
def test_log_odds_can_be_inverted(p, odds):
    assert log_odds(p) == pytest.approx(odds, abs=1e-4)
    assert probability(odds) == pytest.approx(p, abs=1e-4)


def test_certainty_is_clipped_at_a_billionth():
    assert log_odds(1.0) == pytest.approx(-log_odds(0.0)) == pytest.approx(20.723, abs=1e-3)


@pytest.mark.parametrize(("tier", "danger"), [(A, 0.10), (A2, 0.15), (B, 0.20), (C, 0.35), (D, 0.50), (None, 0.5)])
def test_tier_priors(tier, danger):
    assert of_tier(VERDICT.rgba.danger, tier) == danger


def test_updates_add_up_in_log_odds():
    """The posterior is the sum of prior and evidence: .7, then support of strength .9, then refutation of strength .5."""
    assert probability(log_odds(0.7) + impact(0.9, 1.0) - impact(0.5, 1.0)) == pytest.approx(0.859, abs=1e-3)


def _voices(pro: int, con: int) -> list[Voice]:
    return [Voice(domain=f"d{n}", passage=f"p{n}", log_odds=1.0 if n < pro else -1.0) for n in range(pro + con)]


@pytest.mark.parametrize(
    ("pro", "con", "score"), [(0, 0, 0.5), (1, 1, 0.5), (2, 1, 2 / 3), (1, 3, 0.25), (4, 0, 0.98), (0, 4, 0.02)]
)
def test_consensus_of_equal_voices_is_the_share_that_supports(pro, con, score):
    assert consensus(_voices(pro, con)) == (pytest.approx(score), pro + con)


@pytest.mark.parametrize(
    ("share", "domains", "posterior"),
    [
        (0.5, 2, 0.5),  # One passage supports, one refutes.
        (0.98, 3, 0.7),  # All passages support, and the bound never raises the value.
        (0.98, 1, 0.7),  # There is one domain, however many passages it has.
        (0.6, 2, 0.6),  # No article is more credible than the consensus.
        (0.5, 0, 0.7),  # No passage has a stance.
    ],
)
def test_consensus_bound_on_a_prior_of_seven_tenths(share, domains, posterior):
    assert probability(bounded(log_odds(0.7), share, domains)) == pytest.approx(posterior)


def _belief(odds: float) -> Belief:
    voice = Voice(domain="d", passage=f"p{odds}", log_odds=odds)
    return Belief(log_odds=odds, probability=probability(odds), consensus=0.5, voices=(voice,) if odds else ())


@pytest.mark.parametrize(
    ("local", "kind", "weight", "sender", "expected"),
    [
        (0.5, EdgeKind.SUPPORTS, 0.5, 1.0, 1.0),
        (0.0, EdgeKind.SUPPORTS, 1.0, 1.5, 1.5),
        (0.0, EdgeKind.CONTRADICTS, 1.0, 1.5, -1.5),
        (-0.4, EdgeKind.CONTRADICTS, 0.5, 1.2, -1.0),
        (0.3, EdgeKind.SUPPORTS, 0.0, 2.0, 0.3),
    ],
)
def test_message_is_belief_times_weight_times_sign(local, kind, weight, sender, expected):
    joined = links(("a", "b"), [ClaimEdge(source="a", target="b", kind=kind, weight=weight)])
    beliefs = propagated({"a": _belief(sender), "b": _belief(local)}, joined)
    assert beliefs["b"].log_odds == pytest.approx(expected)
    assert beliefs["a"].log_odds == sender


def test_rgba_starts_from_the_documented_priors():
    blank = rgba("The bridge is old", (), _belief(0.0), A, Label.NOT_ENOUGH_EVIDENCE)
    assert (blank.danger, blank.veracity, blank.honesty) == (pytest.approx(0.10), 0.5, 0.5)
    assert blank.explainability == 0.38
