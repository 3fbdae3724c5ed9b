"""Helpers of the decomposition rules: opaque quotations, dates and places, word lists, and kinds of nouns."""

from __future__ import annotations

import re
from functools import cache

from backend.claims.words import (
    DETERMINERS,
    PREPOSITIONS,
    load,
)
from backend.domain.months import MONTH_PATTERN

Statements = tuple[str, ...]
MONTH = (
    rf"(?:{MONTH_PATTERN}"
    r"|Jan\.?|Feb\.?|Mar\.?|Apr\.?|Aug\.?|Sept?\.?|Oct\.?|Nov\.?|Dec\.?)"
)
DATE = rf"(?:{MONTH} \d{{1,2}}, \d{{4}}|\d{{1,2}} {MONTH},? \d{{4}}|{MONTH},? \d{{4}}|\d{{4}})"
NAME = r"[A-Z][\w'’.&-]*(?: (?:of |the |de |von |van |du |la |al-)*[A-Z0-9][\w'’.&-]*)*"
"""Consecutive capitalised words, joined by "of the" and similar words but never by "and"."""

_OPAQUE = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|\([^)]*\)")
_DATE_COMMA = re.compile(
    rf"({MONTH} \d{{1,2}}),( \d{{4}})(,?)(?= (?!and\b|but\b|while\b|a\b|an\b|the\b)[a-z(]|$)|({MONTH} \d{{1,2}}),( \d{{4}})"
)
_PLACE_COMMA = re.compile(
    rf"(\b(?:in|at|of|from|near|to|around|outside) (?:the )?{NAME}),( {NAME})(?!(?:, {NAME})*,? and [A-Z])(?:,(?= (?:in|on|at|to|from)\b))?"
)
_SUFFIX_COMMA = re.compile(r",( (?:Jr|Sr|Inc|Ltd|LLC|Ph\.?D|M\.?D)\b)")


@cache
def lexicon(name: str) -> frozenset[str]:
    """Return a word list of `decompose.json`."""
    return frozenset(load("decompose")[name].split())


@cache
def phrases(name: str) -> str:
    """Return a list of `decompose.json` as alternatives of a regular expression."""
    return "|".join(re.escape(phrase) for phrase in sorted(load("decompose")[name], key=len, reverse=True))


def mask(text: str) -> str:
    """Return a text of the same length with placeholders.

    Each quotation and parenthesis becomes one capitalised word, and commas in dates and places become "_".
    """
    masked = _OPAQUE.sub(lambda found: "X" * len(found.group()), text)
    for pattern in (_DATE_COMMA, _PLACE_COMMA, _SUFFIX_COMMA):
        masked = pattern.sub(lambda found: found.group().replace(",", "_"), masked)
    return masked


def bare(text: str) -> str:
    """Strip white space, commas and full stops. Abbreviations keep their full stop."""
    text = text.strip(" ,;:–—")
    return text if re.search(r"\b(?:[A-Z]|Jr|Sr|Inc|Ltd|Co|St|Mr|Dr|vs)\.$", text) else text.rstrip(".!")


def is_occupation(word: str) -> bool:
    """Return whether the noun denotes a person, by its ending or by the list."""
    word = word.lower()
    if word in lexicon("things"):
        return False
    return word in lexicon("nouns") or bool(re.search(r"[a-z]{2}(?:er|or|ist|ian|ess|man|woman|eer|wright)$", word))


def is_person(noun: str) -> bool:
    """Return whether the noun is an occupation, an office or a relative."""
    return is_occupation(noun) or noun in lexicon("relational") | lexicon("relatives")


def is_nominal(text: str) -> bool:
    """Return whether the text begins like a descriptive noun phrase: an article, then a lower-case word before the phrase's end."""
    words = text.split()
    article = words[0].lower() in DETERMINERS & {"a", "an", "the", "one", "another"} if words else False
    return article and any(word.isalpha() and word.islower() for word in words[1:6] if word not in PREPOSITIONS)


def owner_of(name: str) -> str:
    """Return the possessive form: "Ann's", "James'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"
