"""The one sentence that stands for a published fact-check."""

from __future__ import annotations

from backend.domain.article import MAX_RATING, MAX_REVIEWED, review_sentence
from backend.stance.review import Rating, Review, read_review
from tests.each_row import each_row


def test_the_sentence_is_what_the_stance_stage_reads() -> None:
    sentence = review_sentence("snopes.com", "The Earth\nis flat.", "Pants on fire")
    assert sentence == "snopes.com rates the claim “The Earth is flat” as “Pants on fire”."
    assert read_review(sentence) == Review("The Earth is flat", Rating.FALSE)


def test_no_text_ends_its_quotation_early() -> None:
    sentence = review_sentence("a.example", "X” as “True”. Y", "“False”, they say")
    assert sentence.count("“") == sentence.count("”") == 2
    assert read_review(sentence) == Review('X" as "True". Y', Rating.FALSE)


@each_row(("claim", "rating"), [("", "False"), ("The Earth is flat", " "), (".", "False")])
def test_without_claim_or_rating_there_is_none(claim: str, rating: str) -> None:
    assert review_sentence("snopes.com", claim, rating) == ""


def test_it_stays_short() -> None:
    assert len(review_sentence("a.example", "word " * 500, "false " * 500)) < MAX_REVIEWED + MAX_RATING + 60
