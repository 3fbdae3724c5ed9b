"""Removes near-copies of passages, so each text counts only once.

The texts are compared rather than their URLs, because one page may report two facts.
"""

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
    """Return one passage from each group of copies, in the given order.

    Prefers a passage that is allowed as evidence, then the most credible passage, then one taken from the full page
    rather than a summary, then the first. Copies have the same stance and share the first 100 characters, nearly all
    words or, between two publishers, the deciding sentence (decision 0029). Ratings and database entries are composed
    from templates, so similar words from different publishers do not make them copies.
    """
    texts = _Texts(
        [_Row(e.passage.text, _deciding_text(e), _composed_publisher(e), e.rating.credible) for e in evidence]
    )
    seen: defaultdict[Stance, list[int]] = defaultdict(list)
    kept: list[int] = []
    for place in sorted(range(len(evidence)), key=lambda place: _selection_key(evidence[place])):
        item = evidence[place]
        group = seen[item.stance]
        earlier = kept if item.stance is Stance.NEUTRAL else group
        if texts.copies(place, earlier) or any(_share_deciding_sentence(item, evidence[other]) for other in group):
            continue
        texts.keep(place)
        group.append(place)
        kept.append(place)
    return tuple(evidence[place] for place in sorted(kept))


def firsts(texts: Sequence[str]) -> tuple[int, ...]:
    """Return the indexes of the texts that are not copies of earlier ones."""
    known = _Texts([_Row(text, text) for text in texts])
    kept: list[int] = []
    for place in range(len(texts)):
        if not known.copies(place, kept):
            known.keep(place)
            kept.append(place)
    return tuple(kept)


def _selection_key(item: Evidence) -> tuple[bool, bool, bool, bool, float, bool]:
    """Return the sort key that selects one passage from a group of copies.

    Passages that are allowed as evidence and have a stance come first, then the more credible passages; a copy thus
    never displaces an authoritative source. Of equally credible copies, verbatim page text comes before our summaries.
    """
    lead = item.rating.lead_only or item.passage.kind is PassageKind.SNIPPET
    uncited = item.candidate.quarantined and item.candidate.origin is Origin.KNOWLEDGE
    verbatim = item.passage.verbatim
    return item.stance is Stance.NEUTRAL, not passes(item), lead, uncited, -item.rating.credibility, not verbatim


def _share_deciding_sentence(item: Evidence, other: Evidence) -> bool:
    """Return whether two publishers share the deciding sentence, as with a wire story or a mirror site.

    Passages from the same publisher are not compared, because each publisher counts only once.
    """
    if item.rating.domain == other.rating.domain or _composed_publisher(item) or _composed_publisher(other):
        return False
    return same_wording(item.quote, other.quote)


def _deciding_text(item: Evidence) -> str:
    """Return the text that determines the stance, or the whole text of a neutral passage."""
    return item.passage.text if item.stance is Stance.NEUTRAL else item.quote or item.passage.text


def _composed_publisher(item: Evidence) -> str:
    """Return the publisher of the data from which a template composed the passage, or "" for ordinary text."""
    return item.rating.domain if item.passage.kind in COMPOSED else ""


class _Row(NamedTuple):
    """A text to compare: the part that decides its stance, the publisher of composed data, and the source's credibility."""

    text: str
    deciding_text: str
    publisher: str = ""
    credible: bool = False


class _Texts:
    """Finds copies among texts without comparing all pairs.

    If two word sets have a Jaccard similarity of at least `near_copy`, they share at least one of their rarest words
    (prefix filtering, Chaudhuri, Ganti and Kaushik 2006). Texts with different negations or numbers are not copies.
    Words are compared only between ordinary texts, or between texts composed from the data of one publisher. If both
    sources are credible, the negations and numbers of the whole texts must agree. Otherwise only those of the deciding
    parts must agree, because anyone can add a number such as a visitor counter to a copy.
    """

    def __init__(self, rows: Sequence[_Row]) -> None:
        self._word_sets = [frozenset(w for w in content_stems(row.text) if not w.isdigit()) for row in rows]
        self._deciding_facts = [(*_negations_and_numbers(row.deciding_text), row.publisher) for row in rows]
        self._whole_texts = [_negations_and_numbers(row.text) for row in rows]
        self._credible = [row.credible for row in rows]
        self._starts = [
            (fold(row.text)[: RANK.lists.same_start], _negations_and_numbers(row.deciding_text)[0]) for row in rows
        ]
        self._frequency = Counter(word for bag in self._word_sets for word in bag)
        self._places: dict[str, set[int]] = {}
        self._by_start: dict[tuple[str, frozenset[str]], set[int]] = {}

    def keep(self, place: int) -> None:
        """Make the text at `place` available for comparison with later texts."""
        self._by_start.setdefault(self._starts[place], set()).add(place)
        for word in self._rarest_words(place):
            self._places.setdefault(word, set()).add(place)

    def copies(self, place: int, among: Sequence[int]) -> bool:
        """Return whether the text at `place` is a copy of a kept text whose index is in `among`."""
        known = set(among)
        if known & self._by_start.get(self._starts[place], set()):
            return True
        near = {other for word in self._rarest_words(place) for other in self._places.get(word, ())} & known
        return any(self._are_near_copies(place, other) for other in near)

    def _are_near_copies(self, a: int, b: int) -> bool:
        one, other = self._word_sets[a], self._word_sets[b]
        stories = self._credible[a] and self._credible[b] and self._whole_texts[a] != self._whole_texts[b]
        if stories or self._deciding_facts[a] != self._deciding_facts[b]:
            return False
        return bool(one | other) and _jaccard(one, other) >= RANK.lists.near_copy

    def _rarest_words(self, place: int) -> list[str]:
        bag = self._word_sets[place]
        min_shared = math.ceil(RANK.lists.near_copy * len(bag) - _ROUNDING)
        return sorted(bag, key=lambda word: (self._frequency[word], word))[: len(bag) - min_shared + 1]


def _negations_and_numbers(text: str) -> tuple[frozenset[str], frozenset[float]]:
    """Return the negations and the numbers of a text."""
    return frozenset(NEGATIONS.intersection(words(text))), frozenset(numbers(text))


def _jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / len(a | b)
