"""GDELT: an index of worldwide online news since 2017 (blog.gdeltproject.org/gdelt-doc-2-0-api-debuts)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta

from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineFailed
from backend.search.engines.base import build_result, field, records, usable_results
from backend.search.engines.http import EngineRequest, fetch, parse
from backend.search.plan import content_words

MAX_WORDS = 5
"""The maximum number of words per query. The limit is low because GDELT requires all words to occur."""
MIN_LETTERS = 3
"""The minimum length of a word; GDELT rejects shorter words."""
FIRST_YEAR = 2017
MONTHS_DAYS = 91
"""Three months, in days."""
_ESCAPE = re.compile(rb'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})?')
_CONTROL = re.compile(rb"[\x00-\x1f]+")
_SEEN_DATE = re.compile(r"^(\d{4})(\d{2})(\d{2})T\d{6}Z$")
_YEAR = re.compile(r"(?<!\d)20[1-4]\d(?!\d)")
_LANGUAGES = {
    "en": "english", "de": "german", "fr": "french", "es": "spanish", "it": "italian", "pt": "portuguese", "nl": "dutch",
}  # fmt: skip


class Gdelt:
    """The GDELT engine; `base_url` defaults to https://api.gdeltproject.org and is replaced in tests."""

    name = "gdelt"
    tiers = frozenset({SearchTier.BROAD})

    def __init__(self, *, base_url: str = "https://api.gdeltproject.org") -> None:
        self._url = f"{base_url.rstrip('/')}/api/v2/doc/doc"

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return articles without their text, from the year in the query or else from a period of three months."""
        words = _search_words(query)
        if not words:
            return ()
        question = EngineRequest(url=self._url, params=_parameters(query, words))
        body = fetch(self.name, question, timeout_s=timeout_s, stop=stop)
        answer = parse(self.name, _repair_json(body))
        if answer and not isinstance(answer.get("articles"), list):
            raise EngineFailed("gdelt's answer has an unknown shape.", engine=self.name)
        return usable_results(
            [self._article_result(query, row) for row in records(answer, "articles")], query, self.name
        )

    def _article_result(self, query: SearchQuery, row: Mapping[str, object]) -> SearchResult | None:
        seen = _SEEN_DATE.match(field(row, "seendate"))
        published = "-".join(seen.groups()) if seen else ""
        return build_result(
            query, self.name, {"url": field(row, "url"), "title": field(row, "title"), "published": published}
        )


def _repair_json(body: bytes) -> bytes:
    """Escape stray backslashes and replace control characters in the JSON; both occur in headlines."""
    return _CONTROL.sub(b" ", _ESCAPE.sub(lambda m: m.group() if len(m.group()) > 1 else rb"\\", body))


def _search_words(query: SearchQuery) -> tuple[str, ...]:
    """Return the words to search for, without years: a year determines the period and rarely occurs in headlines."""
    words = [word for word in content_words(query.text, query.language) if len(word) >= MIN_LETTERS]
    return tuple(word if word.isalnum() else f'"{word}"' for word in words if not _YEAR.fullmatch(word))[:MAX_WORDS]


def _parameters(query: SearchQuery, words: tuple[str, ...]) -> dict[str, str]:
    language = _LANGUAGES.get(query.language.split("-", maxsplit=1)[0])
    params = {
        "query": " ".join([*words, *([f"sourcelang:{language}"] if language else [])]),
        "mode": "artlist",
        "format": "json",
        "maxrecords": str(query.limit),
        "sort": "hybridrel",
    }
    return {**params, **_period(query)}


def _period(query: SearchQuery) -> dict[str, str]:
    """Return the URL parameters for the period to search.

    The period is the year in the query, the three months before `query.until` or the last three months, in this order
    of preference.
    """
    years = {int(year) for year in _YEAR.findall(query.text)}
    latest = query.until.replace("-", "")
    if len(years) == 1 and min(years) >= FIRST_YEAR:
        year = min(years)
        end = min(f"{year}1231", latest) if latest >= f"{year}0101" else f"{year}1231"
        return {"startdatetime": f"{year}0101000000", "enddatetime": f"{end}235959"}
    if latest[:4] >= str(FIRST_YEAR):
        begin = date.fromisoformat(query.until) - timedelta(days=MONTHS_DAYS)
        return {"startdatetime": f"{begin:%Y%m%d}000000", "enddatetime": f"{latest}235959"}
    return {"timespan": "3months"}
