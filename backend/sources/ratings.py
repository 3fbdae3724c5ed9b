"""Interprets a fact-checker's rating according to the published scales in `data/ratings.json`.

A rating that is on no scale is UNKNOWN.
"""

from __future__ import annotations

import json
import re
import unicodedata
from enum import StrEnum
from functools import cache
from pathlib import Path

RATINGS_FILE = Path(__file__).with_name("data") / "ratings.json"
_CLAUSE = re.compile(r"\s*(?:[.!?:;,|/()\[\]\n]|\s[–—-]+\s|[–—])\s*")


class Rating(StrEnum):
    """The classes of ratings on the scales. UNKNOWN stands for a rating that is on no scale."""

    TRUE = "true"
    MOSTLY_TRUE = "mostly_true"
    MIXED = "mixed"
    MISLEADING = "misleading"
    FALSE = "false"
    ALTERED = "altered"
    SATIRE = "satire"
    UNPROVEN = "unproven"
    UNKNOWN = "unknown"


AFFIRMS = frozenset({Rating.TRUE, Rating.MOSTLY_TRUE})
DENIES = frozenset({Rating.FALSE, Rating.ALTERED, Rating.SATIRE})
QUALIFIES = frozenset({Rating.MIXED, Rating.MISLEADING})


def plain_words(text: str) -> str:
    """Return the text in lower case with punctuation replaced by single spaces. Ratings are compared in this form."""
    letters = (
        c if c.isalnum() or unicodedata.category(c).startswith("M") else " "
        for c in unicodedata.normalize("NFC", text).casefold()
    )
    return " ".join("".join(letters).split())


def rating_of(words: str) -> Rating:
    """Return the class of the whole rating or, if no scale contains it, the class of its first clause.

    The other clauses count too if each of them is a rating ("Partly false. Missing context."). A "True" that continues
    in the same sentence ("True, but …") is UNKNOWN, because the rest of the sentence may qualify the rating.
    """
    listed_rating = _ratings_by_text().get(plain_words(words))
    if listed_rating is not None:
        return listed_rating
    clauses = [clause for clause in _CLAUSE.split(words) if plain_words(clause)]
    found = [_ratings_by_text().get(plain_words(clause), Rating.UNKNOWN) for clause in clauses]
    if not found or found[0] is Rating.UNKNOWN:
        return Rating.UNKNOWN
    if Rating.UNKNOWN not in found:
        return _combine_classes(found)
    ended = words.lstrip(" \"'“«")[len(clauses[0].strip(" \"'“«")) :].lstrip(" \"'”»").startswith((".", "!", ":"))
    return found[0] if ended or found[0] not in AFFIRMS else Rating.UNKNOWN


def rating_words(text: str) -> str:
    """Return the part of `text` that is the rating.

    The result is the first clause if it is a listed rating and another clause is not, and otherwise the whole text.
    """
    clauses = [clause.strip() for clause in _CLAUSE.split(text) if plain_words(clause)]
    listed = [plain_words(clause) in _ratings_by_text() for clause in clauses]
    if plain_words(text) in _ratings_by_text() or all(listed) or not listed[0]:
        return text.strip()
    return clauses[0]


def _combine_classes(found: list[Rating]) -> Rating:
    classes = set(found)
    if len(classes) == 1:
        return found[0]
    if Rating.UNPROVEN in classes:
        return Rating.UNKNOWN
    if not classes & AFFIRMS:
        return Rating.MISLEADING if Rating.MISLEADING in classes else found[0]
    return Rating.MIXED if classes & (QUALIFIES | DENIES) else Rating.MOSTLY_TRUE


@cache
def _ratings_by_text() -> dict[str, Rating]:
    table = json.loads(RATINGS_FILE.read_text(encoding="utf-8"))["ratings"]
    return {
        plain_words(words): Rating(kind)
        for kind, languages in table.items()
        for several in languages.values()
        for words in several
    }
