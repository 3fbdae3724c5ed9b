"""Units of measure, each with the base unit that it is converted to. Our own list; factors are the international definitions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from backend.domain.text import STOP_WORDS, stem

_TABLE = {
    "m": {"m metre meter": 1.0, "km kilometre kilometer": 1e3, "cm centimetre centimeter": 0.01, "mm millimetre millimeter": 1e-3,
          "mile mi": 1609.344, "ft foot feet": 0.3048, "inch inches": 0.0254, "yard yd": 0.9144, "lightyear lightyears": 9.4607e15},
    "m2": {"m2 m²": 1.0, "km2 km²": 1e6, "hectare ha": 1e4, "acre": 4046.856, "sqmile": 2_589_988.0, "sqft": 0.092903},
    "m/s": {"m/s": 1.0, "km/s": 1e3, "km/h kph": 1 / 3.6, "mph": 0.44704, "knot": 0.514444},
    "g": {"gram g": 1.0, "kg kilogram": 1e3, "mg milligram": 1e-3, "tonne": 1e6, "lb lbs": 453.592, "ounce oz": 28.3495},
    "l": {"litre liter l": 1.0, "ml millilitre milliliter": 1e-3, "gallon": 3.785412},
    "second": {"second sec": 1.0, "minute min": 60.0, "hour hr": 3600.0, "day": 86_400.0, "week": 604_800.0},
    "year": {"year yr": 1.0, "month": 1 / 12, "decade": 10.0, "century centuries": 100.0},
    "kwh": {"kwh": 1.0, "mwh": 1e3, "gwh": 1e6, "twh": 1e9},
    "celsius": {"c celsius degree": 1.0},
    "usd": {"$ dollar usd": 1.0},
    "eur": {"€ euro eur": 1.0},
    "gbp": {"£ gbp": 1.0},
    "%": {"% percent": 1.0},
}  # fmt: skip
UNITS: Mapping[str, tuple[str, float]] = MappingProxyType(
    {name: (base, factor) for base, row in _TABLE.items() for names, factor in row.items() for name in names.split()}
)
"""Singular name to (base unit, factor)."""
_COMPOUND = (
    (re.compile(r"\bsquare (?:kilometres?|kilometers?|km)\b", re.I), "km2"),
    (re.compile(r"\bsquare (?:metres?|meters?)\b", re.I), "m2"),
    (re.compile(r"\bsquare miles?\b", re.I), "sqmile"),
    (re.compile(r"\b(?:square feet|square foot|sq ?ft)\b", re.I), "sqft"),
    (re.compile(r"\b(?:kilometres|kilometers|km) (?:per|an) hour\b", re.I), "km/h"),
    (re.compile(r"\b(?:kilometres|kilometers|km) (?:per|a) second\b", re.I), "km/s"),
    (re.compile(r"\b(?:metres|meters) (?:per|a) second\b", re.I), "m/s"),
    (re.compile(r"\bmiles (?:per|an) hour\b", re.I), "mph"),
    (re.compile(r"\blight[- ]years?\b", re.I), "lightyear"),
    (re.compile(r"\bper ?cent\b", re.I), "percent"),
)


def plain(text: str) -> str:
    """Units of several words as one: "square miles" becomes "sqmile"."""
    for pattern, name in _COMPOUND:
        text = pattern.sub(name, text)
    return text


def base_unit(written: str) -> tuple[str, float]:
    """(base unit, factor); an unknown unit is its own stem, a stop word none."""
    unit = written.lower()
    known = UNITS.get(unit) or UNITS.get(unit.removesuffix("s"))
    return known or ("" if unit in STOP_WORDS else stem(unit), 1.0)


def measures(written: str) -> bool:
    """Whether this is a known unit."""
    unit = written.lower()
    return unit in UNITS or unit.removesuffix("s") in UNITS
