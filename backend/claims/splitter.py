"""Takes a sentence apart into statements by leaving words out: a tagger says which statement each word belongs to.

A word belongs to the first statement, to the second, to both ("Paris" in "Paris is old and is large") or to neither ("and"). Three
statements and more come from splitting the statements again. Figures in `docs/decomposition.md`; trained by `scripts/train_splitter`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from backend.claims.frames import capital
from backend.claims.words import negations, numbers
from backend.ports import TokenScores, TokenTagger

DEEPEST = 3
"""How often a statement is split again: up to eight statements, more than are ever checked."""
LEAST_WORDS = 2
"""A statement has a subject and a predicate."""
COMPOUND = 0.5
"""The least probability of saying more than one thing."""
LOOSE = " ,;:\u2013\u2014-"
"""What may be left at the ends of a statement, and belongs to the joint."""

Word = tuple[int, int]
"""Start and end in the text."""


class Tag(IntEnum):
    """Which statement a word belongs to; the order of the tagger's columns."""

    NEITHER = 0
    FIRST = 1
    SECOND = 2
    BOTH = 3


KEPT = (frozenset({Tag.FIRST, Tag.BOTH}), frozenset({Tag.SECOND, Tag.BOTH}))
"""The tags of each statement's words."""


class Splitter:
    """Splits sentences with a tagger."""

    def __init__(self, tagger: TokenTagger) -> None:
        self._tagger = tagger
        self.model_id = tagger.model_id

    def split(self, sentence: str) -> tuple[str, ...]:
        """The statements in reading order, each made of the sentence's words; only the sentence itself if it says one thing."""
        return self._split(sentence, DEEPEST)

    def compound(self, sentence: str) -> bool:
        """Whether it probably says more than one thing, also where `split` is not sure enough how to take it apart."""
        return self._tagger.tag(sentence).applies >= COMPOUND

    def _split(self, text: str, left: int) -> tuple[str, ...]:
        halves = self._halves(text) if left else ()
        return tuple(part for half in halves for part in self._split(half, left - 1)) or (text,)

    def _halves(self, text: str) -> tuple[str, ...]:
        """Two statements; none if the text says one thing, or if they would lose a number or a negation."""
        scores = self._tagger.tag(text)
        words = words_of(text, scores)
        if not words or scores.applies * min(sure for _, _, sure in words) < self._tagger.threshold:
            return ()
        halves = tuple(joined(text, [word for word, tag, _ in words if tag in kept]) for kept in KEPT)
        return halves if _complete(halves, text) else ()


def words_of(text: str, scores: TokenScores) -> list[tuple[Word, Tag, float]]:
    """The words, each with the tag that has the highest sum over its tokens, and this tag's probability."""
    found: list[tuple[Word, NDArray[np.float32]]] = []
    for (start, end), tags in zip(scores.spans, scores.tags, strict=True):
        if found and found[-1][0][1] == start and text[start - 1 : start + 1].isalnum():
            (first, _), before = found.pop()
            found.append(((first, end), before + tags))
        else:
            found.append(((start, end), tags))
    return [(word, Tag(int(sums.argmax())), _highest(sums)) for word, sums in found]


def _highest(logits: NDArray[np.float32]) -> float:
    """The probability of the most probable tag."""
    return float(1 / np.exp(logits - logits.max()).sum())


def joined(text: str, words: Sequence[Word], ends: str = LOOSE) -> str:
    """The words as a sentence: with the text's own spaces between neighbours, one space where words were left out, and no `ends`."""
    pieces = []
    for place, (start, end) in enumerate(words):
        before = text[words[place - 1][1] : start] if place else ""
        pieces += [" " if before.strip() else before, text[start:end]]
    return capital(" ".join("".join(pieces).split()).strip(ends).replace(" ,", ","))


def _complete(halves: Sequence[str], text: str) -> bool:
    """Whether both are statements other than the text, and together they keep its numbers and negations."""
    together, least = " ".join(halves), min(len(half.split()) for half in halves)
    return (
        least >= LEAST_WORDS
        and len({half.casefold() for half in (*halves, text)}) == len(halves) + 1
        and set(numbers(text)) == set(numbers(together))
        and negations(together) >= negations(text)
    )
