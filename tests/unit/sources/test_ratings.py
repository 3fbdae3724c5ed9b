"""Ratings in the wording of fact-checkers."""

from __future__ import annotations

import json

from backend.sources.ratings import RATINGS_FILE, Rating, plain_words, rating_of, rating_words
from tests.each_row import each_row

WORDS = [
    ("False", Rating.FALSE), ("Pants on Fire!", Rating.FALSE), ("pants-fire", Rating.FALSE), ("True", Rating.TRUE),
    ("Correct attribution", Rating.TRUE), ("Missing context", Rating.MISLEADING), ("Half True", Rating.MIXED),
    ("Mostly False", Rating.MISLEADING), ("Outdated", Rating.MISLEADING), ("Mostly True", Rating.MOSTLY_TRUE),
    ("Mostly correct", Rating.MOSTLY_TRUE), ("Largely accurate", Rating.MOSTLY_TRUE), ("Not true", Rating.FALSE),
    ("Isn’t true", Rating.FALSE), ("Not supported", Rating.FALSE), ("Lacks evidence", Rating.FALSE),
    ("Not entirely accurate", Rating.MIXED), ("Not quite right", Rating.MIXED), ("Not confirmed", Rating.UNPROVEN),
    ("Unproven", Rating.UNPROVEN), ("Unverified", Rating.UNPROVEN), ("Legend", Rating.UNKNOWN), ("Hardly true", Rating.UNKNOWN),
    ("Far-right meme", Rating.UNKNOWN), ("That’s right", Rating.TRUE), ("Manipulated image", Rating.ALTERED),
    ("Miscaptioned", Rating.FALSE), ("Labeled Satire", Rating.SATIRE), ("Four Pinocchios", Rating.FALSE),
    ("Two Pinocchios", Rating.MIXED), ("Geppetto Checkmark", Rating.TRUE), ("Distorts the facts", Rating.FALSE),
    ("Misattributed", Rating.FALSE), ("Incorrect attribution", Rating.FALSE), ("Falso", Rating.FALSE), ("Falsch", Rating.FALSE),
    ("Faux", Rating.FALSE), ("Engañoso", Rating.MISLEADING), ("Teilweise falsch", Rating.MISLEADING), ("Nì", Rating.MIXED),
    ("Größtenteils richtig", Rating.MOSTLY_TRUE), ("Plutôt vrai", Rating.MOSTLY_TRUE), ("Verdadero", Rating.TRUE),
    ("Verdadeiro", Rating.TRUE), ("Richtig", Rating.TRUE), ("Nicht wahr", Rating.FALSE), ("झूठ", Rating.FALSE),
    ("False. The video is old.", Rating.FALSE), ("Partly false. Missing context.", Rating.MISLEADING),
    ("True. The figure is in the report.", Rating.TRUE), ("True, but it leaves out the price", Rating.UNKNOWN),
    ("True - if you leave out the price", Rating.UNKNOWN), ("Neither true nor false", Rating.UNKNOWN), ("", Rating.UNKNOWN),
]  # fmt: skip


@each_row(("words", "rating"), WORDS)
def test_ratings_of_fact_checkers_are_recognised(words: str, rating: Rating) -> None:
    assert rating_of(words) is rating


@each_row(
    ("text", "rating"), [("False. Nobody saw it.", "False"), ("Missing context", "Missing context"), ("Odd", "Odd")]
)
def test_rating_in_a_longer_text_is_recognised(text: str, rating: str) -> None:
    assert rating_words(text) == rating


def test_every_rating_has_one_meaning() -> None:
    meanings: dict[str, set[str]] = {}
    for kind, languages in json.loads(RATINGS_FILE.read_text(encoding="utf-8"))["ratings"].items():
        assert len(languages) >= 6, kind
        for several in languages.values():
            for words in several:
                meanings.setdefault(plain_words(words), set()).add(kind)
    assert {words: kinds for words, kinds in meanings.items() if len(kinds) > 1} == {}
