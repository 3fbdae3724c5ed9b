"""Defines a review as found on a page, before it is expressed as a sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundReview:
    """The reviewed claim and its rating, both as worded on the page; `rating` is "" if the page has no rating."""

    claim: str
    rating: str
