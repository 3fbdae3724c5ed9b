"""Tavily's search, for those who have a key."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import SecretStr

from backend.domain.hygiene import cut_at_word
from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult
from backend.errors import EngineFailed
from backend.search.engines.base import ALL_TIERS, field, first, found, records
from backend.search.engines.http import Question, ask

MAX_QUERY = 400
"""Characters that Tavily accepts."""
_EXPLAIN = {
    401: "Tavily does not accept the key.",
    432: "The key's plan at Tavily is used up.",
    433: "The limit set for the key at Tavily is reached.",
}


class Tavily:
    """`base_url` is https://api.tavily.com unless a test says otherwise."""

    name = "tavily"
    tiers = ALL_TIERS

    def __init__(self, *, key: SecretStr, base_url: str) -> None:
        self._key = key
        self._url = f"{base_url.rstrip('/')}/search"

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Basic depth, as document 001 asks; sites go into `include_domains` instead of operators."""
        payload: dict[str, object] = {
            "query": cut_at_word(query.text, MAX_QUERY),
            "search_depth": "basic",
            "max_results": min(query.limit, 20),
        }
        if query.sites:
            payload["include_domains"] = list(query.sites)
        headers = {"Authorization": f"Bearer {self._key.get_secret_value()}"}
        question = Question(url=self._url, headers=headers, payload=payload, explain=_EXPLAIN)
        answer = ask(self.name, question, timeout_s=timeout_s, stop=stop)
        if not isinstance(answer.get("results"), list):
            raise EngineFailed("tavily's answer has an unknown shape.", engine=self.name)
        return first([self._result(query, item) for item in records(answer, "results")], query, self.name)

    def _result(self, query: SearchQuery, item: Mapping[str, object]) -> SearchResult | None:
        return found(
            query,
            self.name,
            {
                "url": field(item, "url"),
                "title": field(item, "title"),
                "snippet": field(item, "content"),
                "published": field(item, "published_date"),
            },
        )
