"""The numeric guard (document 000 §8): quantities compared with their unit, approximately where the claim says so."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from backend.domain.text import STOP_WORDS, content_stems, digits, stem, subject_stems

TOLERANCE = 0.02
"""Relative difference under which two quantities are the same …"""
ROUGH_TOLERANCE = 0.1
"""… and where one of them is said to be approximate (document 000 §8, +-10%)."""

_QUANTITY = re.compile(
    r"(?P<rough>(?:about|around|roughly|nearly|almost|approximately|some|over|under|more than|less than|at least|up to|only|just) )?"
    r"(?P<number>\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?: ?(?P<scale>thousand|million|billion|trillion|%|percent|per cent))?"
    r"(?: ?(?P<unit>°? ?[^\W\d_]+(?:/[a-z]+)?))?"
)
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_MONTHS = frozenset(
    [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ]
)
_UNITS = {
    "km": ("m", 1e3), "kilometre": ("m", 1e3), "kilometer": ("m", 1e3), "m": ("m", 1.0), "metre": ("m", 1.0), "meter": ("m", 1.0),
    "km/s": ("m/s", 1e3), "m/s": ("m/s", 1.0), "mile": ("m", 1609.34), "cm": ("m", 0.01), "kg": ("g", 1e3), "kilogram": ("g", 1e3),
    "gram": ("g", 1.0), "tonne": ("g", 1e6), "c": ("celsius", 1.0), "celsius": ("celsius", 1.0), "°c": ("celsius", 1.0),
    "degree": ("celsius", 1.0),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in its base unit; `unit` is a stem, "year" for calendar years, "%" for shares, "" when none is written."""

    value: float
    unit: str
    rough: bool


@lru_cache(maxsize=8_192)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Every quantity in order."""
    return tuple(_quantity(match) for match in _QUANTITY.finditer(digits(text)))


def _quantity(match: re.Match[str]) -> Quantity:
    value = float(re.sub(r"[,\u00a0\u202f]", "", match["number"]))
    scale, unit = (match["scale"] or "").lower(), (match["unit"] or "").replace(" ", "")
    value *= _SCALES.get(scale, 1.0)
    rough = bool(match["rough"])
    if scale in ("%", "percent", "per cent"):
        return Quantity(value, "%", rough)
    if (
        not scale
        and match["number"].isdigit()
        and 1000 <= value <= 2100
        and (not unit or unit.lower() in STOP_WORDS | _MONTHS)
    ):
        return Quantity(value, "year", rough)
    plain = unit.lower()
    known = _UNITS.get(plain) or _UNITS.get(plain.removesuffix("s"))
    if known:
        return Quantity(value * known[1], known[0], rough)
    return Quantity(value, "" if not plain or plain in STOP_WORDS else stem(plain), rough)


def _same(a: Quantity, b: Quantity) -> bool:
    if a.unit == "year":
        return a.value == b.value
    allowed = ROUGH_TOLERANCE if a.rough or b.rough else TOLERANCE
    return abs(a.value - b.value) <= allowed * max(abs(a.value), abs(b.value))


def years(text: str) -> frozenset[int]:
    """The calendar years that a text names."""
    return frozenset(int(q.value) for q in quantities(text) if q.unit == "year" and q.value < 2_200)


def lacks_number(claim: str, sentence: str) -> bool:
    """The claim states a quantity that the sentence does not, so the sentence cannot support it."""
    stated = quantities(sentence)
    return any(not any(_same(q, other) for other in stated) for q in quantities(claim))


def contradicts_number(claim: str, sentence: str) -> bool:
    """One quantity on each side, same unit, different value, and nearly all other words shared."""
    asked, stated = quantities(claim), quantities(sentence)
    if len(asked) != 1 or not asked[0].unit:
        return False
    rivals = [q for q in stated if q.unit == asked[0].unit]
    others = {s for s in content_stems(claim) if not any(c.isdigit() for c in s)}
    shared = len(others & set(content_stems(sentence))) / len(others) if others else 0.0
    if not subject_stems(claim) <= set(content_stems(sentence)):
        return False
    return len(rivals) == 1 and not _same(asked[0], rivals[0]) and shared >= 0.75
