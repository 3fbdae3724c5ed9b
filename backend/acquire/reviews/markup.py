"""Reads reviews that a page publishes as schema.org ClaimReview, in JSON-LD or as microdata."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping

from lxml.html import HtmlElement

from backend.acquire.reviews.found import FoundReview

_MAX_DEPTH = 10
_MAX_VALUES = 20_000
_MAX_STARTS = 200
"""The maximum number of positions in malformed JSON at which to try parsing an object."""
_COMMA = re.compile(r",(?=\s*[}\]])")
_WRAPPING = re.compile(r"^\s*(?://\s*)?(?:<!--|<!\[CDATA\[)|(?://\s*)?(?:-->|\]\]>)\s*$")
_DECODER = json.JSONDecoder(strict=False)


def published_reviews(tree: HtmlElement) -> tuple[FoundReview, ...]:
    """Return all reviews in the page's markup that have a claim and a rating, in order."""
    records = (
        record
        for script in tree.xpath(".//script[contains(@type, 'ld+json')]")
        for value in _parse_script(script.text or "")
        for record in _find_reviews(value)
    )
    found = (*(_from_json(record) for record in records), *(_from_microdata(node) for node in _microdata_scopes(tree)))
    return tuple(dict.fromkeys(review for review in found if review.claim and review.rating))


def _parse_script(text: str) -> list[object]:
    """Return the JSON in a script, or the objects that can be recovered from malformed JSON."""
    text = _WRAPPING.sub("", _WRAPPING.sub("", text))
    if "ClaimReview" not in text:
        return []
    for attempt in (text, _COMMA.sub("", text), _COMMA.sub("", html.unescape(text))):
        try:
            return [json.loads(attempt, strict=False)]
        except (ValueError, RecursionError):
            continue
    return list(_recover_objects(_COMMA.sub("", text)))


def _recover_objects(text: str) -> Iterator[object]:
    """Yield the complete JSON objects in a text that is not valid JSON as a whole."""
    at, tried = text.find("{"), 0
    while at >= 0 and tried < _MAX_STARTS:
        tried += 1
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            yield value
        at = text.find("{", end)


def _find_reviews(value: object) -> Iterator[Mapping[str, object]]:
    """Yield all ClaimReview objects in lists, in @graph or in other objects, up to a depth of `_MAX_DEPTH`."""
    waiting: list[tuple[object, int]] = [(value, 0)]
    seen = 0
    while waiting and seen < _MAX_VALUES:
        item, depth = waiting.pop()
        seen += 1
        inner: list[object] = []
        if isinstance(item, list):
            inner = item
        elif isinstance(item, dict):
            if _is_review(item.get("@type")):
                yield item
            inner = list(item.values())
        if depth < _MAX_DEPTH:
            waiting += [(child, depth + 1) for child in reversed(inner) if isinstance(child, list | dict)]


def _is_review(kinds: object) -> bool:
    several = kinds if isinstance(kinds, list) else [kinds]
    return any(isinstance(kind, str) and re.split(r"[/#:]", kind)[-1] == "ClaimReview" for kind in several)


def _from_json(record: Mapping[str, object]) -> FoundReview:
    claim = _first_text(record.get("claimReviewed"))
    if not claim:
        item = _first_mapping(record.get("itemReviewed"))
        claim = _first_text(item.get("claimReviewed")) or (
            _first_text(item.get("name")) if item.get("@type") == "Claim" else ""
        )
    rating = _first_mapping(record.get("reviewRating"))
    return FoundReview(claim=claim, rating=_first_text(rating.get("alternateName")) or _first_text(rating.get("name")))


def _first_mapping(value: object) -> Mapping[str, object]:
    several = value if isinstance(value, list) else [value]
    return next((item for item in several if isinstance(item, dict)), {})


def _first_text(value: object) -> str:
    several = value if isinstance(value, list) else [value]
    return next((html.unescape(item).strip() for item in several if isinstance(item, str)), "")


def _microdata_scopes(tree: HtmlElement) -> list[HtmlElement]:
    nodes = tree.xpath(".//*[contains(@itemtype, 'schema.org/ClaimReview')]")
    return [node for node in nodes if isinstance(node, HtmlElement)]


def _from_microdata(scope: HtmlElement) -> FoundReview:
    rating = next(iter(scope.xpath(".//*[@itemprop='reviewRating']")), None)
    named = (
        "" if rating is None else _microdata_property(rating, "alternateName") or _microdata_property(rating, "name")
    )
    return FoundReview(claim=_microdata_property(scope, "claimReviewed"), rating=named)


def _microdata_property(scope: HtmlElement, name: str) -> str:
    for node in scope.xpath(f".//*[@itemprop='{name}']"):
        text = node.get("content") or node.get("alt") or node.text_content()
        if text.strip():
            return " ".join(text.split())
    return ""
