"""Phrases that show that a passage rejects a claim, only mentions it, is uncertain, or is boilerplate.

A passage is not penalised for "myth", "hoax" or "misinformation", because "X is a myth" is a typical refutation, and a
refutation is evidence. A passage that reports a claim without rejecting it is only a mention.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backend.rank.vocabulary import Vocabulary

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Cue:
    """A pattern, and the word prefixes that a text must contain for the pattern to be applied.

    The text needs a word that starts with one of `heads` and, if `also` is given, a word that starts with one of `also`.
    """

    pattern: re.Pattern[str]
    heads: tuple[str, ...]
    also: tuple[str, ...] = ()


_NOUNS = ("evidence", "proof", "basis", "link", "connection", "truth", "indication", "sign")
_QUALITIES = (
    "true",
    "correct",
    "accurate",
    "effective",
    "supported",
    "real",
    "work",
    "cause",
    "help",
    "prevent",
    "protect",
)
REJECTION = Cue(
    re.compile(
        r"\b(?:myths?|hoax(?:es)?|debunk\w*|disprov\w+|unfounded|baseless|(?:mis|dis)information|misconceptions?|conspirac\w+"
        r"|fake[ds]?|false(?:ly|hoods?)?|untrue|incorrect|inaccurate|ineffective|unproven)\b",
        re.I,
    ),
    ("myth", "hoax", "debunk", "disprov", "unfounded", "baseless", "misinformation", "disinformation", "misconception",
     "conspirac", "fake", "false", "untrue", "incorrect", "inaccurate", "ineffective", "unproven"),
)  # fmt: skip
DENIAL = Cue(
    re.compile(
        rf"\b(?:no|not any|n['’]t any|without) (?:\w+ ){{0,3}}(?:{'|'.join(_NOUNS)})\b"
        rf"|(?:\bnot|n['’]t) (?:actually |really )?(?:{'|'.join(_QUALITIES)})\b",
        re.I,
    ),
    (*_NOUNS, *_QUALITIES),
    (
        "no",
        "not",
        "without",
        "isn",
        "aren",
        "wasn",
        "weren",
        "don",
        "doesn",
        "didn",
        "won",
        "can",
        "couldn",
        "hasn",
        "haven",
    ),
)
MENTION = Cue(
    re.compile(
        r"\brumou?r(?:s|ed)?\b|\bbeliev(?:e|es|ed|ing) that\b|\bperceiv\w+ (?:\w+ ){0,4}that\b|\bhesitan(?:cy|t)\b|\bacceptance\b"
        r"|\bsurvey(?:s|ed)?\b",
        re.I,
    ),
    ("rumo", "believ", "perceiv", "hesitan", "acceptance", "survey"),
)
UNCERTAIN = Cue(
    re.compile(r"\b(?:less certain|uncertain|unclear|inconclusive|(?:insufficient|mixed) evidence)\b", re.I),
    ("certain", "uncertain", "unclear", "inconclusive", "insufficient", "mixed"),
)
BOILERPLATE = Cue(
    re.compile(
        r"data element definitions|registration or results information|javascript and cookies|requires human verification"
        r"|enable javascript",
        re.I,
    ),
    ("javascript", "verification", "definitions", "registration"),
)


HEADS = tuple(head for cue in (REJECTION, DENIAL, MENTION, UNCERTAIN, BOILERPLATE) for head in (*cue.heads, *cue.also))
"""All word prefixes of the cues, which a `Vocabulary` has to index."""


def flags(cue: Cue, texts: Sequence[str], vocabulary: Vocabulary) -> Flags:
    """Return which texts contain the cue, shape (texts,). `vocabulary` must have been built from the same texts."""
    found = np.zeros(len(texts), dtype=np.bool_)
    candidate_indexes = vocabulary.rows_beginning(cue.heads)
    if cue.also and candidate_indexes:
        candidate_indexes &= vocabulary.rows_beginning(cue.also)
    for index in candidate_indexes:
        found[index] = cue.pattern.search(texts[index]) is not None
    return found
