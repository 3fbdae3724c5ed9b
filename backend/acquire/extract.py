"""Extracts the article from a fetched page in a separate process, because a hostile page can stall the process that parses it."""

from __future__ import annotations

from functools import cache

from backend.acquire.workers import PageWorkers
from backend.domain.article import Article, FetchedPage

EXTRACT_S = 4.0
"""The time limit for the extraction, in seconds (S14)."""


def extract(page: FetchedPage, *, seconds: float = EXTRACT_S) -> Article:
    """Return the article with the page's visible text. Raises UnreadablePage, or FetchTimeout after `seconds`."""
    return _workers().article(page, seconds)


@cache
def _workers() -> PageWorkers:
    return PageWorkers()
