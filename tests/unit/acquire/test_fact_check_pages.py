"""Parsing the pages of fact-checkers: the review and the remaining text."""

from __future__ import annotations

import pytest

from backend.acquire.extract import extract
from backend.domain.article import Article
from backend.sources.ratings import rating_of
from tests.each_row import each_row
from tests.fact_check_pages import FactCheckPage, fact_check_pages


@pytest.fixture(scope="module")
def articles() -> dict[str, Article]:
    """Every layout after extraction."""
    return {layout.name: extract(layout.page, seconds=30) for layout in fact_check_pages()}


@each_row("layout", fact_check_pages())
def test_reviews_of_a_page_are_extracted(layout: FactCheckPage, articles: dict[str, Article]) -> None:
    expected = [f"rates the claim “{review.claim}” as “{review.rating}”." for review in layout.reviews]
    assert [text.partition(" ")[2] for text in articles[layout.name].reviews] == expected


@each_row("layout", fact_check_pages())
def test_the_ratings_are_listed(layout: FactCheckPage) -> None:
    assert [rating_of(review.rating) for review in layout.reviews] == [review.kind for review in layout.reviews]


@each_row("layout", fact_check_pages())
def test_reviewed_claim_is_not_part_of_the_page_text(layout: FactCheckPage, articles: dict[str, Article]) -> None:
    text = articles[layout.name].text
    assert [words for words in layout.never if words in text] == []


@each_row("layout", fact_check_pages())
def test_explanation_of_a_review_is_kept(layout: FactCheckPage, articles: dict[str, Article]) -> None:
    text = articles[layout.name].text
    assert [words for words in layout.kept if words not in text] == []
