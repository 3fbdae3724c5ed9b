"""Recognises month names and nouns for persons, and forms possessives."""

from __future__ import annotations

import re
from functools import cache

from backend.claims.words import load
from backend.domain.months import MONTH_PATTERN

MONTH = (
    rf"(?:{MONTH_PATTERN}"
    r"|Jan\.?|Feb\.?|Mar\.?|Apr\.?|Aug\.?|Sept?\.?|Oct\.?|Nov\.?|Dec\.?)"
)


@cache
def lexicon(name: str) -> frozenset[str]:
    """Return a word list of `persons.json`."""
    return frozenset(load("persons")[name].split())


def is_occupation(word: str) -> bool:
    """Return whether the noun denotes a person, according to its ending or the word list."""
    word = word.lower()
    if word in lexicon("things"):
        return False
    return word in lexicon("nouns") or bool(re.search(r"[a-z]{2}(?:er|or|ist|ian|ess|man|woman|eer|wright)$", word))


def is_person(noun: str) -> bool:
    """Return whether the noun is an occupation, an office or a relative."""
    return is_occupation(noun) or noun in lexicon("relational") | lexicon("relatives")


def owner_of(name: str) -> str:
    """Return the possessive form of a name: "Ann's", "James'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"
