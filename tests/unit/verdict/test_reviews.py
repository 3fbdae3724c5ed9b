"""Ratings by fact-checkers that make a claim misleading."""

import pytest

from backend.domain.article import PassageKind
from backend.domain.evidence import Stance
from backend.verdict.reviews import misleading
from tests.evidence_maker import evidence


@pytest.mark.parametrize(("words", "deceptive"), [("Mostly True", False), ("Mostly False", True), ("Half True", True)])
def test_mostly_true_rating_is_not_misleading(words, deceptive):
    text = f"checker rates the claim “The bridge reopened” as “{words}”."
    rating = evidence(Stance.SUPPORTS, kind=PassageKind.REVIEW, text=text)
    assert misleading([rating]) is deceptive
