"""The English names of the months and of the days of the week."""

from __future__ import annotations

MONTHS = tuple("january february march april may june july august september october november december".split())
"""The months in order and in lower case."""
DAYS = tuple("monday tuesday wednesday thursday friday saturday sunday".split())
CALENDAR = frozenset((*MONTHS, *DAYS))
"""The names of the months and of the days of the week, in lower case."""
MONTH_PATTERN = "|".join(name.capitalize() for name in MONTHS)
"""Alternatives for a regular expression, with the names capitalised."""
