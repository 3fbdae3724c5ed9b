"""Reads the reviews on a page and removes the text that only repeats the reviewed claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from lxml.html import HtmlElement

from backend.acquire.domains import registrable_domain
from backend.acquire.reviews.boxes import headline_review, shown_reviews
from backend.acquire.reviews.found import FoundReview
from backend.acquire.reviews.labels import opens_fact_check
from backend.acquire.reviews.voice import drop_headings, drop_quoted, without_repetitions
from backend.domain.article import review_sentence
from backend.domain.trust import SourceType
from backend.sources.domains import host_of
from backend.sources.ratings import Rating, plain_words, rating_of
from backend.sources.table import names_of, table

MAX_REVIEWS = 10


@dataclass(frozen=True, slots=True)
class ReviewedPage:
    """The reviews on a page: `reviews` are sentences, one for each claim with a rating; `claims` are all reviewed claims."""

    reviews: tuple[str, ...]
    claims: tuple[str, ...]

    def own_text(self, text: str, language: str) -> str:
        """Return the page's text without the sentences that repeat a reviewed claim."""
        return without_repetitions(text, self.claims, language)


def read_page(tree: HtmlElement, published: Sequence[FoundReview], *, url: str, title: str) -> ReviewedPage:
    """Return the page's reviews: the `published` reviews or, if there are none, the reviews in the page's visible text.

    Text that is not the page's own statement is removed from the tree. The rating is attributed to the page's domain
    rather than to the author named on the page, because any page can call itself a fact-checker.
    """
    headlines = [" ".join(node.text_content().split()) for node in tree.iter("h1")] + [title]
    boxes = shown_reviews(tree)
    headline_reviews = [review for headline in headlines if (review := headline_review(headline))]
    has_rating = bool(published or headline_reviews) or any(_has_known_rating(review) for review in boxes.reviews)
    fact_check = has_rating or any(map(_announces_fact_check, headlines)) or _is_fact_checker_url(url)
    if fact_check:
        boxes.remove_from_page()
    drop_quoted(tree, fact_check=fact_check)
    drop_headings(tree, fact_check=fact_check)
    if not fact_check:
        return ReviewedPage(reviews=(), claims=())
    rated_reviews = _with_rating(published) or _with_rating(boxes.reviews) or _with_rating(headline_reviews)[:1]
    claims = dict.fromkeys(review.claim for review in (*published, *boxes.reviews, *headline_reviews))
    domain = registrable_domain(url)
    sentences = dict.fromkeys(review_sentence(domain, review.claim, review.rating) for review in rated_reviews)
    return ReviewedPage(reviews=tuple(sentences)[:MAX_REVIEWS], claims=tuple(claims))


def _has_known_rating(review: FoundReview) -> bool:
    return rating_of(review.rating) is not Rating.UNKNOWN


def _with_rating(reviews: Sequence[FoundReview]) -> list[FoundReview]:
    """Return the reviews that have a rating, one per claim."""
    return list({plain_words(review.claim): review for review in reversed(reviews) if review.rating}.values())[::-1]


def _announces_fact_check(headline: str) -> bool:
    return ":" in headline and opens_fact_check(headline.partition(":")[0])


def _is_fact_checker_url(url: str) -> bool:
    return not _fact_checkers().isdisjoint(names_of(host_of(url)))


@cache
def _fact_checkers() -> frozenset[str]:
    groups = table().groups
    return frozenset(name for group in groups if group.type is SourceType.FACT_CHECKER for name in group.domains)
