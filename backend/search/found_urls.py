"""Addresses found for one claim, over all phases and hops: each once, the most promising unread ones first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from backend.domain.search import SearchResult
from backend.search.urls import canonical, same_page

RANK_SMOOTHING = 60
"""k of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009)."""
PER_DOMAIN = 2
"""Further pages of one site would not count (S17), so other sites are read first."""

Admits = Callable[[str], bool]
Publisher = Callable[[str], str]
Likeness = Callable[[Sequence[SearchResult]], Sequence[float]]
"""Similarity of each result to the claim, -1..1."""


@dataclass(slots=True)
class _FoundUrl:
    """One address: its first result, its rank in every answer that contained it (from 0), and its similarity to the claim, once known."""

    result: SearchResult
    ranks: list[int] = field(default_factory=list)
    similarity: float | None = None


class FoundUrls:
    """Used by one loop only. `publisher` names the site of an address; `excluded` is the page the user is on."""

    def __init__(self, publisher: Publisher, *, excluded: str = "") -> None:
        self._publisher = publisher
        self._found: dict[str, _FoundUrl] = {}
        self._own = excluded
        self._read: set[str] = {canonical(excluded)} if excluded else set()

    def known(self) -> frozenset[str]:
        """Canonical addresses not to find again: those already read, and the user's own page."""
        return frozenset(self._read)

    def add(self, answer: Iterable[SearchResult]) -> int:
        """Add one answer's results in their order; return how many are new. Results that only a later phase admits wait here."""
        before = len(self._found)
        for rank, result in enumerate(answer):
            place = canonical(result.url)
            if place in self._read or (self._own and same_page(result.url, self._own)):
                continue
            found = self._found.setdefault(place, _FoundUrl(result))
            found.ranks.append(rank)
            if result.text and not found.result.text:
                found.result = result
        return len(self._found) - before

    def ordered(self, admits: Admits, likeness: Likeness) -> tuple[SearchResult, ...]:
        """Unread results that the phase admits, best first; the third and further ones of a site after all others.

        Fuses two rankings: the providers' own, over all their answers, and similarity to the claim.
        """
        unread = {place: f for place, f in self._found.items() if place not in self._read and admits(f.result.url)}
        new = [found for found in unread.values() if found.similarity is None]
        for found, similarity in zip(new, likeness([found.result for found in new]) if new else (), strict=True):
            found.similarity = similarity
        like = sorted(unread, key=lambda place: (-(unread[place].similarity or 0.0), place))
        score = {place: _fused(unread[place].ranks) + _fused((rank,)) for rank, place in enumerate(like)}
        best = [unread[place] for place in sorted(unread, key=lambda place: (-score[place], place))]
        sites: Counter[str] = Counter()
        first: list[SearchResult] = []
        later: list[SearchResult] = []
        for found in best:
            site = self._publisher(found.result.url)
            sites[site] += 1
            (first if sites[site] <= PER_DOMAIN else later).append(found.result)
        return (*first, *later)

    def read(self, urls: Iterable[str]) -> None:
        """Do not offer these again, whether they could be read or not."""
        self._read.update(canonical(url) for url in urls)


def _fused(ranks: Sequence[int]) -> float:
    return sum(1 / (RANK_SMOOTHING + rank) for rank in ranks)
