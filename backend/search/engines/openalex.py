"""OpenAlex: an index of research in every field (developers.openalex.org).

Since February 2026, OpenAlex has granted each IP address a daily allowance of about 100 searches without a key, and has
ignored the e-mail address. When the allowance is used up, OpenAlex responds with 429 and the time until midnight, and
the breaker pauses the engine until then.
"""

from __future__ import annotations

from collections.abc import Mapping

from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineFailed
from backend.search.engines.base import field, records
from backend.search.engines.http import EngineRequest, ask
from backend.search.engines.papers import Paper, any_of, asked_words, results

MAX_POSITION = 20_000
"""Words of an abstract at this position or beyond are ignored."""
_SELECT = "id,doi,display_name,publication_date,abstract_inverted_index,is_retracted"


class OpenAlex:
    """The OpenAlex engine; `base_url` defaults to https://api.openalex.org and is replaced in tests."""

    name = "openalex"
    tiers = frozenset({SearchTier.BROAD})

    def __init__(self, *, base_url: str = "https://api.openalex.org") -> None:
        self._url = f"{base_url.rstrip('/')}/works"

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return works that have an abstract, most relevant first; the abstract is rebuilt from its inverted index."""
        params = {
            "search": any_of(asked_words(query)),
            "filter": "has_abstract:true,is_retracted:false",
            "per_page": str(query.limit),
            "select": _SELECT,
        }
        answer = ask(self.name, EngineRequest(url=self._url, params=params), timeout_s=timeout_s, stop=stop)
        if not isinstance(answer.get("results"), list):
            raise EngineFailed("openalex's answer has an unknown shape.", engine=self.name)
        return results([_build_paper(row) for row in records(answer, "results")], query, self.name)


def _build_paper(row: Mapping[str, object]) -> Paper:
    return Paper(
        title=field(row, "display_name"),
        abstract=from_inverted_index(row.get("abstract_inverted_index")),
        doi=field(row, "doi"),
        page=field(row, "id"),
        published=field(row, "publication_date"),
        retracted=row.get("is_retracted") is True,
    )


def from_inverted_index(index: object) -> str:
    """Rebuild the text from an index such as {"Vaccines": [0], "are": [1, 4]}; return "" if `index` is not a mapping."""
    if not isinstance(index, Mapping):
        return ""
    words = {
        position: word
        for word, positions in index.items()
        if isinstance(positions, list)
        for position in positions
        if isinstance(position, int) and 0 <= position < MAX_POSITION
    }
    return " ".join(str(words[position]) for position in sorted(words))
