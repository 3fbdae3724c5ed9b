"""Quantities of a text: a number with its unit, as the interval of values that the words allow (document 000 §8)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import inf, isinf

from backend.domain.text import STOP_WORDS, digits
from backend.stance.settings import GUARDS
from backend.stance.units import base_unit, measures, plain

CALENDAR = "calendar year"
"""The unit of 1969 in "in 1969"; "two years" is a duration."""
ORDINAL = "ordinal"
"""The unit of "21st"."""

_AT_LEAST = r"at least|(?:no|not) (?:less|fewer) than|more than|greater than|over|above|upwards of|exceed(?:s|ed|ing)?|a minimum of"
_AT_MOST = r"at most|(?:no|not) more than|less than|fewer than|under|below|up to|a maximum of"
_ABOUT = r"about|around|roughly|nearly|almost|approximately|some|only|just|close to|circa|an estimated"
_NUMBER = (
    r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}"
    r"|\d{1,3}(?:[,\u00a0\u202f]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
)
_QUANTITY = re.compile(
    rf"(?:\b(?:(?P<least>{_AT_LEAST})|(?P<most>{_AT_MOST})|(?P<about>{_ABOUT})) (?:about |around )?)?"
    r"(?P<between>between )?(?P<currency>[$€£])?(?<![\w.])"
    rf"(?P<number>{_NUMBER})"
    # Two years side by side are two dates.
    rf"(?:(?: ?[-–—] ?| to |(?(between) and |(?!)))(?P<upper>(?!(?:1\d|20)\d\d(?![\d,.]))(?:{_NUMBER}))(?![\w-]))?"
    r"(?:(?P<ordinal>st|nd|rd|th)\b| ?(?P<scale>thousand|million|billion|trillion|bn|%|percent)(?!\w))?"
    r"(?:[ -]?(?P<unit>(?:°|degrees?) ?(?:celsius|fahrenheit|c\b|f\b)|[^\W\d_]+(?:/[a-z]+)?[²2]?))?",
    re.I,
)
_LIST_MARK = re.compile(r"(?:^|\n)\s*\d{1,2}[.)](?=\s)|\[\d{1,3}\]")
_SCALES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "bn": 1e9, "trillion": 1e12}
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
        return isinf(self.high) or (self.rough and self.high == self.value)


def readable(text: str) -> str:
    """The text as quantities are read from it: digits, one-word units, without list numbers and reference marks."""
    return _LIST_MARK.sub(" ", plain(digits(text)))


def matches(text: str) -> tuple[re.Match[str], ...]:
    """Where quantities stand in a `readable` text."""
    return tuple(_QUANTITY.finditer(text))


@lru_cache(maxsize=8_192)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Every quantity in order."""
    return tuple(quantity(match) for match in matches(readable(text)))


def quantity(match: re.Match[str]) -> Quantity:
    """What one match says."""
    value = _read(match["number"])
    unit, convert = _unit(match, value)
    if unit in (CALENDAR, ORDINAL):
        return Quantity(value, unit, rough=bool(match["about"]), low=value, high=value)
    value = convert(value)
    upper = convert(_read(match["upper"])) if match["upper"] else value
    return _bounded(match, value, upper, unit)


def _bounded(match: re.Match[str], value: float, upper: float, unit: str) -> Quantity:
    rough = bool(match["least"] or match["most"] or match["about"])
    if upper > value:
        return Quantity((value + upper) / 2, unit, rough=True, low=value, high=upper)
    if match["least"]:
        return Quantity(value, unit, rough, low=value, high=inf)
    if match["most"]:
        return Quantity(value, unit, rough, low=min(0.0, value), high=value)
    width = abs(value) * (GUARDS.number.rough_tolerance if rough else GUARDS.number.tolerance)
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


def _unit(match: re.Match[str], value: float) -> tuple[str, _Conversion]:
    written, scale = _plain_unit(match["unit"] or ""), (match["scale"] or "").lower()
    if match["ordinal"]:
        return ORDINAL, _Conversion(1.0)
    if scale in ("%", "percent"):
        return "%", _Conversion(1.0)
    factor = _SCALES.get(scale, 1.0)
    if match["currency"]:
        short = {"m": 1e6, "k": 1e3, "bn": 1e9}.get(written, 1.0)
        return base_unit(match["currency"])[0], _Conversion(factor * short)
    if not scale and _is_year(match["number"], value, written):
        return CALENDAR, _Conversion(1.0)
    if written in ("f", "fahrenheit"):
        return "celsius", _Conversion(5 / 9, -32.0)
    base, each = base_unit(written)
    return base, _Conversion(factor * each)


def _is_year(number: str, value: float, unit: str) -> bool:
    counts = measures(unit) or unit in _COUNTED or (unit.endswith("s") and unit not in STOP_WORDS)
    return number.isdigit() and GUARDS.number.first_year <= value <= GUARDS.number.last_year and not counts


def _plain_unit(written: str) -> str:
    """Lower case, without degree signs: "° C" and "degrees Celsius" become "c" and "celsius"."""
    unit = re.sub(r"[° ]", "", written.lower())
    return re.sub(r"^degrees?(?=.)", "", unit)
