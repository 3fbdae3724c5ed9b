"""A review as found on a page, before it becomes a sentence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FoundReview:
    """The reviewed claim and its rating, both as worded by the page; `rating` is "" if the page has none."""

    claim: str
    rating: str
