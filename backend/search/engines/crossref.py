"""Crossref: the DOI registry, with the abstracts that publishers deposit (api.crossref.org)."""

from __future__ import annotations

from collections.abc import Mapping

from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineFailed
from backend.search.engines.base import field, records
from backend.search.engines.http import EngineRequest, ask
from backend.search.engines.papers import Paper, asked_words, results

_WITHDRAWING = frozenset({"retraction", "withdrawal", "removal", "partial_retraction"})


class Crossref:
    """The Crossref engine; `base_url` defaults to https://api.crossref.org and is replaced in tests.

    `contact` is an e-mail address. If it is given, queries go to the "polite" servers, as Crossref requests.
    """

    name = "crossref"
    tiers = frozenset({SearchTier.BROAD})

    def __init__(self, *, base_url: str = "https://api.crossref.org", contact: str = "") -> None:
        self._url = f"{base_url.rstrip('/')}/works"
        self._contact = contact

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return works that have an abstract, most relevant first, without retracted works or retraction notices."""
        params = {
            "query.bibliographic": " ".join(asked_words(query)),
            "filter": "has-abstract:true",
            "rows": str(query.limit),
        }
        if self._contact:
            params["mailto"] = self._contact
        answer = ask(self.name, EngineRequest(url=self._url, params=params), timeout_s=timeout_s, stop=stop)
        message = answer.get("message")
        if answer.get("status") != "ok" or not isinstance(message, Mapping):
            raise EngineFailed("crossref's answer has an unknown shape.", engine=self.name)
        if not isinstance(message.get("items"), list):
            raise EngineFailed("crossref's answer has an unknown shape.", engine=self.name)
        return results([_build_paper(row) for row in records(message, "items")], query, self.name)


def _build_paper(row: Mapping[str, object]) -> Paper:
    titles = row.get("title")
    updates = (*records(row, "updated-by"), *records(row, "update-to"))
    return Paper(
        title=str(titles[0]) if isinstance(titles, list) and titles else "",
        abstract=field(row, "abstract"),
        doi=field(row, "DOI"),
        published=_iso_date(row.get("published")),
        retracted=any(field(update, "type") in _WITHDRAWING for update in updates),
    )


def _iso_date(value: object) -> str:
    """Convert {"date-parts": [[2020, 3, 12]]} to 2020-03-12; return "" if the month or day is unknown."""
    parts = value.get("date-parts") if isinstance(value, Mapping) else None
    first = parts[0] if isinstance(parts, list) and parts else None
    if not isinstance(first, list) or len(first) != 3 or not all(isinstance(part, int) for part in first):
        return ""
    return f"{first[0]:04d}-{first[1]:02d}-{first[2]:02d}"
