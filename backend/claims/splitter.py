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


TRANSITIONS = np.array(
    [
        [0.2898, 0.0342, 0.3826, 0.0033, 0.2901],
        [0.1704, 0.8210, 0.0013, 0.0071, 0.0002],
        [0.0986, 0.0001, 0.8644, 0.0029, 0.0340],
        [0.0414, 0.2869, 0.0248, 0.6449, 0.0020],
        [0.0150, 0.3725, 0.0047, 0.6077, 0.0001],
    ]
)
"""The probability that a word with the tag of the row is followed by a word with the tag of the column.

The last row is the start of the text, the last column its end. Counted in the training data of splitter 4.
"""
TRANSITION_WEIGHT = 0.3
"""The exponent of the transition probabilities, chosen on the sentences that the threshold was chosen on (the model's card)."""

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
        words, certainty = tagged_words(text, scores)
        if not words or any(sign.isalnum() for sign in text[words[-1][0][1] :]):
            return None
        if scores.applies * certainty < self._tagger.threshold:
            return None
        if _negates_both(text, words):
            return None
        first, second = (joined(text, [word for word, tag in words if tag in kept]) for kept in KEPT)
        return (first, second) if _complete((first, second), text) else None


def tagged_words(text: str, scores: TokenScores) -> tuple[list[tuple[Word, Tag]], float]:
    """Return the words with the most probable sequence of tags, and the certainty per word.

    The sequence is found with the Viterbi algorithm. The certainty (0..1) is the geometric mean over the words of the
    sequence's share of the probability of all sequences. The logits of a word are the mean of the logits of its tokens.
    """
    found: list[tuple[Word, list[NDArray[np.float32]]]] = []
    for (start, end), tags in zip(scores.spans, scores.tags, strict=True):
        if found and found[-1][0][1] == start and text[start - 1 : start + 1].isalnum():
            (first, _), before = found.pop()
            found.append(((first, end), [*before, tags]))
        else:
            found.append(((start, end), [tags]))
    if not found:
        return [], 0.0
    places, log_share = _best_sequence(np.array([np.mean(tokens, axis=0) for _, tokens in found], dtype=np.float64))
    words = [(word, Tag(place)) for (word, _), place in zip(found, places, strict=True)]
    return words, float(np.exp(log_share / len(words)))


def _best_sequence(logits: NDArray[np.float64]) -> tuple[list[int], float]:
    """Return the most probable sequence of tags and the logarithm of its share, for logits of shape (words, tags)."""
    log_tags = logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)
    log_next = TRANSITION_WEIGHT * np.log(TRANSITIONS)
    best = total = log_tags[0] + log_next[-1, :-1]
    came_from = []
    for log_tag in log_tags[1:]:
        ways = best[:, np.newaxis] + log_next[:-1, :-1]
        came_from.append(ways.argmax(axis=0))
        best = ways.max(axis=0) + log_tag
        total = np.logaddexp.reduce(total[:, np.newaxis] + log_next[:-1, :-1], axis=0) + log_tag
    ended = best + log_next[:-1, -1]
    places = [int(ended.argmax())]
    for origins in reversed(came_from):
        places.append(int(origins[places[-1]]))
    return places[::-1], float(ended.max() - np.logaddexp.reduce(total + log_next[:-1, -1]))


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


def _negates_both(text: str, words: Sequence[tuple[Word, Tag]]) -> bool:
    """Return whether a negation that applies to both statements would stay in only one: "is not safe and effective"."""
    return any(
        before is Tag.BOTH and tag in (Tag.FIRST, Tag.SECOND) and negations(text[start:end])
        for (_, before), ((start, end), tag) in pairwise(words)
    )


def _quotes_close(half: str) -> bool:
    straight, *pairs = (half.count(mark) for mark in QUOTATION_MARKS)
    return straight % 2 == 0 and pairs[0] == pairs[1] and pairs[2] == pairs[3]
