"""Quantities of a text: a number with its unit, as the interval of values that the words allow (document 000 §8)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import inf, isinf

from backend.domain.text import STOP_WORDS
from backend.stance.calendar import is_date, span
from backend.stance.number_pattern import matches, readable
from backend.stance.settings import NUMBERS
from backend.stance.units import base_unit, measures

CALENDAR = "calendar year"
"""The unit of 1969 in "in 1969"; "two years" is a duration."""
ORDINAL = "ordinal"
"""The unit of "21st"."""
_SCALES = {
    name: factor
    for names, factor in (
        ("thousand k", 1e3),
        ("million mn mln m", 1e6),
        ("billion bn bln b", 1e9),
        ("trillion tn trn", 1e12),
    )
    for name in names.split()
}
_COUNTED = frozenset({"people", "men", "women", "children", "feet", "fish", "sheep"})
"""Plurals without an s, after which a number from 1000 to 2100 is no year."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number in its base unit; `unit` is a stem, CALENDAR for calendar years, "%" for shares, "" when none is written.

    `low` to `high` are the values that the words allow: "more than 5" is 5 to infinity. `rough`: said to be approximate or a bound.
    """

    value: float
    unit: str
    rough: bool
    low: float
    high: float

    @property
    def bound(self) -> bool:
        """Only one end is told: "more than 5", "up to 5"."""
        return isinf(self.high) or isinf(self.low) or (self.rough and self.high == self.value)

    @property
    def measured(self) -> bool:
        """It has a unit of measure, is a date or a place in an order; everything else counts things."""
        return self.unit in (CALENDAR, ORDINAL) or measures(self.unit)


@lru_cache(maxsize=2_048)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Every quantity in order."""
    return tuple(quantity(match) for match in matches(readable(text)))


def years(text: str) -> frozenset[int]:
    """The calendar years that a text names; a decade is none."""
    return frozenset(int(q.value) for q in quantities(text) if q.unit == CALENDAR and q.low == q.high)


def quantity(match: re.Match[str]) -> Quantity:
    """What one match says."""
    value = _read(match["number"])
    if is_date(match, value, counts=_counts(_plain_unit(match["unit"] or ""))):
        low, high = span(match, value)
        return Quantity(
            value if isinf(low) or isinf(high) else (low + high) / 2, CALENDAR, bool(match["about"]), low, high
        )
    if match["ordinal"]:
        return Quantity(value, ORDINAL, rough=bool(match["about"]), low=value, high=value)
    unit, convert = _unit(match)
    value = convert(-value if match["sign"] else value)
    upper = value
    if match["upper"]:
        upper = convert(_read(match["upper"]) * (-1 if match["upper_sign"] else 1))
    if match["sign"]:
        value, upper = min(value, upper), max(value, upper)
    return _bounded(match, value, upper, unit)


def _bounded(match: re.Match[str], value: float, upper: float, unit: str) -> Quantity:
    rough = bool(match["least"] or match["most"] or match["about"] or match["before"] or match["after"])
    if upper > value:
        return Quantity((value + upper) / 2, unit, rough=True, low=value, high=upper)
    if match["least"] or match["after"]:
        return Quantity(value, unit, rough, low=value, high=inf)
    if match["most"] or match["before"]:
        return Quantity(value, unit, rough, low=0.0 if value >= 0 else -inf, high=value)
    width = abs(value) * (NUMBERS.rough_tolerance if rough else NUMBERS.tolerance)
    return Quantity(value, unit, rough, low=value - width, high=value + width)


def _read(number: str) -> float:
    """English "1,234.5" and "1 234.5", continental "1.234,5" and "1.234.567"."""
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}", number):
        return float(number.replace(".", "").replace(",", "."))
    return float(re.sub(r"[,\u00a0\u202f]", "", number))


class _Conversion:
    """value -> value in the base unit."""

    def __init__(self, factor: float, shift: float = 0.0) -> None:
        self._factor, self._shift = factor, shift

    def __call__(self, value: float) -> float:
        return (value + self._shift) * self._factor


def _unit(match: re.Match[str]) -> tuple[str, _Conversion]:
    written, scale = _plain_unit(match["unit"] or ""), (match["scale"] or match["short"] or "").lower()
    if scale in ("%", "percent"):
        return "%", _Conversion(1.0)
    factor = _SCALES.get(scale, 1.0)
    if match["currency"]:
        return base_unit(match["currency"])[0], _Conversion(factor)
    if written in ("f", "fahrenheit"):
        return "celsius", _Conversion(5 / 9, -32.0)
    base, each = base_unit(written)
    return base, _Conversion(factor * each)


def _counts(unit: str) -> bool:
    """After such a word a number from 1000 to 2100 is no year."""
    return measures(unit) or unit in _COUNTED or (unit.endswith("s") and unit not in STOP_WORDS)


def _plain_unit(written: str) -> str:
    """Lower case, without degree signs: "° C" and "degrees Celsius" become "c" and "celsius"."""
    unit = re.sub(r"[° ]", "", written.lower())
    return re.sub(r"^degrees?(?=.)", "", unit)
