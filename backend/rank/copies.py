"""Near-copies count once (document 004 step 6, by text instead of by address: one page may tell two facts)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from backend.domain.evidence import Evidence
from backend.domain.text import content_stems, fold
from backend.rank.settings import RANK

_ROUNDING = 1e-9


def without_copies(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The first of each group of copies, in order: the same first 100 characters, or nearly the same words."""
    return tuple(evidence[place] for place in firsts([item.passage.text for item in evidence]))


def firsts(texts: Sequence[str]) -> tuple[int, ...]:
    """Places of the texts that copy none before them."""
    bags = [frozenset(content_stems(text)) for text in texts]
    kept: list[int] = []
    starts: set[str] = set()
    index = _PrefixIndex(bags)
    for place, text in enumerate(texts):
        start = fold(text)[: RANK.lists.same_start]
        if start in starts or index.has_copy(place):
            continue
        starts.add(start)
        index.add(place)
        kept.append(place)
    return tuple(kept)


class _PrefixIndex:
    """Finds sets with a Jaccard similarity from `near_copy` on without comparing all pairs.

    Two such sets share one of the few rarest members of each (prefix filtering, Chaudhuri, Ganti and Kaushik 2006).
    """

    def __init__(self, bags: Sequence[frozenset[str]]) -> None:
        self._bags = bags
        self._frequency = Counter(word for bag in bags for word in bag)
        self._places: dict[str, list[int]] = {}

    def add(self, place: int) -> None:
        for word in self._prefix(place):
            self._places.setdefault(word, []).append(place)

    def has_copy(self, place: int) -> bool:
        near = {other for word in self._prefix(place) for other in self._places.get(word, ())}
        return any(_alike(self._bags[place], self._bags[other]) for other in near)

    def _prefix(self, place: int) -> list[str]:
        bag = self._bags[place]
        shared = math.ceil(RANK.lists.near_copy * len(bag) - _ROUNDING)
        return sorted(bag, key=lambda word: (self._frequency[word], word))[: len(bag) - shared + 1]


def _alike(a: frozenset[str], b: frozenset[str]) -> bool:
    return bool(a | b) and len(a & b) / len(a | b) >= RANK.lists.near_copy
