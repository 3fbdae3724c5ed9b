"""Selects plain statements: sentences without expressions of doubt, questions, quotations or reported speech."""

from __future__ import annotations

import re
from collections.abc import Iterator

MAX_WORDS = 45
"""Maximum number of words in a sentence. Triples from longer sentences, which are lists or nested, are often wrong."""

_END = re.compile(r"(?<=[.!?])[\"”’)\]]*\s+(?=[\"“(\[]?[A-Z0-9])|\n+")
_ABBREVIATED = re.compile(
    r"(?:\b(?:Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|Inc|Ltd|Co|Corp|No|Vol|vs|Gen|Col|Sen|Rep|Gov|Fig|ca|approx|e\.g|i\.e|etc)"
    r"|\b[A-Z](?:\.[A-Z])*)\.$"
)
_DOUBTED = re.compile(
    r"\b(?:if|unless|whether|myths?|hoax(?:es)?|conspirac\w+|rumou?rs?|misinformation|disinformation|misconceptions?|falsely|false"
    r"|alleged(?:ly)?|allegations?|reportedly|supposed(?:ly)?|purported(?:ly)?|so-called|claim(?:s|ed|ing)?|believ\w+|beliefs?|say|says"
    r"|said|argu\w+|suggest\w*|think|thinks|thought|according to|might|could|would|should|likely|unlikely|perhaps|possibl\w+"
    r"|probably|appears?|seems?|hypothe\w+|theori[sz]\w+|plans?|planned|expected|intends?|promis\w+|will|shall|fiction\w*|legend\w*)\b",
    re.IGNORECASE,
)
_MAY = re.compile(r"(?<!\d )\bmay\b(?! \d)")
_QUOTED = re.compile(r"[\"“”„«»]|(?<!\w)['‘].+['’](?!\w)")
_DASH = re.compile(r"(?<=\w)[–—](?=\w)")
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")

Span = tuple[int, int]


def sentence_spans(text: str) -> Iterator[Span]:
    """Yield the (start, end) span of every sentence, without surrounding white space.

    A wrong split can lose a statement, but cannot produce a false one.
    """
    start = 0
    for gap in _END.finditer(text):
        if "\n" not in gap.group() and _ABBREVIATED.search(text, start, gap.start()):
            continue
        yield from _trim_span(text, start, gap.start() + len(gap.group().rstrip()))
        start = gap.end()
    yield from _trim_span(text, start, len(text))


def is_plain(sentence: str) -> bool:
    """Return whether the sentence asserts a fact instead of doubting, asking, quoting or reporting it."""
    suitable_length = 3 <= len(sentence.split()) <= MAX_WORDS
    return (
        suitable_length
        and "?" not in sentence
        and not (_DOUBTED.search(sentence) or _MAY.search(sentence) or _QUOTED.search(sentence))
    )


def without_asides(sentence: str) -> str:
    """Return the sentence with bracketed text replaced by spaces, and dashes inside words replaced by hyphens.

    The result has the same length as the sentence.
    """
    return _DASH.sub("-", _ASIDE.sub(lambda found: " " * len(found.group()), sentence))


def _trim_span(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    begin = start + len(piece) - len(piece.lstrip())
    if piece.strip():
        yield begin, begin + len(piece.strip())
