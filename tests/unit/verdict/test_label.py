"""One outcome for one part: the label never points the other way than the belief."""

import pytest

from backend.domain.article import PassageKind
from backend.domain.evidence import Stance
from backend.domain.verdict import Belief, Label
from backend.verdict.label import label, leaning, misleading
from tests.evidence_maker import evidence

ANY = [evidence()]
BOTH, PRO, CON, NONE = (True, True), (True, False), (False, True), (False, False)


def _belief(p):
    return Belief(log_odds=0.0, probability=p, consensus=0.5)


@pytest.mark.parametrize(
    ("firm", "conflict", "probability", "expected"),
    [
        (PRO, False, 0.9, Label.TRUE),
        (CON, False, 0.1, Label.FALSE),
        (BOTH, True, 0.9, Label.PARTIALLY_TRUE),
        (BOTH, False, 0.9, Label.TRUE),
        (BOTH, False, 0.1, Label.FALSE),
        (BOTH, False, 0.5, Label.PARTIALLY_TRUE),
        (NONE, False, 0.9, Label.NOT_ENOUGH_EVIDENCE),
        (PRO, True, 0.7, Label.TRUE),  # the other side is not independent
        (PRO, True, 0.3, Label.NOT_ENOUGH_EVIDENCE),  # … but it weighs more
        (CON, True, 0.7, Label.NOT_ENOUGH_EVIDENCE),
        (PRO, False, 0.515, Label.NOT_ENOUGH_EVIDENCE),  # too near to even odds
    ],
)
def test_label(firm, conflict, probability, expected):
    assert label(ANY, _belief(probability), firm=firm, conflict=conflict) is expected


def test_nothing_decides_where_nothing_takes_a_side():
    assert label([evidence(Stance.NEUTRAL)], _belief(0.9), firm=BOTH, conflict=False) is Label.NOT_ENOUGH_EVIDENCE


@pytest.mark.parametrize(
    ("probability", "side"),
    [
        (0.9, Stance.SUPPORTS),
        (0.1, Stance.REFUTES),
        (0.5, Stance.NEUTRAL),
        (0.519, Stance.NEUTRAL),
        (0.53, Stance.SUPPORTS),
    ],
)
def test_leaning(probability, side):
    assert leaning(_belief(probability)) is side


@pytest.mark.parametrize(("words", "deceptive"), [("Mostly True", False), ("Mostly False", True), ("Half True", True)])
def test_what_is_mostly_true_is_not_misleading(words, deceptive):
    text = f"checker rates the claim “The bridge reopened” as “{words}”."
    rating = evidence(Stance.SUPPORTS, kind=PassageKind.REVIEW, text=text)
    assert misleading([rating]) is deceptive
