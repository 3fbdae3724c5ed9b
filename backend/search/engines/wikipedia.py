"""Wikipedia: full-text search in the query's language, with the introduction of each article."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineFailed
from backend.search.engines.base import build_result, field, usable_results
from backend.search.engines.http import EngineRequest, ask
from backend.search.engines.mediawiki import raise_for_error
from backend.search.plan import content_words

MAX_WORDS = 8


class Wikipedia:
    """The Wikipedia engine; `base_url` is the URL of a MediaWiki site, or "" for <language>.wikipedia.org."""

    name = "wikipedia"
    tiers = frozenset({SearchTier.BROAD})

    def __init__(self, *, base_url: str = "") -> None:
        self._base = base_url.rstrip("/")

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return the articles found, with their introductions as snippets."""
        base = self._base or f"https://{_edition_code(query.language)}.wikipedia.org"
        answer = ask(
            self.name, EngineRequest(url=f"{base}/w/api.php", params=_parameters(query)), timeout_s=timeout_s, stop=stop
        )
        raise_for_error(self.name, answer)
        if "query" not in answer and "batchcomplete" not in answer:
            raise EngineFailed("wikipedia's answer has an unknown shape.", engine=self.name)
        inner = answer.get("query", {"pages": []})
        pages = inner.get("pages") if isinstance(inner, Mapping) else None
        if not isinstance(pages, list):
            raise EngineFailed("wikipedia's answer has an unknown shape.", engine=self.name)
        ordered = sorted((page for page in pages if isinstance(page, Mapping)), key=_search_rank)
        return usable_results([self._result(query, base, page) for page in ordered], query, self.name)

    def _result(self, query: SearchQuery, base: str, page: Mapping[str, object]) -> SearchResult | None:
        title = field(page, "title")
        url = field(page, "fullurl") or f"{base}/wiki/{quote(title.replace(' ', '_'))}"
        return build_result(query, self.name, {"url": url, "title": title, "snippet": field(page, "extract")})


def _edition_code(language: str) -> str:
    code = language.split("-", maxsplit=1)[0].lower()
    return code if code.isascii() and code.isalpha() and 2 <= len(code) <= 3 and code != "und" else "en"


def _parameters(query: SearchQuery) -> dict[str, str]:
    # Without OR, the search requires every word, and hardly any page contains every word of a claim.
    words = content_words(query.text, query.language)[:MAX_WORDS]
    return {
        "action": "query",
        "format": "json",
        "formatversion": "2",
        "generator": "search",
        "gsrsearch": " OR ".join(words) or query.text,
        "gsrlimit": str(min(query.limit, 20)),
        "prop": "extracts|info",
        "exintro": "1",
        "explaintext": "1",
        "exlimit": "max",
        "inprop": "url",
    }


def _search_rank(page: Mapping[str, object]) -> int:
    index = page.get("index")
    return index if isinstance(index, int) else 10_000
