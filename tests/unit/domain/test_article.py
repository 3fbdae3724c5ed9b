"""The sentence that represents a published fact-check."""

from __future__ import annotations

from backend.domain.article import MAX_RATING, MAX_REVIEWED, review_sentence
from backend.stance.review import Rating, Review, read_review
from tests.each_row import each_row


def test_stance_stage_reads_the_review_sentence() -> None:
    sentence = review_sentence("snopes.com", "The Earth\nis flat.", "Pants on fire")
    assert sentence == "snopes.com rates the claim “The Earth is flat” as “Pants on fire”."
    assert read_review(sentence) == Review("The Earth is flat", Rating.FALSE)


def test_quotation_marks_in_a_claim_do_not_end_the_quotation() -> None:
    sentence = review_sentence("a.example", "X” as “True”. Y", "“False”, they say")
    assert sentence.count("“") == sentence.count("”") == 2
    assert read_review(sentence) == Review('X" as "True". Y', Rating.FALSE)


@each_row(("claim", "rating"), [("", "False"), ("The Earth is flat", " "), (".", "False")])
def test_review_without_claim_or_rating_has_no_sentence(claim: str, rating: str) -> None:
    assert review_sentence("snopes.com", claim, rating) == ""


def test_review_sentence_has_a_maximum_length() -> None:
    assert len(review_sentence("a.example", "word " * 500, "false " * 500)) < MAX_REVIEWED + MAX_RATING + 60
