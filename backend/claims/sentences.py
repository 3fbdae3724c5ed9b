"""Finds the spans of the sentences in a text, and the subject of a clause."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass

import pysbd

from backend.claims.words import ADVERBS, PREPOSITIONS, first_finite, tokens_of

QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|\([^)]*\)|«[^»]*»")
QUANTIFIED = re.compile(
    r"^(?:no|some|few|many|most|only|any|half|none|nobody|neither|either|both|all|every|each|several|\d|one|two|three"
    r"|between|more|fewer|less|nearly|almost|roughly|at least|at most|up to|hundreds|thousands|millions|(?:about|around|over) \d)\b"
    r"|\b(?:percent|per cent)\b|%",
    re.IGNORECASE,
)
"""Subjects that must not be repeated, because "five people smoke and drink" does not mean "five people smoke" and "five
people drink"."""

_ABBREVIATED = re.compile(r"(?<=\bBros)\.|(?<=\bDiv)\.|(?<=\bNo)\.(?= \d)|(?<=\bVol)\.(?= \d)")
_LEADING_TIME = re.compile(
    r"^(?:In|On|By|During|Since|From|Around|Throughout) (?:(?:early|late|mid|the|[A-Z][a-z]+|\d{1,2}) ?-?){0,3}\d{4}s?,? "
)
_PHRASE_OPENERS = frozenset(
    "away outside throughout aside apart along alongside together prior unlike besides beyond amid upon following below above "
    "according thanks due instead today tonight yesterday meanwhile however".split()
)
_UNKNOWN_VERB = re.compile(r"^[A-Z][\w.]*(?: [A-Z][\w.]*)+ [a-z]+s$")


@dataclass(frozen=True, slots=True)
class Part:
    """A clause. `start` and `end` are its span in the text, or -1 if words were added or replaced."""

    text: str
    start: int
    end: int


def sentence_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the spans of the sentences, without surrounding white space. Quotations are never split."""
    protected = _ABBREVIATED.sub(",", QUOTED.sub(lambda quoted: re.sub(r"[.!?]", ",", quoted.group()), text))
    spans = [trim(text, piece.start, piece.end) for piece in _segmenter().segment(protected)]
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and not re.search(r"\w", text[start:end]):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        elif start < end:
            joined.append((start, end))
    return tuple(joined) or ((0, len(text)),)


_thread_local = threading.local()


def _segmenter() -> pysbd.Segmenter:
    """Return this thread's own segmenter, because a segmenter stores the text that it processes."""
    if not hasattr(_thread_local, "segmenter"):
        _thread_local.segmenter = pysbd.Segmenter(language="en", clean=False, char_span=True)
    segmenter: pysbd.Segmenter = _thread_local.segmenter
    return segmenter


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span without white space at its ends."""
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def subject_of(clause: str) -> str:
    """Return the words before the first finite verb, or "" if the verb is unclear.

    A leading adverb, date or phrase set off by commas is left out.
    """
    tokens = tokens_of(clause)
    verb = first_finite(tokens)
    if not verb:
        return ""
    words = list(tokens[:verb])
    while words and words[-1].lower in ADVERBS:
        words.pop()
    if not words:
        return ""
    head = _LEADING_TIME.sub("", clause[: words[-1].end])
    if not head or _UNKNOWN_VERB.search(head):
        return ""
    commas = head.split(", ")
    return (commas[0] if len(commas) > 1 and not _opens_with_phrase(head) else commas[-1]).strip(" ,")


def _opens_with_phrase(head: str) -> bool:
    tokens = tokens_of(head)
    return bool(tokens) and (
        tokens[0].lower in PREPOSITIONS | ADVERBS | _PHRASE_OPENERS or tokens[0].lower.endswith("ly")
    )
