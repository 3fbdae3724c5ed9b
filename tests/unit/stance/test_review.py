import pytest

from backend.domain.evidence import StanceScores
from backend.stance.review import Rating, rating_of, read_review, through_rating

SAME = StanceScores(supports=0.9, refutes=0.05, neutral=0.05)
OPPOSITE = StanceScores(supports=0.05, refutes=0.9, neutral=0.05)


@pytest.mark.parametrize(
    ("words", "rating"),
    [
        ("False", Rating.FALSE), ("Pants on Fire!", Rating.FALSE), ("True", Rating.TRUE), ("Correct attribution", Rating.TRUE),
        ("Missing context", Rating.MIXED), ("Half True", Rating.MIXED), ("Mostly False", Rating.MIXED), ("Outdated", Rating.MIXED),
        ("Mostly True", Rating.MOSTLY_TRUE), ("Mostly correct", Rating.MOSTLY_TRUE), ("Largely accurate", Rating.MOSTLY_TRUE),
        ("Not true", Rating.FALSE), ("Not accurate", Rating.FALSE), ("Not correct", Rating.FALSE), ("Not right", Rating.FALSE),
        ("Isn’t true", Rating.FALSE), ("Not supported", Rating.FALSE), ("Lacks evidence", Rating.FALSE),
        ("Not entirely accurate", Rating.MIXED), ("Not quite right", Rating.MIXED), ("Not exactly true", Rating.MIXED),
        ("Not confirmed", Rating.UNKNOWN), ("Unproven", Rating.UNKNOWN), ("Unverified", Rating.UNKNOWN), ("Legend", Rating.UNKNOWN),
        ("Far-right meme", Rating.UNKNOWN), ("Far-right fabrication", Rating.FALSE), ("That’s right", Rating.TRUE),
        ("Manipulated", Rating.FALSE), ("Miscaptioned", Rating.FALSE), ("Labeled Satire", Rating.FALSE),
        ("Four Pinocchios", Rating.FALSE), ("Two Pinocchios", Rating.MIXED), ("Geppetto Checkmark", Rating.TRUE),
        ("Distorts the facts", Rating.FALSE), ("Misattributed", Rating.FALSE), ("Incorrect attribution", Rating.FALSE),
        ("Falso", Rating.FALSE), ("Falsch", Rating.FALSE), ("Faux", Rating.FALSE), ("Engañoso", Rating.MIXED),
        ("Teilweise falsch", Rating.MIXED), ("Größtenteils richtig", Rating.MOSTLY_TRUE), ("Plutôt vrai", Rating.MOSTLY_TRUE),
        ("Verdadero", Rating.TRUE), ("Verdadeiro", Rating.TRUE), ("Richtig", Rating.TRUE), ("Nicht wahr", Rating.FALSE),
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


def test_a_mostly_true_rating_is_a_weaker_support():
    scores = through_rating(Rating.MOSTLY_TRUE, SAME)
    assert 0.6 < scores.supports < SAME.supports
    assert scores.supports + scores.refutes + scores.neutral == pytest.approx(1.0)


def test_an_open_rating_takes_no_side():
    assert through_rating(Rating.UNKNOWN, SAME).neutral == 1.0
