"""Google Fact Check Tools: published fact-checks with their ratings."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import SecretStr

from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineFailed
from backend.search.engines.base import build_result, field, records, usable_results
from backend.search.engines.http import EngineRequest, ask

_EXPLAIN = {
    400: "Google Fact Check Tools does not accept the key or the question.",
    401: "Google Fact Check Tools does not accept the key.",
}


class GoogleFactCheck:
    """The Google Fact Check engine; `base_url` defaults to https://factchecktools.googleapis.com and is replaced in tests."""

    name = "google_fact_check"
    tiers = frozenset({SearchTier.FACT_CHECK})

    def __init__(self, *, key: SecretStr, base_url: str) -> None:
        self._key = key
        self._url = f"{base_url.rstrip('/')}/v1alpha1/claims:search"

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return one result per published review; `snippet` is the reviewed claim and `review` is the rating.

        The key is sent in a header, never in the URL.
        """
        params = {"query": query.text.replace('"', ""), "pageSize": str(query.limit)}
        if query.language not in ("", "und"):
            params["languageCode"] = query.language
        headers = {"X-Goog-Api-Key": self._key.get_secret_value()}
        question = EngineRequest(url=self._url, params=params, headers=headers, explain=_EXPLAIN)
        answer = ask(self.name, question, timeout_s=timeout_s, stop=stop)
        if answer and not isinstance(answer.get("claims"), list):
            raise EngineFailed("google_fact_check's answer has an unknown shape.", engine=self.name)
        reviews = [
            self._review_result(query, claim, review)
            for claim in records(answer, "claims")
            for review in records(claim, "claimReview")
        ]
        return usable_results(reviews, query, self.name)

    def _review_result(
        self, query: SearchQuery, claim: Mapping[str, object], review: Mapping[str, object]
    ) -> SearchResult | None:
        rating = field(review, "textualRating")
        if not rating:
            return None
        return build_result(
            query,
            self.name,
            {
                "url": field(review, "url"),
                "title": field(review, "title") or field(claim, "text"),
                "snippet": field(claim, "text"),
                "published": field(review, "reviewDate"),
                "review": rating,
            },
        )
