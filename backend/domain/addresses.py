"""Decides whether a URL can be the address of an article (docs/design.md#addresses)."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, unquote, urlsplit

_ARTICLE_KEYS = frozenset(
    {"p", "id", "article", "articleid", "article_id", "story", "storyid", "newsid", "page_id", "aid"}
)
_INDEX_FILE = re.compile(r"^(index|default|home|main)\.(html?|php|aspx?|jsp|cfm)$")
_DATE_PART = re.compile(r"^(\d{4}|\d{1,2}|\d{4}-\d{2}(-\d{2})?)$")
_LISTS = frozenset({"tag", "tags", "category", "categories", "topic", "topics", "author", "authors", "search", "hub"})
_SECTION_WORDS = (
    "home index main default welcome news about contact search sitemap fact-check factcheck fact-checks fact_check"
    " technology tech politics sports sport entertainment business world national local opinion lifestyle health"
    " science athletic athletics culture travel climate environment education money markets finance economy weather"
    " video videos live latest archive us usa uk europe asia africa americas america middle-east middle_east australia"
    " asia-pacific latin-america canada china india en de fr es it english international"
)
_SECTIONS = frozenset(_SECTION_WORDS.split())


def is_article(url: str) -> bool:
    """Return False for home pages, section pages, date archives and lists of articles."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    if any(key.lower() in _ARTICLE_KEYS and value for key, value in parse_qsl(parts.query)):
        return True
    segments = [unquote(segment).lower() for segment in parts.path.split("/") if segment]
    if segments and _INDEX_FILE.match(segments[-1]):
        segments.pop()
    if not segments or segments[0] in _LISTS:
        return False
    if all(segment in _SECTIONS or _DATE_PART.match(segment) for segment in segments):
        return False
    return not (
        len(segments) == 2 and parts.path.endswith("/") and segments[0] in _SECTIONS and _is_short_segment(segments[1])
    )


def _is_short_segment(segment: str) -> bool:
    """Return whether a path segment is too short to name an article: at most 5 letters or digits."""
    return len(segment.replace("-", "").replace("_", "")) <= 5
