"""Near-copies count once (by text, not by address: one page may tell two facts)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from backend.domain.article import COMPOSED, PassageKind
from backend.domain.evidence import Evidence, Origin, Stance
from backend.domain.text import NEGATIONS, content_stems, fold, numbers, words
from backend.rank.gate import passes
from backend.rank.settings import RANK
from backend.rank.wording import same_wording

_ROUNDING = 1e-9


def without_copies(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """One passage of each group of copies, in the given order.

    It is the one that may count, then the most credible, then the one that was read on a page, then the first.
    Copies take the same side and have the same first 100 characters, nearly the same words, or, from two publishers, one deciding
    sentence (decision 0029). Ratings and records are put together by one pattern: across publishers, like words show no copy.
    """
    texts = _Texts([_Row(e.passage.text, _said(e), _pattern(e), e.rating.credible) for e in evidence])
    seen: defaultdict[Stance, list[int]] = defaultdict(list)
    kept: list[int] = []
    for place in sorted(range(len(evidence)), key=lambda place: _preference(evidence[place])):
        item = evidence[place]
        group = seen[item.stance]
        earlier = kept if item.stance is Stance.NEUTRAL else group
        if texts.copies(place, earlier) or any(_one_voice(item, evidence[other]) for other in group):
            continue
        texts.keep(place)
        group.append(place)
        kept.append(place)
    return tuple(evidence[place] for place in sorted(kept))


def firsts(texts: Sequence[str]) -> tuple[int, ...]:
    """Places of the texts that copy none before them."""
    known = _Texts([_Row(text, text) for text in texts])
    kept: list[int] = []
    for place in range(len(texts)):
        if not known.copies(place, kept):
            known.keep(place)
            kept.append(place)
    return tuple(kept)


def _preference(item: Evidence) -> tuple[bool, bool, bool, bool, float, bool]:
    """Sorts first what takes a side and may count, then by credibility: an authority is never silenced by its own copy.

    Of copies that are equally credible, words read on a page come before a summary in ours.
    """
    lead = item.rating.lead_only or item.passage.kind is PassageKind.SNIPPET
    uncited = item.candidate.quarantined and item.candidate.origin is Origin.KNOWLEDGE
    verbatim = item.passage.verbatim
    return item.stance is Stance.NEUTRAL, not passes(item), lead, uncited, -item.rating.credibility, not verbatim


def _one_voice(item: Evidence, other: Evidence) -> bool:
    """Two publishers with one deciding sentence: a wire text, a mirror. One publisher speaks once anyway."""
    if item.rating.domain == other.rating.domain or _pattern(item) or _pattern(other):
        return False
    return same_wording(item.quote, other.quote)


def _said(item: Evidence) -> str:
    """What it takes its side with; everything where it takes none."""
    return item.passage.text if item.stance is Stance.NEUTRAL else item.quote or item.passage.text


def _pattern(item: Evidence) -> str:
    """Whose data a composed sentence tells; "" for a text that somebody wrote."""
    return item.rating.domain if item.passage.kind in COMPOSED else ""


class _Row(NamedTuple):
    """A text, the part of it that takes a side, whose data it is put together from, and whether its publisher is of good standing."""

    text: str
    said: str
    pattern: str = ""
    credible: bool = False


class _Texts:
    """Finds copies among texts without comparing all pairs.

    Sets of words with a Jaccard similarity from `near_copy` on share one of the few rarest members of each (prefix filtering,
    Chaudhuri, Ganti and Kaushik 2006). Where one denies what the other says, or names other numbers, neither is a copy.
    Only texts of one pattern are compared by their words. Of two publishers of good standing the whole texts' numbers and denials
    matter; else those of the deciding part alone, as anybody can put a counter of visitors beside a copy.
    """

    def __init__(self, rows: Sequence[_Row]) -> None:
        self._bags = [frozenset(w for w in content_stems(row.text) if not w.isdigit()) for row in rows]
        self._told = [(*_told(row.said), row.pattern) for row in rows]
        self._whole = [_told(row.text) for row in rows]
        self._credible = [row.credible for row in rows]
        self._starts = [(fold(row.text)[: RANK.lists.same_start], _told(row.said)[0]) for row in rows]
        self._frequency = Counter(word for bag in self._bags for word in bag)
        self._places: dict[str, set[int]] = {}
        self._by_start: dict[tuple[str, frozenset[str]], set[int]] = {}

    def keep(self, place: int) -> None:
        """From now on others may be copies of this one."""
        self._by_start.setdefault(self._starts[place], set()).add(place)
        for word in self._prefix(place):
            self._places.setdefault(word, set()).add(place)

    def copies(self, place: int, among: Sequence[int]) -> bool:
        """Whether it is a copy of one of these that were kept."""
        known = set(among)
        if known & self._by_start.get(self._starts[place], set()):
            return True
        near = {other for word in self._prefix(place) for other in self._places.get(word, ())} & known
        return any(self._alike(place, other) for other in near)

    def _alike(self, a: int, b: int) -> bool:
        one, other = self._bags[a], self._bags[b]
        stories = self._credible[a] and self._credible[b] and self._whole[a] != self._whole[b]
        if stories or self._told[a] != self._told[b]:
            return False
        return bool(one | other) and _jaccard(one, other) >= RANK.lists.near_copy

    def _prefix(self, place: int) -> list[str]:
        bag = self._bags[place]
        shared = math.ceil(RANK.lists.near_copy * len(bag) - _ROUNDING)
        return sorted(bag, key=lambda word: (self._frequency[word], word))[: len(bag) - shared + 1]


def _told(text: str) -> tuple[frozenset[str], frozenset[float]]:
    """What it denies and which numbers it names."""
    return frozenset(NEGATIONS.intersection(words(text))), frozenset(numbers(text))


def _jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / len(a | b)
