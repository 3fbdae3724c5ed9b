"""Corrects misspelt words by the vocabulary of the embedder and the passages found.

A word that neither contains is compared with the words at edit distance one (a letter left out, added or changed, or two letters
swapped). Of several candidates, the most frequent one that fits the rest of the claim by the embedder's vectors is used.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache
from math import log
from pathlib import Path

from backend.domain.text import stem
from backend.errors import ModelError
from backend.ports import Embedder

MIN_LETTERS = 4
"""Shorter words have too many neighbours."""
LONG = 8
"""From this many letters on, a word may have two errors if a passage contains the correct one."""
RARITY = 0.06
"""The cosine that a word loses when its rank in the vocabulary is e times lower; fitted on 150 misspelt words."""
SEEN = 0.3
"""The cosine that a word gains if a passage contains it."""
_WORD = re.compile(r"[^\W\d_]+")
_UNRANKED = 30_000


@cache
def vocabulary(folder: Path) -> Mapping[str, int]:
    """Return the whole words of a bundled model's tokenizer with their rank, the most frequent first. Raises ModelError."""
    try:
        pieces = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"The tokenizer cannot be read: {error}") from error
    return {word: rank for word, rank in pieces.items() if word.isalpha() and len(word) >= MIN_LETTERS - 1}


class Speller:
    """Corrects claims by a vocabulary (lower-case word and rank) and an embedder. Thread-safe."""

    def __init__(self, ranks: Mapping[str, int], embedder: Embedder) -> None:
        self._ranks = ranks
        self._bases = {stem(word): word for word in sorted(ranks, key=len, reverse=True)}
        self._embedder = embedder

    def read(self, text: str, passages: Iterable[str] = ()) -> str:
        """Return the text with each unknown word corrected; the same text if there is none."""
        seen = {word.lower() for passage in passages for word in _WORD.findall(passage)}
        for match in reversed(list(_WORD.finditer(text))):
            word = match.group().lower()
            if len(word) < MIN_LETTERS or word in seen or self._knows(word):
                continue
            before, after = text[: match.start()], text[match.end() :]
            if found := self._near(word, seen):
                text = before + _cased(self._best(found, before + after, seen), match.group()) + after
        return text

    def _knows(self, word: str) -> bool:
        """Return whether the vocabulary contains the word, or a shorter word of which it is a form."""
        return word in self._ranks or len(self._bases.get(stem(word), word)) < len(word)

    def _near(self, word: str, seen: Set[str]) -> list[str]:
        """Return words at edit distance one, or else long words of the passages at distance two.

        A different ending makes another form of the word and is not an error.
        """
        known = {other for other in {*seen, *self._ranks} if len(other) >= MIN_LETTERS - 1 and other[:-1] != word[:-1]}
        known -= {word[:-1]} | {other for other in known if other[:-1] == word}
        near = {other for other in known if _within(word, other, 1)}
        if not near and len(word) >= LONG:
            near = {other for other in known & seen if _within(word, other, 2)}
        return sorted(near)

    def _best(self, found: Sequence[str], rest: str, seen: Iterable[str]) -> str:
        vectors = self._embedder.embed([rest, *found])
        fit = (float(value) for value in vectors[1:] @ vectors[0])
        worth = {
            word: cosine - RARITY * log(self._ranks.get(word, _UNRANKED)) + SEEN * (word in seen)
            for word, cosine in zip(found, fit, strict=True)
        }
        return max(worth, key=lambda word: worth[word])


def as_written(text: str, passages: Iterable[str]) -> str:
    """Return the claim with capitals for the words that the passages always capitalise: "Finland joined NATO"."""
    forms = Counter(word for passage in passages for word in _WORD.findall(passage))
    common = {form.lower(): form for form, _ in sorted(forms.items(), key=lambda item: item[1])}
    written = _WORD.sub(lambda m: m.group() if m.group() in forms else common.get(m.group(), m.group()), text)
    first = written.split(maxsplit=1)[0]
    return written[:1].upper() + written[1:] if first.islower() else written


def _cased(word: str, typed: str) -> str:
    return word.upper() if typed.isupper() else word.capitalize() if typed[0].isupper() else word


def _within(one: str, other: str, slips: int) -> bool:
    """Return whether at most this many letters left out, added, changed or swapped turn one word into the other."""
    if abs(len(one) - len(other)) > slips or len(set(one) ^ set(other)) > 2 * slips:
        return False
    before: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        line = [row]
        for at, own in enumerate(other, 1):
            cost = min(last[at] + 1, line[-1] + 1, last[at - 1] + (letter != own))
            if row > 1 and at > 1 and letter == other[at - 2] and one[row - 2] == own:
                cost = min(cost, before[at - 2] + 1)
            line.append(cost)
        before, last = last, line
    return last[-1] <= slips
