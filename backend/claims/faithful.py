"""Checks that a text proposed by an LLM consists of the user's own words, including the user's errors."""

from __future__ import annotations

import re

from backend.claims.words import STOP_WORDS, content_words, names, negations, numbers

_STEM = 4


def keeps_words(proposed: str, original: str) -> bool:
    """Return whether every content word (ignoring endings) and every number of the proposed text is in the original."""
    known = _stems(original)
    spare = list(numbers(original))
    for number in numbers(proposed):
        if number not in spare:
            return False
        spare.remove(number)
    return bool(content_words(proposed)) and all(_stem(word) in known for word in content_words(proposed))


def keeps_facts(proposed: str, original: str, judging: frozenset[str]) -> bool:
    """Return whether `keeps_words` is true and the proposed text keeps the original's numbers, negations and names.

    Names that are `judging` words may be missing.
    """
    lost = {word for word in names(original) if _stem(word) not in _stems(proposed)} - judging
    return (
        keeps_words(proposed, original)
        and numbers(proposed) == numbers(original)
        and negations(proposed) == negations(original)
        and not lost
    )


def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(word) for word in content_words(text))


def _stem(word: str) -> str:
    """Return the first letters of a long word, so that "causing" and "causes" match. Numbers are not shortened."""
    plain = re.sub(r"'s?$", "", word)
    return plain if len(plain) <= _STEM or plain[0].isdigit() or plain in STOP_WORDS else plain[:_STEM]
