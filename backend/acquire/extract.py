"""Extracts the article of a fetched page, in a process that a hostile page can stall without harm."""

from __future__ import annotations

from functools import cache

from backend.acquire.workers import PageWorkers
from backend.domain.article import Article, FetchedPage

EXTRACT_S = 4.0
"""S14: the time limit for extraction."""


def extract(page: FetchedPage, *, seconds: float = EXTRACT_S) -> Article:
    """The visible text of the page. Raises UnreadablePage, or FetchTimeout after `seconds`."""
    return _workers().article(page, seconds)


@cache
def _workers() -> PageWorkers:
    return PageWorkers()
