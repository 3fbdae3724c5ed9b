"""Every constant of the refresh (docs/design.md#current-affairs)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

QUERIES_FILE = Path(__file__).with_name("queries.json")


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshConstants:
    """How much is looked at, and what must come of it."""

    results: int = 10
    """001 #current-affairs: results per query."""
    enough_credible: int = 5
    """Credible results after which the query is not sent to the whole web as well."""
    pages: int = 90
    """At most this many pages are read: half of 18 queries x 10 results."""
    per_site: int = 8
    """Pages per publisher, so that no outlet dominates."""
    batch: int = 100
    """001 #current-affairs: passages embedded and stored at a time."""
    read_at_once: int = 12
    """Pages between two progress reports."""
    days: int = 7
    """Pages that state an older date are not current affairs."""
    pause_s: float = 3.0
    """Between two queries: nobody waits for the answer, and free services ask for patience."""
    seconds: float = 1_200.0
    """Time limit for everything; what was gathered by then is stored."""
    least_share: float = 0.25
    """Share of the current generation: if failures leave less than this, the old generation stays."""


@cache
def default_queries() -> tuple[str, ...]:
    """Eighteen, one per field of public life (docs/design.md#current-affairs)."""
    return tuple(json.loads(QUERIES_FILE.read_text(encoding="utf-8")))
