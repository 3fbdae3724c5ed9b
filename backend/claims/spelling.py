"""Corrects misspelt words, using the vocabulary of the embedder, a list of English words and the passages found.

The candidates for an unknown word are the words at edit distance one (a letter left out, added or changed, or two letters
swapped). The candidate with the best score replaces the word. The score combines the candidate's similarity to the rest
of the claim, its frequency, and whether a passage contains it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cache
from math import log
from pathlib import Path

from spellchecker import SpellChecker

from backend.domain.text import stem
from backend.errors import ModelError
from backend.ports import Embedder

MIN_LETTERS = 4
"""The minimum length of a word to correct. Shorter words have too many neighbours."""
LONG = 8
"""The minimum length at which a word may have two errors, if a passage contains the correct word."""
RARITY = 0.06
"""The penalty on the cosine, multiplied by the natural logarithm of a word's rank; fitted on 150 misspelt words."""
SEEN = 0.3
"""The bonus on the cosine if a passage contains the word."""
_WORD = re.compile(r"[^\W\d_]+")
_UNRANKED = 30_000


@cache
def vocabulary(folder: Path) -> Mapping[str, int]:
    """Return the whole words in a bundled model's tokenizer with their ranks; the most frequent word has the lowest rank.

    Raises ModelError if the tokenizer cannot be read.
    """
    try:
        pieces = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"The tokenizer cannot be read: {error}") from error
    return {word: rank for word, rank in pieces.items() if word.isalpha() and len(word) >= MIN_LETTERS - 1}


@cache
def english_words() -> Set[str]:
    """Return the 160,000 lower-case English words of pyspellchecker. Words outside it may still be spelt correctly."""
    found: Set[str] = SpellChecker(language="en").word_frequency.dictionary.keys()
    return found


class Speller:
    """Corrects claims, using a vocabulary (lower-case words with their ranks) and an embedder. Thread-safe."""

    def __init__(self, ranks: Mapping[str, int], embedder: Embedder) -> None:
        self._ranks = ranks
        self._bases = {stem(word): word for word in sorted(ranks, key=len, reverse=True)}
        self._embedder = embedder

    def read(self, text: str, passages: Iterable[str] = ()) -> str:
        """Return the text with misspelt words corrected, or unchanged if there are none."""
        seen = {word.lower() for passage in passages for word in _WORD.findall(passage)}
        for match in reversed(list(_WORD.finditer(text))):
            word = match.group().lower()
            if len(word) < MIN_LETTERS or word in seen or self._is_known(word):
                continue
            before, after = text[: match.start()], text[match.end() :]
            if found := self._candidates(word, seen):
                text = before + _match_case(self._best_candidate(found, before + after, seen), match.group()) + after
        return text

    def _is_known(self, word: str) -> bool:
        """Return whether the vocabulary contains the word, or a shorter word with the same stem, or it is an English word."""
        if word in self._ranks or len(self._bases.get(stem(word), word)) < len(word):
            return True
        return word in english_words()

    def _candidates(self, word: str, seen: Set[str]) -> list[str]:
        """Return the words at edit distance one or, for a long word without such words, the words in the passages at distance two.

        Words that differ only in the last letter are left out, because they are usually another form of the word.
        """
        known = {other for other in {*seen, *self._ranks} if len(other) >= MIN_LETTERS - 1 and other[:-1] != word[:-1]}
        known -= {word[:-1]} | {other for other in known if other[:-1] == word}
        near = {other for other in known if _is_within_distance(word, other, 1)}
        if not near and len(word) >= LONG:
            near = {other for other in known & seen if _is_within_distance(word, other, 2)}
        return sorted(near)

    def _best_candidate(self, found: Sequence[str], rest: str, seen: Iterable[str]) -> str:
        vectors = self._embedder.embed([rest, *found])
        cosines = (float(value) for value in vectors[1:] @ vectors[0])
        scores = {
            word: cosine - RARITY * log(self._ranks.get(word, _UNRANKED)) + SEEN * (word in seen)
            for word, cosine in zip(found, cosines, strict=True)
        }
        return max(scores, key=lambda word: scores[word])


def as_written(text: str, passages: Iterable[str]) -> str:
    """Return the claim with capitals as in the passages: "Finland joined NATO".

    A word is not changed if any passage capitalises it in the same way as the claim.
    """
    forms = Counter(word for passage in passages for word in _WORD.findall(passage))
    common = {form.lower(): form for form, _ in sorted(forms.items(), key=lambda item: item[1])}
    written = _WORD.sub(lambda m: m.group() if m.group() in forms else common.get(m.group(), m.group()), text)
    first = written.split(maxsplit=1)[0]
    return written[:1].upper() + written[1:] if first.islower() else written


def _match_case(word: str, typed: str) -> str:
    return word.upper() if typed.isupper() else word.capitalize() if typed[0].isupper() else word


def _is_within_distance(one: str, other: str, slips: int) -> bool:
    """Return whether the edit distance is at most `slips`. Swapping two neighbouring letters counts as one edit."""
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
