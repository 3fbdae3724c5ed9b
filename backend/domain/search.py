"""Queries to search providers, and their answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Depth(StrEnum):
    """How thoroughly a provider searches, if it offers a choice."""

    BASIC = "basic"
    ADVANCED = "advanced"


class SearchTier(IntEnum):
    """The tiers in the order in which they are searched, until the evidence suffices (docs/design.md#search-profiles)."""

    KNOWLEDGE = 0
    TRUSTED = 1
    FACT_CHECK = 2
    BROAD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """A query. `text` has no site operators; `sites` are registrable domains that results should come from (empty: any).

    Engines that support operators add them with `with_sites()`; unsuitable results are filtered out afterwards in any case. `recent`:
    the claim is about current events. `until`: an ISO date after which no results are wanted, or "". Engines may ignore all of
    these fields.
    """

    text: str
    tier: SearchTier
    sites: tuple[str, ...] = ()
    limit: int = 8
    language: str = "en"
    depth: Depth = Depth.BASIC
    recent: bool = False
    until: str = ""

    def with_sites(self) -> str:
        """The text with `(site:a OR site:b)` appended."""
        if not self.sites:
            return self.text
        return f"{self.text} ({' OR '.join(f'site:{site}' for site in self.sites)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """One hit. `snippet` is plain text; `published` is an ISO date or "".

    `review` is the rating of a published fact-check, with the rated claim as the snippet, or "". `text` is what the source
    provides instead of a page (an abstract, a label), which is used without fetching the page, or "". `record`: that text
    was composed from the fields of a database, so the page does not contain these words.
    """

    url: str
    title: str
    snippet: str
    engine: str
    tier: SearchTier
    published: str = ""
    review: str = ""
    text: str = ""
    record: bool = False


class SearchStatus(StrEnum):
    """The outcome of a query; only EMPTY says anything about the world (R5)."""

    OK = "ok"
    EMPTY = "empty"
    BLOCKED = "blocked"
    TIMEOUT = "timeout"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOutcome:
    """One engine's answer to one query."""

    engine: str
    query: SearchQuery
    status: SearchStatus
    results: tuple[SearchResult, ...] = ()
    detail: str = ""
    elapsed_ms: float = 0.0
