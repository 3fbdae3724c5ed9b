"""Converts a search of the history to an SQL condition."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

WORD_LIMIT = 16
"""Maximum number of search words that are used. More words would hardly narrow the search."""

NO_LEANING = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryFilter:
    """The conditions of a search. All of them must match; empty fields are ignored.

    `leaning` is a `LeaningLabel`, or NO_LEANING. `site` also matches subdomains, and `since` is the earliest time.
    """

    words: str = ""
    verdict: str = ""
    leaning: str = ""
    site: str = ""
    since: datetime | None = None

    @property
    def condition(self) -> tuple[str, tuple[str, ...]]:
        """SQL to append to another condition, and its parameters. The SQL calls `casefold` and `site_of`."""
        words = self.words.casefold().split()[:WORD_LIMIT]
        parts = [("instr(casefold(claim), ?)", word) for word in words]
        if self.verdict:
            parts.append(("verdict = ?", self.verdict))
        if self.leaning:
            parts.append(("leaning = ?", "" if self.leaning == NO_LEANING else self.leaning))
        if site := self.site.strip().casefold().removeprefix("www."):
            parts.append(("'.' || site_of(page_url) LIKE '%.' || ? ESCAPE '\\'", _escape_like(site)))
        if self.since:
            parts.append(("time >= ?", self.since.astimezone(UTC).isoformat(timespec="seconds")))
        return "".join(f" AND {sql}" for sql, _ in parts), tuple(value for _, value in parts)


def site_of(page_url: str) -> str:
    """Return the host of a URL without "www.", or "" if the URL has no host."""
    try:
        return (urlsplit(page_url).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _escape_like(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
