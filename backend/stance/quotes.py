"""Splits passages into sentences with positions, and finds quotes in their passages."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import pysbd

from backend.domain.text import fold

MAX_PAIR = 600
"""Maximum length of two sentences that are judged and quoted together, in characters."""

_WORD = re.compile(r"\S+")
_thread_local = threading.local()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage. `text` is passage[start:end], without surrounding white space."""

    text: str
    start: int
    end: int


def _segmenter() -> pysbd.Segmenter:
    if not hasattr(_thread_local, "segmenter"):
        _thread_local.segmenter = pysbd.Segmenter(language="en", clean=False, char_span=True)
    return _thread_local.segmenter


@lru_cache(maxsize=2_048)
def sentences(passage: str) -> tuple[Sentence, ...]:
    """Return the sentences of the passage in order. Text without final punctuation is a sentence."""
    found = []
    for span in _segmenter().segment(passage):
        text = span.sent.strip()
        start = passage.find(text, max(0, span.start))
        if text and start >= 0:
            found.append(Sentence(text, start, start + len(text)))
    return tuple(found) or ((Sentence(passage, 0, len(passage)),) if passage else ())


def asks(sentence: str) -> bool:
    """Return whether the sentence is a question, which states nothing."""
    return sentence.rstrip(" \"'”’)").endswith("?")


def with_neighbour(passage: str, found: Sequence[Sentence], at: int) -> tuple[tuple[Sentence, int], ...]:
    """Return the sentence found[at] joined with each of its two neighbours, each pair with the index of the neighbour.

    Pairs of more than `MAX_PAIR` characters are omitted, because they are too long for one quote.
    """
    pairs = []
    for first, last, other in ((at - 1, at, at - 1), (at, at + 1, at + 1)):
        if first >= 0 and last < len(found) and found[last].end - found[first].start <= MAX_PAIR:
            start, end = found[first].start, found[last].end
            pairs.append((Sentence(passage[start:end], start, end), other))
    return tuple(pairs)


def verbatim(quote: str, passage: str) -> str:
    """Return the text in `passage` that matches `quote`, or "" without a match (S16).

    Case, quotation marks, dashes and spacing are ignored in the comparison. The user thus always sees the source's own
    text, even if a model proposed the quote.
    """
    wanted = fold(quote)
    if len(wanted) < 12:
        return ""
    if quote in passage:
        return quote
    places = list(_WORD.finditer(passage))
    folded = " ".join(fold(place.group()) for place in places)
    at = f" {folded} ".find(f" {wanted} ")
    if at < 0:
        return ""
    first = folded[:at].count(" ")
    return passage[places[first].start() : places[first + wanted.count(" ")].end()]
