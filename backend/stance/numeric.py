"""The numeric guard (document 000 §8): quantities compared with their unit, approximately where the claim says so."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from backend.domain.text import STOP_WORDS, akin, content_stems, digits, stem

TOLERANCE = 0.02
"""Relative difference under which two quantities are the same …"""
ROUGH_TOLERANCE = 0.1
"""… and where one of them is said to be approximate (document 000 §8, +-10%)."""

CALENDAR = "calendar year"
"""The unit of 1969 in "in 1969"; "two years" is a duration."""
SHARED = 0.65
"""Of the claim's other content words; who it is about and the word next to the number must be among them."""

_QUANTITY = re.compile(
    r"(?P<rough>(?:about|around|roughly|nearly|almost|approximately|some|over|under|more than|less than|at least|up to|only|just) )?"
    r"(?P<number>\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?: ?(?P<scale>thousand|million|billion|trillion|%|percent|per cent))?"
    r"(?:[ -]?(?P<unit>(?:°|degrees?) ?(?:celsius|fahrenheit|c\b|f\b)|[^\W\d_]+(?:/[a-z]+)?))?",
    re.I,
)
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_UNITS = {
    "km": ("m", 1e3), "kilometre": ("m", 1e3), "kilometer": ("m", 1e3), "m": ("m", 1.0), "metre": ("m", 1.0),
    "meter": ("m", 1.0), "cm": ("m", 0.01), "centimetre": ("m", 0.01), "centimeter": ("m", 0.01), "mile": ("m", 1609.34),
    "km/s": ("m/s", 1e3), "m/s": ("m/s", 1.0), "kg": ("g", 1e3), "kilogram": ("g", 1e3), "gram": ("g", 1.0),
    "tonne": ("g", 1e6), "c": ("celsius", 1.0), "celsius": ("celsius", 1.0), "degree": ("celsius", 1.0),
}  # fmt: skip
_COUNTED = frozenset({"people", "men", "women", "children", "feet", "fish", "sheep"})
"""Plurals without an s, after which a number from 1000 to 2100 is no year."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in its base unit; `unit` is a stem, CALENDAR for calendar years, "%" for shares, "" when none is written."""

    value: float
    unit: str
    rough: bool


@lru_cache(maxsize=8_192)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Every quantity in order."""
    return tuple(_quantity(match) for match in _QUANTITY.finditer(digits(text)))


def _quantity(match: re.Match[str]) -> Quantity:
    value = float(re.sub(r"[,\u00a0\u202f]", "", match["number"]))
    scale, unit = (match["scale"] or "").lower(), _plain_unit(match["unit"] or "")
    rough = bool(match["rough"])
    if scale in ("%", "percent", "per cent"):
        return Quantity(value, "%", rough)
    if not scale and match["number"].isdigit() and 1000 <= value <= 2100 and not _counts(unit):
        return Quantity(value, CALENDAR, rough)
    value *= _SCALES.get(scale, 1.0)
    if unit in ("f", "fahrenheit"):
        return Quantity((value - 32) * 5 / 9, "celsius", rough)
    base, factor = (
        _UNITS.get(unit) or _UNITS.get(unit.removesuffix("s")) or ("" if unit in STOP_WORDS else stem(unit), 1.0)
    )
    return Quantity(value * factor, base, rough)


def _plain_unit(written: str) -> str:
    """Lower case, without degree signs: "° C" and "degrees Celsius" become "c" and "celsius"."""
    unit = re.sub(r"[° ]", "", written.lower())
    return re.sub(r"^degrees?(?=.)", "", unit)


def _counts(unit: str) -> bool:
    """The number counts or measures what follows, so it is no calendar year."""
    return unit in _UNITS or unit in _COUNTED or (unit.endswith("s") and unit not in STOP_WORDS)


def _same(a: Quantity, b: Quantity) -> bool:
    if a.unit == CALENDAR:
        return a.value == b.value
    allowed = ROUGH_TOLERANCE if a.rough or b.rough else TOLERANCE
    return abs(a.value - b.value) <= allowed * max(abs(a.value), abs(b.value))


def years(text: str) -> frozenset[int]:
    """The calendar years that a text names."""
    return frozenset(int(q.value) for q in quantities(text) if q.unit == CALENDAR)


def lacks_number(claim: str, sentence: str) -> bool:
    """The claim states a quantity that the sentence does not, so the sentence cannot support it."""
    stated = quantities(sentence)
    return any(not any(_same(q, other) for other in stated) for q in quantities(claim))


def contradicts_number(claim: str, sentence: str) -> bool:
    """One quantity on each side, same unit, different value, and the sentence speaks of the same: see SHARED."""
    asked, stated = quantities(claim), quantities(sentence)
    if len(asked) != 1 or not asked[0].unit:
        return False
    rivals = [q for q in stated if q.unit == asked[0].unit]
    rivals = [q for i, q in enumerate(rivals) if not any(_same(q, other) for other in rivals[:i])]
    return len(rivals) == 1 and not _same(asked[0], rivals[0]) and _of_the_same(claim, sentence)


def _of_the_same(claim: str, sentence: str) -> bool:
    text, have = digits(claim), content_stems(sentence)
    others = content_stems(_QUANTITY.sub(" ", text))
    found = {word: any(akin(word, other) for other in have) for word in others}
    needed = {others[0], _measured(text)} if others else set()
    return (
        bool(needed) and all(found.get(word, False) for word in needed) and sum(found.values()) / len(found) >= SHARED
    )


def _measured(claim: str) -> str:
    """The content word next to the quantity, mostly the verb it belongs to: "boils" in "water boils at 50 degrees"."""
    match = _QUANTITY.search(claim)
    if match is None:
        return ""
    before, after = content_stems(claim[: match.start()]), content_stems(claim[match.end() :])
    return before[-1] if before else (after or ("",))[0]
