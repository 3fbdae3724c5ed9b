"""Semantic Scholar: an index of research (api.semanticscholar.org). All clients without a key share one rate limit."""

from __future__ import annotations

from collections.abc import Mapping

from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineFailed
from backend.search.engines.base import field, records
from backend.search.engines.http import EngineRequest, ask
from backend.search.engines.papers import Paper, asked_words, results

_FIELDS = "title,abstract,externalIds,publicationDate"


class SemanticScholar:
    """The Semantic Scholar engine; `base_url` defaults to https://api.semanticscholar.org and is replaced in tests."""

    name = "semantic_scholar"
    tiers = frozenset({SearchTier.BROAD})

    def __init__(self, *, base_url: str = "https://api.semanticscholar.org") -> None:
        self._url = f"{base_url.rstrip('/')}/graph/v1/paper/search"

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return papers whose abstract may be shown. Summaries are not requested, because they are written by a model."""
        # According to the API's documentation, hyphenated terms match nothing.
        words = " ".join(asked_words(query)).replace("-", " ")
        params = {"query": words, "limit": str(query.limit), "fields": _FIELDS}
        answer = ask(self.name, EngineRequest(url=self._url, params=params), timeout_s=timeout_s, stop=stop)
        if not isinstance(answer.get("data"), list) and answer.get("total") != 0:
            raise EngineFailed("semantic_scholar's answer has an unknown shape.", engine=self.name)
        rows = records(answer, "data")
        # An abstract is null if the publisher forbids showing it, and missing if the format has changed.
        # The publisher of a paper without a DOI or arXiv ID is unknown.
        shown = [row for row in rows if row.get("abstract", "") is not None and _has_known_publisher(row)]
        return results([_build_paper(row) for row in shown], query, self.name)


def _has_known_publisher(row: Mapping[str, object]) -> bool:
    """Return whether the paper has a DOI or an arXiv ID.

    Also return True for a row without the field `externalIds`, which means that the response format has changed.
    """
    ids = row.get("externalIds")
    return not isinstance(ids, Mapping) or "DOI" in ids or "ArXiv" in ids


def _build_paper(row: Mapping[str, object]) -> Paper:
    ids = row.get("externalIds")
    preprint = field(ids, "ArXiv")
    return Paper(
        title=field(row, "title"),
        abstract=field(row, "abstract"),
        doi=field(ids, "DOI") or (f"10.48550/arXiv.{preprint}" if preprint else ""),
        published=field(row, "publicationDate"),
    )
