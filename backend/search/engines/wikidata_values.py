"""Expresses Wikidata's values in words: dates with their precision, quantities with their units, places and names.

The formats are those of Wikidata's data model (www.wikidata.org/wiki/Help:Data_type,
mediawiki.org/wiki/Wikibase/DataModel/JSON).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from backend.domain.hygiene import one_line
from backend.domain.months import MONTHS
from backend.search.engines.base import field

Labels = Mapping[str, str]
"""Maps an id such as "Q11573" to its label, such as "metre", in the user's language."""

_TIME = re.compile(r"^([+-])(\d{1,16})-(\d{2})-(\d{2})T")
_JULIAN = "Q1985786"
_DAY, _MONTH, _YEAR, _DECADE, _CENTURY, _MILLENNIUM = 11, 10, 9, 8, 7, 6


def in_words(value: object, labels: Labels) -> str:
    """Return a `datavalue` in words, or "" if no words are available, for example for an entity without a label."""
    kind = field(value, "type")
    inner = value.get("value") if isinstance(value, Mapping) else None
    if kind == "string":
        return one_line(str(inner))
    if kind == "wikibase-entityid":
        return labels.get(field(inner, "id"), "")
    if kind == "time":
        return time_in_words(inner)
    if kind == "quantity":
        return quantity_in_words(inner, labels)
    if kind == "globecoordinate":
        return _coordinates_in_words(inner)
    return one_line(field(inner, "text")) if kind == "monolingualtext" else ""


def entities_in(value: object) -> tuple[str, ...]:
    """Return the ids of the entities whose labels `in_words` needs."""
    kind = field(value, "type")
    inner = value.get("value") if isinstance(value, Mapping) else None
    named = field(inner, "id") if kind == "wikibase-entityid" else _unit_id(inner) if kind == "quantity" else ""
    return (named,) if named else ()


def time_in_words(value: object) -> str:
    """Format {"time": "+1879-03-14T00:00:00Z", "precision": 11} as "14 March 1879", with the precision of the value."""
    match = _TIME.match(field(value, "time"))
    precision = value.get("precision") if isinstance(value, Mapping) else None
    if not match or not isinstance(precision, int):
        return ""
    year, month, day = int(match.group(2)), int(match.group(3)), int(match.group(4))
    era = " BC" if match.group(1) == "-" else ""
    said = _date_in_words(year, month, day, precision)
    if not said:
        return ""
    julian = " (Julian calendar)" if field(value, "calendarmodel").endswith(_JULIAN) and precision >= _MONTH else ""
    return f"{said}{era}{julian}"


def _date_in_words(year: int, month: int, day: int, precision: int) -> str:
    if precision == _DAY and 1 <= month <= 12 and 1 <= day <= 31:
        return f"{day} {MONTHS[month - 1].title()} {year}"
    if precision == _MONTH and 1 <= month <= 12:
        return f"{MONTHS[month - 1].title()} {year}"
    if precision >= _YEAR:
        # A value with day precision but with month 0 denotes only a year.
        return str(year)
    if precision == _DECADE:
        return f"{year // 10 * 10}s"
    if precision == _CENTURY:
        return f"{_ordinal((year + 99) // 100)} century"
    return f"{_ordinal((year + 999) // 1000)} millennium" if precision == _MILLENNIUM else ""


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def quantity_in_words(value: object, labels: Labels) -> str:
    """Format {"amount": "+8848.86", "unit": ".../Q11573"} as "8,848.86 metre", with "± 0.21" if the value has bounds."""
    amount = _parse_number(field(value, "amount"))
    unit = _unit_id(value)
    if amount is None or (unit and unit not in labels):
        return ""
    upper, lower = _parse_number(field(value, "upperBound")), _parse_number(field(value, "lowerBound"))
    margin = ""
    if upper is not None and lower is not None and upper > lower:
        even = upper - amount == amount - lower
        margin = (
            f" ± {_format_number(upper - amount)}" if even else f" ({_format_number(lower)} to {_format_number(upper)})"
        )
    return f"{_format_number(amount)}{margin}{f' {labels[unit]}' if unit else ''}"


def _unit_id(value: object) -> str:
    """Return the id of the unit, or "" for a number without a unit."""
    return field(value, "unit").rpartition("/")[2] if "/entity/Q" in field(value, "unit") else ""


def _parse_number(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return number if number.is_finite() and abs(number.adjusted()) < 40 else None


def _format_number(number: Decimal) -> str:
    return f"{number:,f}"


def _coordinates_in_words(value: object) -> str:
    """Return the latitude and longitude in degrees, with two decimals."""
    if not isinstance(value, Mapping):
        return ""
    latitude, longitude = value.get("latitude"), value.get("longitude")
    if not isinstance(latitude, int | float) or not isinstance(longitude, int | float):
        return ""
    north, east = "N" if latitude >= 0 else "S", "E" if longitude >= 0 else "W"
    return f"{abs(latitude):.2f}° {north}, {abs(longitude):.2f}° {east}"
