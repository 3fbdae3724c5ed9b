"""Determines the date to which a claim refers, so that later publications can be recognised."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date
from urllib.parse import urlsplit

from backend.domain.months import MONTHS

_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in MONTHS)
_DATE = (
    rf"(?:(?P<iso>\d{{4}}-\d\d-\d\d)|(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)? )?(?P<month>{_MONTH})\.?"
    r"(?: (?P<day2>\d{1,2})(?:st|nd|rd|th)?,?)? (?P<year>(?:19|20)\d\d)|(?P<only>(?:19|20)\d\d))(?!\d)"
)
_AS_OF = re.compile(rf"\b(?:as of|as at|by the end of|until the end of|at the end of) {_DATE}", re.IGNORECASE)
_PATH = re.compile(
    rf"/(?P<year>(?:19|20)\d\d)[/-](?P<month>0?[1-9]|1[0-2]|{_MONTH})(?:[/-](?P<day>0?[1-9]|[12]\d|3[01]))?(?=[/-]|$)",
    re.IGNORECASE,
)


def claim_date(text: str, page_url: str = "", published: str = "") -> str:
    """Return the last day that the claim may refer to, in ISO format, or "" if it is unknown.

    The date comes from the claim ("as of March 2024"), from `published` (the publication date of the page) or from the
    page's URL, in this order of preference. A month or year stands for its last day.
    """
    named = _AS_OF.search(text)
    day = _date_in_claim(named) if named else _last_day(published) or _date_in_url(page_url)
    return day.isoformat() if day else ""


def is_after(published: str, day: str) -> bool:
    """Return True if the source was certainly published after `day`, and False if either date is unknown.

    `published` may lack the day and the month.
    """
    if not published or not day:
        return False
    begin = published[:10] + {4: "-01-01", 7: "-01"}.get(len(published), "")
    return begin > day


def _date_in_claim(match: re.Match[str]) -> date | None:
    if match["iso"]:
        return _last_day(match["iso"])
    if match["only"]:
        return _last_day_of(int(match["only"]), None, None)
    return _last_day_of(int(match["year"]), match["month"], match["day"] or match["day2"])


def _date_in_url(url: str) -> date | None:
    try:
        match = _PATH.search(urlsplit(url).path)
    except ValueError:
        return None
    return _last_day_of(int(match["year"]), match["month"], match["day"]) if match else None


def _last_day(text: str) -> date | None:
    """Return the last day of the year, month or day that an ISO date denotes; None for any other text."""
    parts = text[:10].split("-")
    if not all(part.isdecimal() for part in parts) or len(parts[0]) != 4:
        return None
    return _last_day_of(int(parts[0]), parts[1] if len(parts) > 1 else None, parts[2] if len(parts) > 2 else None)


def _last_day_of(year: int, month: str | None, day: str | None) -> date | None:
    """Return the last day of the year, month or day, or None for a date that does not exist."""
    number = 12 if month is None else _month_number(month)
    try:
        return date(year, number, int(day) if day else monthrange(year, number)[1])
    except ValueError:
        return None


def _month_number(month: str) -> int:
    if month.isdecimal():
        return int(month)
    return next(place for place, name in enumerate(MONTHS, start=1) if name.startswith(month.lower()[:3]))
