"""Every constant of the refresh (docs/design.md#current-affairs)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

QUERIES_FILE = Path(__file__).with_name("queries.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshConstants:
    """How much a refresh searches and reads, and how much it must find."""

    results: int = 10
    """001 #current-affairs: results per query."""
    enough_credible: int = 5
    """With at least this many credible results, a query is not also sent to the whole web."""
    pages: int = 90
    """Largest number of pages that are read: half of 18 queries x 10 results."""
    per_site: int = 8
    """Largest number of pages per publisher, so that no outlet dominates."""
    batch: int = 100
    """001 #current-affairs: passages that are embedded and stored at a time."""
    read_at_once: int = 12
    """Number of pages that are read between two progress reports."""
    days: int = 7
    """Age in days beyond which a dated page no longer counts as current affairs."""
    pause_s: float = 3.0
    """Pause between two queries in seconds: no user waits for the result, and free services ask for moderate use."""
    seconds: float = 1_200.0
    """Time limit of a refresh in seconds; what was gathered by then is stored."""
    least_share: float = 0.25
    """If failures leave less than this share of the current generation's size, the old generation stays."""


@cache
def default_queries() -> tuple[str, ...]:
    """The eighteen default queries, one per field of public life (docs/design.md#current-affairs)."""
    return tuple(json.loads(QUERIES_FILE.read_text(encoding="utf-8")))
