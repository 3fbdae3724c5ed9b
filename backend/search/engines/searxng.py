"""Searches through a SearXNG instance with JSON output, usually the user's own."""

from __future__ import annotations

from collections.abc import Mapping

from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult
from backend.errors import EngineFailed
from backend.search.engines.base import ALL_TIERS, build_result, field, records, usable_results
from backend.search.engines.http import EngineRequest, ask

_EXPLAIN = {403: "SearXNG refuses JSON; add `json` under `search.formats` in its settings.yml."}


class SearxNG:
    """The SearXNG engine; `base_url` is the URL of the instance, e.g. http://127.0.0.1:8888."""

    name = "searxng"
    tiers = ALL_TIERS

    def __init__(self, *, base_url: str) -> None:
        self._base = base_url.rstrip("/")

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return the results of the instance's engines.

        Raises EngineFailed if there are no results and some of the instance's engines did not respond.
        """
        params = {"q": query.with_sites(), "format": "json", "language": _language_parameter(query), "safesearch": "0"}
        question = EngineRequest(url=f"{self._base}/search", params=params, explain=_EXPLAIN)
        answer = ask(self.name, question, timeout_s=timeout_s, stop=stop)
        if not isinstance(answer.get("results"), list):
            raise EngineFailed("searxng's answer has an unknown shape.", engine=self.name)
        results = usable_results([self._result(query, item) for item in records(answer, "results")], query, self.name)
        silent = _silent_engines(answer)
        if not results and silent:
            raise EngineFailed(f"SearXNG's own engines did not answer ({silent}).", engine=self.name)
        return results

    def _result(self, query: SearchQuery, item: Mapping[str, object]) -> SearchResult | None:
        return build_result(
            query,
            self.name,
            {
                "url": field(item, "url"),
                "title": field(item, "title"),
                "snippet": field(item, "content"),
                "published": field(item, "publishedDate"),
            },
        )


def _language_parameter(query: SearchQuery) -> str:
    return "all" if query.language in ("", "und") else query.language


def _silent_engines(answer: Mapping[str, object]) -> str:
    """Format [["brave", "timeout"], …] as "brave: timeout, …"; return "" if all engines responded."""
    pairs = answer.get("unresponsive_engines")
    if not isinstance(pairs, list):
        return ""
    return ", ".join(": ".join(str(part)[:40] for part in pair[:2]) for pair in pairs[:5] if isinstance(pair, list))
