"""Published fact-checks that a page carries as schema.org ClaimReview."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from lxml.html import HtmlElement

from backend.domain.article import review_sentence

MAX_REVIEWS = 3
_MAX_DEPTH = 6


def claim_reviews(tree: HtmlElement, publisher: str) -> tuple[str, ...]:
    """One sentence per review: `publisher` (the page's domain) rates which claim how.

    The author that the page names is not repeated: any page can call itself a fact-checker. Reviews without claim or
    rating are left out.
    """
    sentences: dict[str, None] = {}
    for script in tree.xpath(".//script[@type='application/ld+json']"):
        for record in _records(_load(script.text or "")):
            sentence = _sentence(record, publisher)
            if sentence:
                sentences.setdefault(sentence)
    return tuple(sentences)[:MAX_REVIEWS]


def _load(text: str) -> object:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _records(value: object, depth: int = 0) -> Iterator[Mapping[str, object]]:
    """All ClaimReview objects, also inside lists and @graph."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, list):
        for item in value:
            yield from _records(item, depth + 1)
    elif isinstance(value, dict):
        kinds = value.get("@type")
        if "ClaimReview" in (kinds if isinstance(kinds, list) else [kinds]):
            yield value
        yield from _records(value.get("@graph"), depth + 1)


def _sentence(record: Mapping[str, object], publisher: str) -> str:
    rating = record.get("reviewRating")
    if not isinstance(rating, Mapping):
        return ""
    verdict = _text(rating.get("alternateName")) or _text(rating.get("name"))
    return review_sentence(publisher, _text(record.get("claimReviewed")), verdict)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
