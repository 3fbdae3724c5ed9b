"""A number as the claim writes it where a sentence writes it in other words: the verifier takes "25" and "twenty-five" for two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from backend.domain.numerals import SPELLED
from backend.stance.quantity import CALENDAR, ORDINAL, Quantity, quantities
from backend.stance.settings import NUMBERS

_TOKEN = re.compile(r"[^\s,;:()“”\"]+(?:,\d+)*(?<![.!?])")
_COMPOUND = re.compile(r"-[^\W\d_]{2,}")
"""Not taken apart: "five-year-old"."""
_LONGEST = 5
"""Words of the longest spelling: "one out of every five"."""


@lru_cache(maxsize=4_096)
def in_the_claims_spelling(claim: str, sentence: str) -> str:
    """The sentence with each number that the claim has as the claim writes it; a year as the decade or century that the claim names.

    Amounts that are merely near, that bound, or that are exact dates stay as they are.
    """
    stated = quantities(sentence)
    for asked in quantities(claim):
        # A difference of degrees is converted otherwise than a temperature.
        if asked.bound or asked.unit in (ORDINAL, "celsius") or (asked.unit == CALENDAR and asked.low == asked.high):
            continue
        if not any(_says(asked, q) for q in stated):
            continue
        wanted, found = _shortest(claim, asked, exact=True), _shortest(sentence, asked)
        if wanted and found and found.casefold() != wanted.casefold() and wanted not in sentence:
            sentence = sentence.replace(found, wanted, 1)
    return sentence


def _says(asked: Quantity, stated: Quantity) -> bool:
    """The same amount, whatever is counted; a year within a decade says the decade."""
    if CALENDAR in (asked.unit, stated.unit):
        return asked.unit == stated.unit and asked.low <= stated.low and stated.high <= asked.high
    if stated.bound or (asked.unit != stated.unit and (asked.measured or stated.measured)):
        return False
    near = NUMBERS.tolerance if asked.rough or stated.rough else NUMBERS.spelling_tolerance
    return abs(asked.value - stated.value) <= near * abs(asked.value)


def _shortest(text: str, asked: Quantity, *, exact: bool = False) -> str:
    """The fewest words of the text that say this amount and nothing else; "" where none do."""
    for part in _parts(text):
        # "A third" is a share only before "of".
        found = quantities(part) or quantities(f"{part} of them")
        if len(found) == 1 and _says(asked, found[0]) and (not exact or _says(found[0], asked)):
            return part
    return ""


def _parts(text: str) -> Iterator[str]:
    tokens = list(_TOKEN.finditer(text))
    for length in range(1, _LONGEST + 1):
        for first, last in zip(tokens, tokens[length - 1 :], strict=False):
            part = text[first.start() : last.end()]
            if not _COMPOUND.search(part) or part.lower() in SPELLED:
                yield part
