"""Years, decades and centuries of a text as the years that they span."""

from __future__ import annotations

import re
from math import inf

from backend.stance.settings import NUMBERS

Span = tuple[float, float]
"""First and last year that the words allow; years before Christ are negative."""


def span(match: re.Match[str], number: float) -> Span:
    """Of a quantity's match that is a date: "1969", "the 1990s", "the 19th century", "before 1990", "about 1450", "300 BC"."""
    first, last = _plain(match, number)
    if match["era"] and match["era"].startswith("B"):
        first, last = -last, -first
    # "Before May 2014" leaves the months before it.
    edge = 0 if match["month"] or last > first else 1
    if match["before"]:
        return -inf, (first - 1 if last > first else last - edge)
    if match["after"]:
        return last + (1 if last > first else edge), inf
    if match["about"]:
        return first - NUMBERS.rough_years, last + NUMBERS.rough_years
    return first, last


def _plain(match: re.Match[str], number: float) -> Span:
    if match["century"]:
        return 100 * (number - 1), 100 * number
    if match["decade"]:
        return number, number + (99 if number % 100 == 0 else 9)
    return number, number


def is_date(match: re.Match[str], number: float, *, counts: bool) -> bool:
    """A bare whole number of the right size that counts nothing and that is no bound: "more than 2000" is an amount."""
    if match["century"] or match["decade"]:
        return True
    if match["era"] or match["christ"]:
        return not match["scale"]
    amount = match["least"] or match["most"] or match["currency"] or match["sign"] or match["scale"] or match["short"]
    return (
        not (amount or match["ordinal"])
        and match["number"].isdigit()
        and NUMBERS.first_year <= number <= NUMBERS.last_year
        and not counts
    )
