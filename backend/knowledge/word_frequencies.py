"""Selects the words of a query that SQLite's full-text search looks up in a large record: the rarest, as many as can be scored in time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

SCORED = 18_000
"""Passages that one query may score: FTS5 reads the length of each that has any of the words, about a microsecond each."""
_REMEMBERED = 50_000
_GROWN = 1.1


class WordFrequencies:
    """Caches in how many passages a word occurs. Thread-safe: counting twice gives the same result."""

    def __init__(self, scored: int = SCORED) -> None:
        self._scored = scored
        self._known: dict[str, tuple[int, int]] = {}

    def affordable(self, terms: Sequence[str], size: int, count: Callable[[str, int], int]) -> tuple[str, ...]:
        """The rarest words that together occur in at most `scored` of `size` passages, rarest first; always at least one.

        `count` returns in how many passages a word occurs, and need not count beyond its second argument. Up to
        `scored` passages nothing is left out. A common word says little: BM25 gives one in a twentieth of the passages a
        quarter of what it gives one in a millionth of them.
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
        if size > _GROWN * then:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = count(term, self._scored + 1)
            self._known[term] = (known, size)
        return known
