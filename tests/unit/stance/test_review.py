import pytest

from backend.domain.evidence import Stance, StanceScores
from backend.sources.ratings import Rating
from backend.stance.review import read_review, reported, through_rating

SAME = StanceScores(supports=0.9, refutes=0.05, neutral=0.05)
OPPOSITE = StanceScores(supports=0.05, refutes=0.9, neutral=0.05)


def test_review_is_parsed_into_claim_and_rating():
    found = read_review("snopes.com rates the claim “The bridge fell” as “False”.")
    assert (found.claim, found.rating) == ("The bridge fell", Rating.FALSE)
    assert read_review("The bridge fell, says Snopes.") is None


def test_a_false_rating_of_our_claim_refutes_it():
    assert through_rating(Rating.FALSE, SAME).refutes == 0.9


def test_false_rating_of_the_opposite_is_neutral():
    assert through_rating(Rating.FALSE, OPPOSITE).supports == 0.0
    assert through_rating(Rating.FALSE, OPPOSITE).neutral > 0.9


def test_false_rating_supports_the_negated_claim():
    scores = through_rating(Rating.FALSE, OPPOSITE, denied=SAME)
    assert scores.supports == 0.9
    assert through_rating(Rating.MISLEADING, OPPOSITE, denied=SAME).supports == 0.0


def test_false_rating_of_another_figure_has_no_clear_stance():
    scores = through_rating(Rating.FALSE, OPPOSITE, denied=OPPOSITE)
    assert scores.supports == scores.refutes < 0.5


def test_stance_of_the_page_text_is_opposite_to_a_false_rating():
    assert reported(Rating.FALSE, SAME, Stance.REFUTES) is Stance.SUPPORTS
    assert reported(Rating.FALSE, OPPOSITE, Stance.SUPPORTS) is Stance.REFUTES
    assert reported(Rating.FALSE, SAME, Stance.SUPPORTS) is Stance.REFUTES
    assert reported(Rating.FALSE, SAME, Stance.NEUTRAL) is Stance.SUPPORTS
    unrelated = StanceScores(supports=0.1, refutes=0.1, neutral=0.8)
    assert reported(Rating.FALSE, unrelated, Stance.NEUTRAL) is Stance.NEUTRAL
    assert reported(Rating.UNPROVEN, SAME, Stance.NEUTRAL) is Stance.SUPPORTS
    assert reported(Rating.TRUE, SAME, Stance.SUPPORTS) is Stance.REFUTES
    assert reported(Rating.TRUE, OPPOSITE, Stance.REFUTES) is Stance.SUPPORTS


def test_a_true_rating_keeps_the_stance():
    assert through_rating(Rating.TRUE, SAME) == SAME


def test_a_mostly_true_rating_is_a_weaker_support():
    scores = through_rating(Rating.MOSTLY_TRUE, SAME)
    assert 0.6 < scores.supports < SAME.supports
    assert scores.supports + scores.refutes + scores.neutral == pytest.approx(1.0)


def test_undecided_rating_is_neutral():
    assert through_rating(Rating.UNKNOWN, SAME).neutral == 1.0
