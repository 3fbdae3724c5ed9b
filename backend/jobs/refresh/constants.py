"""All constants of the refresh (docs/design.md#current-affairs)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

QUERIES_FILE = Path(__file__).with_name("queries.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshConstants:
    """Limits on searching and reading, and the minimum results of a refresh."""

    results: int = 10
    """Maximum number of results per query (001 #current-affairs)."""
    enough_credible: int = 5
    """Number of credible results that makes it unnecessary to send a query to the whole web as well."""
    pages: int = 90
    """Maximum number of pages to read, which is half of 18 queries x 10 results."""
    per_site: int = 8
    """Maximum number of pages per publisher, so that no outlet dominates."""
    batch: int = 100
    """Number of passages embedded and stored at a time (001 #current-affairs)."""
    read_at_once: int = 12
    """Number of pages read between two progress reports."""
    days: int = 7
    """Maximum age in days of a dated page that counts as current affairs."""
    pause_s: float = 3.0
    """Pause between two queries in seconds. No user waits for the result, and free services ask for moderate use."""
    seconds: float = 1_200.0
    """Time limit of a refresh in seconds. The passages gathered by then are stored."""
    least_share: float = 0.25
    """Minimum size of the new generation relative to the current one, if queries or pages failed."""


@cache
def default_queries() -> tuple[str, ...]:
    """Return the eighteen default queries, one per area of public life (docs/design.md#current-affairs)."""
    return tuple(json.loads(QUERIES_FILE.read_text(encoding="utf-8")))
