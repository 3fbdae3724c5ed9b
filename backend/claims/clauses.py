"""Splits a text into clauses that each have a verb, keeping names, quotations and contrasts whole.

A text is split at a coordinator only between two clauses, so "Food and Drug Administration" stays whole. A shared
subject is repeated.
"""

from __future__ import annotations

import re

from backend.claims.conjunctions import COORDINATOR, prefix
from backend.claims.decontext import without_pronouns
from backend.claims.sentences import QUOTED, Part, sentence_spans, subject_of, trim
from backend.claims.words import content_words

__all__ = ["MIN_PART_CHARACTERS", "clauses_of", "sentence_spans", "split", "subject_of"]

MIN_PART_CHARACTERS = 10
"""The minimum length of a claim in characters."""

_CONDITION = re.compile(
    r"^(?:if|when|unless|although|though|because|since|while|as|before|after|despite)\b", re.IGNORECASE
)


def split(text: str, *, is_report: bool = False, complete: bool = True) -> tuple[Part, ...]:
    """Return the clauses of the text in order, at least one. A reported statement is split only between sentences.

    If `complete` is true, a sentence stays whole unless each of its clauses is long enough to be a claim.
    """
    sentences = [Part(text[start:end], start, end) for start, end in sentence_spans(text)]
    if is_report:
        return without_pronouns(sentences)
    return without_pronouns([part for sentence in sentences for part in clauses_of(sentence, complete=complete)])


def clauses_of(sentence: Part, *, complete: bool = True) -> list[Part]:
    """Split a sentence at each coordinator between two clauses. A conditional sentence stays whole."""
    if _CONDITION.match(sentence.text):
        return [sentence]
    masked = QUOTED.sub(lambda quoted: "X" * len(quoted.group()), sentence.text)
    pieces: list[Part] = []
    begin, lead, subject = 0, "", ""
    for cut in COORDINATOR.finditer(masked):
        left = f"{lead} {sentence.text[begin : cut.start()]}".strip()
        right = sentence.text[cut.end() : _next_cut(masked, cut)]
        added = prefix(left, right, subject, cut.group())
        if added is None:
            continue
        pieces.append(_piece(sentence, begin, cut.start(), lead))
        subject = subject_of(pieces[-1].text) or subject
        begin, lead = cut.end(), added
    pieces.append(_piece(sentence, begin, len(sentence.text), lead))
    return pieces if not complete or all(_stands_alone(piece.text) for piece in pieces) else [sentence]


def _next_cut(masked: str, cut: re.Match[str]) -> int:
    """Return the position of the next split: the next semicolon after a semicolon, else the next coordinator."""
    if ";" in cut.group():
        end = masked.find(";", cut.end())
        return end if end >= 0 else len(masked)
    found = COORDINATOR.search(masked, cut.end())
    return found.start() if found else len(masked)


def _piece(sentence: Part, begin: int, end: int, lead: str) -> Part:
    start, stop = trim(sentence.text, begin, end)
    text = sentence.text[start:stop].rstrip(" ,;")
    stop = start + len(text)
    if lead:
        return Part(f"{lead} {text}", -1, -1)
    return Part(text, sentence.start + start, sentence.start + stop)


def _stands_alone(text: str) -> bool:
    return len(text) >= MIN_PART_CHARACTERS and len(content_words(text)) >= 2
