"""Near-copies count once (document 004 step 6, by text instead of by address: one page may tell two facts)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from backend.domain.article import COMPOSED, PassageKind
from backend.domain.evidence import Evidence, Origin, Stance
from backend.domain.text import NEGATIONS, content_stems, fold, numbers, words
from backend.rank.gate import passes
from backend.rank.settings import RANK
from backend.rank.wording import same_wording

_ROUNDING = 1e-9


def without_copies(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """One passage of each group of copies, in the given order: the one that may count, then the most credible, then the first.

    Copies take the same side and have the same first 100 characters, nearly the same words, or, from two publishers, one deciding
    sentence (decision 0029). Ratings and records are put together by one pattern: across publishers, like words show no copy.
    """
    texts = _Texts(
        [item.passage.text for item in evidence], [_pattern(item) for item in evidence], [_said(e) for e in evidence]
    )
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
    known = _Texts(texts, [""] * len(texts), texts)
    kept: list[int] = []
    for place in range(len(texts)):
        if not known.copies(place, kept):
            known.keep(place)
            kept.append(place)
    return tuple(kept)


def _preference(item: Evidence) -> tuple[bool, bool, bool, bool, float]:
    """Sorts first what takes a side and may count, then by credibility: an authority is never silenced by its own copy."""
    lead = item.rating.lead_only or item.passage.kind is PassageKind.SNIPPET
    uncited = item.candidate.quarantined and item.candidate.origin is Origin.KNOWLEDGE
    return item.stance is Stance.NEUTRAL, not passes(item), lead, uncited, -item.rating.credibility


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


class _Texts:
    """Finds copies among texts without comparing all pairs.

    Sets of words with a Jaccard similarity from `near_copy` on share one of the few rarest members of each (prefix filtering,
    Chaudhuri, Ganti and Kaushik 2006). Where one denies what the other says, or names other numbers, neither is a copy.
    `patterns`, one per text: only texts of one pattern are compared by their words. `said`: the part of each whose numbers and
    denials matter; a counter of visitors beside it makes no second voice. Numbers are told from those alone, not from the words.
    """

    def __init__(self, texts: Sequence[str], patterns: Sequence[str], said: Sequence[str]) -> None:
        self._bags = [frozenset(word for word in content_stems(text) if not word.isdigit()) for text in texts]
        denials = [NEGATIONS.intersection(words(text)) for text in said]
        self._told = list(zip(denials, map(_numbers, said), patterns, strict=True))
        self._starts = [(fold(t)[: RANK.lists.same_start], denial) for t, denial in zip(texts, denials, strict=True)]
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
        return self._told[a] == self._told[b] and bool(one | other) and _jaccard(one, other) >= RANK.lists.near_copy

    def _prefix(self, place: int) -> list[str]:
        bag = self._bags[place]
        shared = math.ceil(RANK.lists.near_copy * len(bag) - _ROUNDING)
        return sorted(bag, key=lambda word: (self._frequency[word], word))[: len(bag) - shared + 1]


def _numbers(text: str) -> frozenset[float]:
    return frozenset(numbers(text))


def _jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / len(a | b)
