"""Europe PMC: abstracts in the life sciences, including all of PubMed (europepmc.org/RestfulWebService)."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineFailed
from backend.search.engines.base import field, records
from backend.search.engines.http import EngineRequest, ask
from backend.search.engines.papers import Paper, any_of, asked_words, results

_RETRACTED = "retracted publication"


class EuropePMC:
    """The Europe PMC engine; `base_url` defaults to https://www.ebi.ac.uk/europepmc/webservices/rest and is replaced in tests."""

    name = "europepmc"
    tiers = frozenset({SearchTier.BROAD})

    def __init__(self, *, base_url: str = "https://www.ebi.ac.uk/europepmc/webservices/rest") -> None:
        self._url = f"{base_url.rstrip('/')}/search"

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return papers with any of the query's words in the title or abstract, most relevant first.

        The `text` of a result is the abstract.
        """
        words = any_of(asked_words(query))
        params = {
            "query": f'(TITLE:({words}) OR ABSTRACT:({words})) AND HAS_ABSTRACT:Y NOT PUB_TYPE:"{_RETRACTED}"',
            "resultType": "core",
            "format": "json",
            "pageSize": str(query.limit),
        }
        answer = ask(self.name, EngineRequest(url=self._url, params=params), timeout_s=timeout_s, stop=stop)
        if "errCode" in answer or "errMsg" in answer:
            raise EngineFailed("europepmc reports an error.", engine=self.name)
        listed = answer.get("resultList")
        if not isinstance(listed, Mapping) or not isinstance(listed.get("result"), list):
            raise EngineFailed("europepmc's answer has an unknown shape.", engine=self.name)
        return results([_build_paper(row) for row in records(listed, "result")], query, self.name)


def _build_paper(row: Mapping[str, object]) -> Paper:
    source, article_id = field(row, "source"), field(row, "id")
    kinds = row.get("pubTypeList")
    listed = kinds.get("pubType") if isinstance(kinds, Mapping) else None
    return Paper(
        title=field(row, "title"),
        abstract=field(row, "abstractText"),
        doi=field(row, "doi"),
        page=f"https://europepmc.org/article/{quote(source)}/{quote(article_id)}" if source and article_id else "",
        published=field(row, "firstPublicationDate"),
        retracted=isinstance(listed, list) and any(str(kind).lower() == _RETRACTED for kind in listed),
    )
