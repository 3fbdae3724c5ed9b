"""Tavily: a web search engine that needs the user's API key."""

from __future__ import annotations

import time
from collections.abc import Mapping

from pydantic import SecretStr

from backend.domain.hygiene import cut_at_word
from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult
from backend.errors import EngineFailed
from backend.search.engines.base import ALL_TIERS, build_result, field, records, usable_results
from backend.search.engines.http import EngineRequest, ask

MAX_QUERY = 400
"""The maximum length of a query, in characters, that Tavily accepts."""
FEW, WEAK = 2, 0.2
"""If there are fewer than `FEW` news results, or the best score is below `WEAK`, the whole index is searched as well
(docs/design.md#acquisition)."""
_EXPLAIN = {
    401: "Tavily does not accept the key.",
    432: "The key's plan at Tavily is used up.",
    433: "The limit set for the key at Tavily is reached.",
}


class Tavily:
    """The Tavily engine; `base_url` defaults to https://api.tavily.com and is replaced in tests."""

    name = "tavily"
    tiers = ALL_TIERS

    def __init__(self, *, key: SecretStr, base_url: str) -> None:
        self._key = key
        self._url = f"{base_url.rstrip('/')}/search"

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Search at the requested depth; sites are sent in `include_domains`, not as search operators.

        For current events, news is searched first, and the whole index is searched as well if there is little news.
        """
        until = time.monotonic() + timeout_s
        topics = ("news", "general") if query.recent else ("general",)
        results, best = self._ask(query, topics[0], timeout_s, stop)
        left = until - time.monotonic()
        if len(topics) > 1 and (len(results) < FEW or best < WEAK) and left > 0:
            others, other = self._ask(query, topics[1], left, stop)
            if others and (not results or other > best):
                return others
        return results

    def _ask(
        self, query: SearchQuery, topic: str, timeout_s: float, stop: Stop
    ) -> tuple[tuple[SearchResult, ...], float]:
        """Return the results for one topic, and the highest of Tavily's scores, 0..1."""
        headers = {"Authorization": f"Bearer {self._key.get_secret_value()}"}
        question = EngineRequest(url=self._url, headers=headers, payload=_payload(query, topic), explain=_EXPLAIN)
        answer = ask(self.name, question, timeout_s=timeout_s, stop=stop)
        if not isinstance(answer.get("results"), list):
            raise EngineFailed("tavily's answer has an unknown shape.", engine=self.name)
        rows = records(answer, "results")
        best = max((_score(row.get("score")) for row in rows), default=0.0)
        return usable_results([self._result(query, row) for row in rows], query, self.name), best

    def _result(self, query: SearchQuery, item: Mapping[str, object]) -> SearchResult | None:
        return build_result(
            query,
            self.name,
            {
                "url": field(item, "url"),
                "title": field(item, "title"),
                "snippet": field(item, "content"),
                "published": field(item, "published_date"),
            },
        )


def _payload(query: SearchQuery, topic: str) -> dict[str, object]:
    payload: dict[str, object] = {
        "query": cut_at_word(query.text, MAX_QUERY),
        "search_depth": query.depth.value,
        "topic": topic,
        "max_results": min(query.limit, 20),
    }
    if query.sites:
        payload["include_domains"] = list(query.sites)
    if query.until:
        payload["end_date"] = query.until
    return payload


def _score(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
