"""Queries to search engines, and their results."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

ENGINE_NAMES = {
    "arxiv": "arXiv",
    "brave": "Brave Search",
    "crossref": "Crossref",
    "duckduckgo": "DuckDuckGo",
    "europepmc": "Europe PMC",
    "gdelt": "GDELT",
    "google_fact_check": "Google Fact Check",
    "mojeek": "Mojeek",
    "openalex": "OpenAlex",
    "openfda": "openFDA",
    "searxng": "SearXNG",
    "semantic_scholar": "Semantic Scholar",
    "startpage": "Startpage",
    "tavily": "Tavily",
    "wikidata": "Wikidata",
    "wikipedia": "Wikipedia",
    "yahoo": "Yahoo",
}
"""The names that users know, by the engine's name in the settings without the prefix "ddgs:"."""


class Depth(StrEnum):
    """How thoroughly an engine searches, if it offers a choice."""

    BASIC = "basic"
    ADVANCED = "advanced"


class SearchTier(IntEnum):
    """The tiers in search order. The search stops as soon as the evidence suffices (docs/design.md#search-profiles)."""

    KNOWLEDGE = 0
    TRUSTED = 1
    FACT_CHECK = 2
    BROAD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """A query. `text` has no site operators.

    `sites` are the registrable domains to search; an empty tuple means any site. Engines that support site operators
    call `with_sites()`; results from other sites are always filtered out afterwards. `recent` means that the claim is
    about current events. `until` is an ISO date after which no results are wanted, or "". Engines may ignore any of
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
        """Return the text with `(site:a OR site:b)` appended if there are sites."""
        if not self.sites:
            return self.text
        return f"{self.text} ({' OR '.join(f'site:{site}' for site in self.sites)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """One search hit. `snippet` is plain text; `published` is an ISO date or "".

    `review` is the rating in a published fact-check, or ""; with a rating, `snippet` is the rated claim. `text` is
    content that the source provides, such as an abstract or a label, and that is used without fetching the page, or "".
    `record` means that `text` was composed from database fields, so its wording does not occur on the page.
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
    """The outcome of a query. Only EMPTY means that the engine searched and found nothing (R5)."""

    OK = "ok"
    EMPTY = "empty"
    BLOCKED = "blocked"
    TIMEOUT = "timeout"
    FAILED = "failed"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOutcome:
    """One engine's response to one query."""

    engine: str
    query: SearchQuery
    status: SearchStatus
    results: tuple[SearchResult, ...] = ()
    detail: str = ""
    elapsed_ms: float = 0.0
