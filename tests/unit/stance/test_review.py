import pytest

from backend.domain.evidence import StanceScores
from backend.stance.review import Rating, rating_of, read_review, through_rating

SAME = StanceScores(supports=0.9, refutes=0.05, neutral=0.05)
OPPOSITE = StanceScores(supports=0.05, refutes=0.9, neutral=0.05)


@pytest.mark.parametrize(
    ("words", "rating"),
    [
        ("False", Rating.FALSE), ("Pants on Fire!", Rating.FALSE), ("True", Rating.TRUE), ("Mostly True", Rating.MIXED),
        ("Missing context", Rating.MIXED), ("Half True", Rating.MIXED), ("Satire?", Rating.UNKNOWN), ("Not true", Rating.FALSE),
    ],
)  # fmt: skip
def test_ratings_in_the_words_of_fact_checkers(words, rating):
    assert rating_of(words) is rating


def test_a_review_is_taken_apart():
    found = read_review("snopes.com rates the claim “The bridge fell” as “False”.")
    assert (found.claim, found.rating) == ("The bridge fell", Rating.FALSE)
    assert read_review("The bridge fell, says Snopes.") is None


def test_a_false_rating_of_our_claim_refutes_it():
    assert through_rating(Rating.FALSE, SAME).refutes == 0.9


def test_a_false_rating_of_the_opposite_proves_nothing():
    assert through_rating(Rating.FALSE, OPPOSITE).supports == 0.0
    assert through_rating(Rating.FALSE, OPPOSITE).neutral > 0.9


def test_a_true_rating_keeps_the_stance():
    assert through_rating(Rating.TRUE, SAME) == SAME
