"""Normalises texts and queries in every script for full-text search (decision 0013).

SQLite's tokenizer splits text at spaces, so text in scripts without spaces is indexed as overlapping character pairs.
Variant spellings (composed letters, full-width forms, 1,000 and 1000, U.S. and US) are unified.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from backend.domain.text import STOP_WORDS

VERSION = f"1/{unicodedata.unidata_version}"
"""Version of `search_words`.

An index written by another version is rebuilt, because the words of deleted passages would otherwise remain in it."""

MAX_TERMS = 64
"""Maximum number of distinct query words to search for. A claim of 2,000 characters has up to 200 words."""

FEWEST_WORDS = 3
"""Minimum number of words in a claim for it to be searched for inside longer texts."""

# Thai, Lao, Burmese, Jamo, Khmer, kana, Han and Hangul, which are written without spaces or, in Korean, with endings attached
# to the word.
_UNSPACED = re.compile(
    "[\u0e01-\u0edf\u1000-\u109f\u1100-\u11ff\u1780-\u17dd\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]+"
)
_LETTER_WITH_MARKS = re.compile(r"\w\W*")
_UNWRITTEN = re.compile("[\u00ad\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f\u2060]")
"""Soft hyphens, joiners, accents, and the vowel points that Hebrew and Arabic text usually omits."""
_THOUSANDS = re.compile(r"(?<=\d)[,\u00a0\u202f](?=\d{3}(?!\d))")
_INITIALS = re.compile(r"\b[A-Za-z](?:\.[A-Za-z])+\b\.?")
_ASCII_TERM = re.compile(r"[A-Za-z0-9]+")


def search_words(text: str) -> str:
    """Return the text in its indexed form. For a given `VERSION`, the result depends only on the text."""
    text = _THOUSANDS.sub("", text)
    if not text.isascii():
        bare = _UNWRITTEN.sub("", unicodedata.normalize("NFKD", text.casefold()))
        text = _UNSPACED.sub(_letter_pairs, unicodedata.normalize("NFC", bare))
    return _INITIALS.sub(lambda found: found.group().replace(".", ""), text) if "." in text else text


def match_any(words: Sequence[str]) -> str:
    """Return an FTS5 expression that matches any of the terms, or "" if there are no terms.

    Every term is quoted and contains only letters, digits and marks, so FTS5 never parses a term as an operator.
    """
    return " OR ".join(f'"{word}"' for word in words)


def question_terms(question: str) -> tuple[str, ...]:
    """Return the first MAX_TERMS distinct content words of a query, in lower case.

    The words contain only letters, digits and marks. If the query has no content words, its stop words are returned.
    """
    found = _split_terms(search_words(question))
    content = [term for term in found if term.lower() not in STOP_WORDS or (len(term) > 1 and term.isupper())]
    return tuple(dict.fromkeys(term.casefold() for term in content or found))[:MAX_TERMS]


def terms(text: str) -> tuple[str, ...]:
    """Return every word of a text, in lower case and in order, tokenised in the same way as a query."""
    return tuple(term.casefold() for term in _split_terms(search_words(text)))


def contains_claim(text: str, claim: str) -> bool:
    """Return whether the text equals the claim, or contains it as a run of at least three whole words.

    A shorter claim, or one that matches only parts of words, may also occur in unrelated passages.
    """
    normalised_claim, normalised_text = _normalise(claim), _normalise(text)
    if not normalised_claim or normalised_claim not in normalised_text:
        return False
    return normalised_claim == normalised_text or (
        len(terms(normalised_claim)) >= FEWEST_WORDS and _has_whole_words(normalised_claim, normalised_text)
    )


def _normalise(text: str) -> str:
    """Return the text in lower case, with single spaces and without punctuation at the end."""
    return " ".join(text.casefold().split()).rstrip(".!?… ")


def _has_whole_words(wanted: str, normalised_text: str) -> bool:
    at = normalised_text.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not (
            _is_inside_word(normalised_text[at - 1 : at], wanted[0])
            or _is_inside_word(wanted[-1], normalised_text[end : end + 1])
        ):
            return True
        at = normalised_text.find(wanted, at + 1)
    return False


def _is_inside_word(left: str, right: str) -> bool:
    """Return whether two neighbouring characters belong to one word. "" stands for the start or end of the text."""
    return left.isalnum() and right.isalnum() and not (_UNSPACED.match(left) or _UNSPACED.match(right))


def _letter_pairs(run: re.Match[str]) -> str:
    """Return overlapping pairs of neighbouring letters, each with its marks. A single letter is returned unchanged."""
    letters = _LETTER_WITH_MARKS.findall(run.group())
    pairs = [first + second for first, second in pairwise(letters)]
    return f" {' '.join(pairs or letters)} "


def _split_terms(text: str) -> list[str]:
    if text.isascii():
        return _ASCII_TERM.findall(text)
    return "".join(char if char.isalnum() or unicodedata.category(char)[0] == "M" else " " for char in text).split()
