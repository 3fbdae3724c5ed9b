"""Selects the rarest words of a query for full-text search in a large database, to limit the search time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

SCORED = 18_000
"""Maximum number of passages that one query scores. FTS5 reads the length of each passage in about a microsecond."""
_MAX_CACHED = 50_000
_RECOUNT_GROWTH = 1.1


class WordFrequencies:
    """Caches the number of passages in which each word occurs.

    Thread-safe: if two threads count the same word, both get the same result.
    """

    def __init__(self, scored: int = SCORED) -> None:
        self._scored = scored
        self._known: dict[str, tuple[int, int]] = {}

    def select_rarest(self, terms: Sequence[str], size: int, count: Callable[[str, int], int]) -> tuple[str, ...]:
        """Return the rarest words that together occur in at most `scored` of `size` passages, but at least one.

        `count` returns the number of passages in which a word occurs, and need not count beyond its second argument. If
        there are at most `scored` passages, all words are returned. A common word contributes little to the score, because
        BM25 gives a word in a twentieth of the passages a quarter of the weight of a word in a millionth of them.
        """
        if size <= self._scored:
            return tuple(terms)
        found = {term: self._count(term, size, count) for term in terms}
        left, chosen = self._scored, list[str]()
        for term in sorted(terms, key=lambda term: found[term]):
            left -= found[term]
            if chosen and left < 0:
                break
            chosen.append(term)
        return tuple(chosen)

    def _count(self, term: str, size: int, count: Callable[[str, int], int]) -> int:
        known, then = self._known.get(term, (0, 0))
        if size > _RECOUNT_GROWTH * then:
            if len(self._known) >= _MAX_CACHED:
                self._known.clear()
            known = count(term, self._scored + 1)
            self._known[term] = (known, size)
        return known
