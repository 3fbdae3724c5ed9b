"""Removes near-copies, so that each text counts once. Texts are compared, not addresses: one page may report two facts."""

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

    The passage that may count is preferred, then the most credible, then one read on a page, then the first.
    Copies take the same side and have the same first 100 characters, nearly the same words or, from two publishers, the same deciding
    sentence (decision 0029). Ratings and records follow fixed patterns: from different publishers, similar words do not make them copies.
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
    """Indexes of the texts that are not a copy of an earlier one."""
    known = _Texts([_Row(text, text) for text in texts])
    kept: list[int] = []
    for place in range(len(texts)):
        if not known.copies(place, kept):
            known.keep(place)
            kept.append(place)
    return tuple(kept)


def _preference(item: Evidence) -> tuple[bool, bool, bool, bool, float, bool]:
    """Sort key: passages with a side that may count come first, then the more credible, so that a copy never displaces an authority.

    Among equally credible copies, text read on a page comes before one of our summaries.
    """
    lead = item.rating.lead_only or item.passage.kind is PassageKind.SNIPPET
    uncited = item.candidate.quarantined and item.candidate.origin is Origin.KNOWLEDGE
    verbatim = item.passage.verbatim
    return item.stance is Stance.NEUTRAL, not passes(item), lead, uncited, -item.rating.credibility, not verbatim


def _one_voice(item: Evidence, other: Evidence) -> bool:
    """Whether two publishers have the same deciding sentence, as in a wire story or a mirror. One publisher counts once anyway."""
    if item.rating.domain == other.rating.domain or _pattern(item) or _pattern(other):
        return False
    return same_wording(item.quote, other.quote)


def _said(item: Evidence) -> str:
    """The text that takes the side, or the whole text if there is no side."""
    return item.passage.text if item.stance is Stance.NEUTRAL else item.quote or item.passage.text


def _pattern(item: Evidence) -> str:
    """The publisher of the data in a composed sentence, for which a pattern was filled in; "" for an ordinary text."""
    return item.rating.domain if item.passage.kind in COMPOSED else ""


class _Row(NamedTuple):
    """A text, the part that takes a side, the publisher of its data if it was composed, and whether its publisher is credible."""

    text: str
    said: str
    pattern: str = ""
    credible: bool = False


class _Texts:
    """Finds copies among texts without comparing all pairs.

    Word sets with a Jaccard similarity of at least `near_copy` share one of the few rarest members of each (prefix filtering,
    Chaudhuri, Ganti and Kaushik 2006). If one text denies what the other says, or has other numbers, neither is a copy.
    Texts are compared by their words only within one pattern. If both publishers are credible, the negations and numbers of the whole
    texts must agree; else only those of the deciding part, because anybody can add a visitor counter to a copy.
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
        """Make the text available for comparison with later ones."""
        self._by_start.setdefault(self._starts[place], set()).add(place)
        for word in self._prefix(place):
            self._places.setdefault(word, set()).add(place)

    def copies(self, place: int, among: Sequence[int]) -> bool:
        """Whether the text is a copy of one of the kept texts."""
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
    """The negations and the numbers of a text."""
    return frozenset(NEGATIONS.intersection(words(text))), frozenset(numbers(text))


def _jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / len(a | b)
