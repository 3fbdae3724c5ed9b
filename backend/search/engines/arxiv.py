"""arXiv: preprints in physics, mathematics and computing, as an Atom feed (info.arxiv.org/help/api/user-manual.html)."""

from __future__ import annotations

import re

from lxml import etree

from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineFailed
from backend.search.engines.http import EngineRequest, fetch, format_error
from backend.search.engines.papers import Paper, asked_words, results

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_TOTAL = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"
_IDENTIFIER = re.compile(r"arxiv\.org/abs/([\w.\-]+(?:/\d+)?)")


class ArXiv:
    """The arXiv engine; `base_url` defaults to https://export.arxiv.org and is replaced in tests."""

    name = "arxiv"
    tiers = frozenset({SearchTier.BROAD})

    def __init__(self, *, base_url: str = "https://export.arxiv.org") -> None:
        self._url = f"{base_url.rstrip('/')}/api/query"

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return preprints, most relevant first, with the URL of the abstract page or the DOI link of the journal article."""
        params = {
            "search_query": " OR ".join(f'all:"{word}"' for word in asked_words(query)),
            "start": "0",
            "max_results": str(query.limit),
            "sortBy": "relevance",
        }
        question = EngineRequest(url=self._url, params=params, headers={"Accept": "application/atom+xml"})
        feed = _parse_feed(self.name, fetch(self.name, question, timeout_s=timeout_s, stop=stop))
        return results([self._build_paper(entry) for entry in feed.iterfind(f"{_ATOM}entry")], query, self.name)

    def _build_paper(self, entry: etree._Element) -> Paper:
        identifier = _child_text(entry, "id")
        if "/api/errors" in identifier:
            raise EngineFailed("arxiv reports an error.", engine=self.name)
        match = _IDENTIFIER.search(identifier)
        preprint = f"10.48550/arXiv.{match.group(1)}" if match else ""
        return Paper(
            title=_child_text(entry, "title"),
            abstract=_child_text(entry, "summary"),
            doi=(entry.findtext(f"{_ARXIV}doi") or "").strip() or preprint,
            published=_child_text(entry, "published"),
            retracted="this paper has been withdrawn" in _child_text(entry, "summary").lower()[:200],
        )


def _parse_feed(engine: str, body: bytes) -> etree._Element:
    """Return the parsed feed, without resolving entities or loading DTDs. Raises EngineBlocked or EngineFailed."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        feed = etree.fromstring(body, parser)
    except etree.XMLSyntaxError as error:
        raise format_error(engine, body, "Atom") from error
    if feed.tag != f"{_ATOM}feed" or feed.find(_TOTAL) is None:
        raise format_error(engine, body, "Atom")
    return feed


def _child_text(entry: etree._Element, name: str) -> str:
    return (entry.findtext(f"{_ATOM}{name}") or "").strip()
