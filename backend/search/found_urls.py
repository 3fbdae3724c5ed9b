"""Collects the URLs found for one claim in all phases and hops, without duplicates and with the most promising first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from backend.domain.search import SearchResult
from backend.search.urls import canonical, same_page

RANK_SMOOTHING = 60
"""The constant k of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009)."""
PER_DOMAIN = 2
"""The maximum number of pages per site in the first part of the order.

Further pages of a site come last, because they would not count (S17).
"""

Admits = Callable[[str], bool]
Publisher = Callable[[str], str]
Likeness = Callable[[Sequence[SearchResult]], Sequence[float]]
"""Returns the similarity of each result to the claim, -1..1."""


@dataclass(slots=True)
class _FoundUrl:
    """One URL: a result, its ranks (from 0) in the result lists that contained it, and its similarity to the claim."""

    result: SearchResult
    ranks: list[int] = field(default_factory=list)
    similarity: float | None = None


class FoundUrls:
    """The URLs found in one search. Used by one search loop only.

    `publisher` returns the site of a URL; `excluded` is the URL of the user's page.
    """

    def __init__(self, publisher: Publisher, *, excluded: str = "") -> None:
        self._publisher = publisher
        self._found: dict[str, _FoundUrl] = {}
        self._own = excluded
        self._read: set[str] = {canonical(excluded)} if excluded else set()

    def known(self) -> frozenset[str]:
        """Return the canonical URLs to leave out of further results: URLs already read, and the user's own page."""
        return frozenset(self._read)

    def add(self, answer: Iterable[SearchResult]) -> int:
        """Add the results of one response in their order, and return how many are new.

        Results that only a later phase admits are kept for that phase.
        """
        before = len(self._found)
        for rank, result in enumerate(answer):
            url_key = canonical(result.url)
            if url_key in self._read or (self._own and same_page(result.url, self._own)):
                continue
            found = self._found.setdefault(url_key, _FoundUrl(result))
            found.ranks.append(rank)
            if result.text and not found.result.text:
                found.result = result
        return len(self._found) - before

    def ordered(self, admits: Admits, likeness: Likeness) -> tuple[SearchResult, ...]:
        """Return the unread results that the phase admits, best first.

        The order fuses the rankings of all responses with the ranking by similarity to the claim. At most two results
        from each site come first; all further results follow.
        """
        unread = {
            url_key: f for url_key, f in self._found.items() if url_key not in self._read and admits(f.result.url)
        }
        new = [found for found in unread.values() if found.similarity is None]
        for found, similarity in zip(new, likeness([found.result for found in new]) if new else (), strict=True):
            found.similarity = similarity
        by_similarity = sorted(unread, key=lambda url_key: (-(unread[url_key].similarity or 0.0), url_key))
        score = {
            url_key: _fused_score(unread[url_key].ranks) + _fused_score((rank,))
            for rank, url_key in enumerate(by_similarity)
        }
        best = [unread[url_key] for url_key in sorted(unread, key=lambda url_key: (-score[url_key], url_key))]
        sites: Counter[str] = Counter()
        first: list[SearchResult] = []
        later: list[SearchResult] = []
        for found in best:
            site = self._publisher(found.result.url)
            sites[site] += 1
            (first if sites[site] <= PER_DOMAIN else later).append(found.result)
        return (*first, *later)

    def read(self, urls: Iterable[str]) -> None:
        """Mark these URLs as read, including those that could not be fetched."""
        self._read.update(canonical(url) for url in urls)


def _fused_score(ranks: Sequence[int]) -> float:
    return sum(1 / (RANK_SMOOTHING + rank) for rank in ranks)
