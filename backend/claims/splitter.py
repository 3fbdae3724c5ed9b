"""Splits a sentence into statements by leaving words out; a tagger predicts which statement each word belongs to.

A word belongs to the first statement, to the second, to both ("Paris" in "Paris is old and is large") or to neither
("and"). Three or more statements are produced by splitting the results again. `docs/decomposition.md` has the
measurements; `scripts/train_splitter` trains the tagger.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from backend.claims.frames import capital
from backend.claims.words import names, negations, numbers, tokens_of
from backend.domain.claim import MAX_ATOMIC_CLAIMS
from backend.ports import TokenScores, TokenTagger

LEAST_WORDS = 2
"""The minimum number of words in a statement, which has a subject and a predicate."""
COMPOUND = 0.5
"""The minimum probability at which a text counts as making more than one statement."""
QUOTATION_MARKS = '"“”«»'
LOOSE = " ,;:\u2013\u2014-"
"""Characters that can join two statements; they are removed from the ends of each statement."""

Word = tuple[int, int]
"""The (start, end) span of a word in the text."""


class Tag(IntEnum):
    """The tagger's classes, in the order of its output columns: the statement that a word belongs to."""

    NEITHER = 0
    FIRST = 1
    SECOND = 2
    BOTH = 3


KEPT = (frozenset({Tag.FIRST, Tag.BOTH}), frozenset({Tag.SECOND, Tag.BOTH}))
"""The tags of the words in the first and in the second statement."""


class Splitter:
    """Splits sentences into statements with a token tagger."""

    def __init__(self, tagger: TokenTagger) -> None:
        self._tagger = tagger
        self.model_id = tagger.model_id

    def split(self, sentence: str, at_most: int = MAX_ATOMIC_CLAIMS) -> tuple[str, ...]:
        """Return the statements in reading order, each made of the sentence's words.

        A sentence that makes only one statement is returned unchanged. The last of `at_most` statements may still be
        compound.
        """
        halves = self._halves(sentence) if at_most > 1 else None
        if halves is None:
            return (sentence,)
        first = self.split(halves[0], at_most - 1)
        return first + self.split(halves[1], at_most - len(first))

    def is_compound(self, text: str) -> bool:
        """Return whether the text probably makes several statements, even if `split` is too uncertain to split it."""
        return self._tagger.tag(text).applies >= COMPOUND

    def _halves(self, text: str) -> tuple[str, str] | None:
        """Return two statements.

        Return None if the text makes only one statement, is too long for the tagger, or loses information if split.
        """
        scores = self._tagger.tag(text)
        words = words_of(text, scores)
        if not words or any(sign.isalnum() for sign in text[words[-1][0][1] :]):
            return None
        if scores.applies * min(sure for _, _, sure in words) < self._tagger.threshold:
            return None
        if _negates_both(text, words):
            return None
        first, second = (joined(text, [word for word, tag, _ in words if tag in kept]) for kept in KEPT)
        return (first, second) if _complete((first, second), text) else None


def words_of(text: str, scores: TokenScores) -> list[tuple[Word, Tag, float]]:
    """Return the words, each with its most probable tag and the probability of that tag.

    The logits of a word are the mean of the logits of its tokens.
    """
    found: list[tuple[Word, list[NDArray[np.float32]]]] = []
    for (start, end), tags in zip(scores.spans, scores.tags, strict=True):
        if found and found[-1][0][1] == start and text[start - 1 : start + 1].isalnum():
            (first, _), before = found.pop()
            found.append(((first, end), [*before, tags]))
        else:
            found.append(((start, end), [tags]))
    means = [(word, np.mean(tokens, axis=0)) for word, tokens in found]
    return [(word, Tag(int(mean.argmax())), _highest(mean)) for word, mean in means]


def _highest(logits: NDArray[np.float32]) -> float:
    """Return the probability of the most probable tag."""
    return float(1 / np.exp(logits - logits.max()).sum())


def joined(text: str, words: Sequence[Word], strip_chars: str = LOOSE) -> str:
    """Join the words into a sentence, without the characters in `strip_chars` at both ends.

    Adjacent words keep the spaces between them; the place of words that were left out becomes one space.
    """
    pieces = []
    for place, (start, end) in enumerate(words):
        before = text[words[place - 1][1] : start] if place else ""
        pieces += [" " if before.strip() else before, text[start:end]]
    return capital(" ".join("".join(pieces).split()).strip(strip_chars).replace(" ,", ","))


def _complete(halves: tuple[str, str], text: str) -> bool:
    """Return whether both halves are statements that differ from the text and together lose nothing important.

    Together the halves must keep the text's numbers, names, negations and quotation marks.
    """
    together, least = " ".join(halves), min(len(half.split()) for half in halves)
    words = {token.lower for token in tokens_of(together)}
    return (
        least >= LEAST_WORDS
        and len({half.casefold() for half in (*halves, text)}) == len(halves) + 1
        and set(numbers(text)) == set(numbers(together))
        and names(text) <= words
        and negations(together) >= negations(text)
        and all(together.count(mark) >= text.count(mark) for mark in QUOTATION_MARKS)
        and all(map(_quotes_close, halves))
    )


def _negates_both(text: str, words: Sequence[tuple[Word, Tag, float]]) -> bool:
    """Return whether a negation that applies to both statements would stay in only one: "is not safe and effective"."""
    return any(
        before is Tag.BOTH and tag in (Tag.FIRST, Tag.SECOND) and negations(text[start:end])
        for (_, before, _), ((start, end), tag, _) in pairwise(words)
    )


def _quotes_close(half: str) -> bool:
    straight, *pairs = (half.count(mark) for mark in QUOTATION_MARKS)
    return straight % 2 == 0 and pairs[0] == pairs[1] and pairs[2] == pairs[3]
