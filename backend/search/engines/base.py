"""Helpers shared by all engines for parsing responses of unknown shape and building results from them."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from backend.domain.hygiene import cut_at_word, one_line
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import EngineFailed

ALL_TIERS = frozenset({SearchTier.TRUSTED, SearchTier.FACT_CHECK, SearchTier.BROAD})
CONNECT_S = 2.0
"""The time limit, in seconds, for DNS lookup and connection. It is short, so that a missing internet connection is
noticed quickly."""
MAX_TITLE = 500
"""Maximum length of a title, in characters (docs/design.md#queries)."""
MAX_SNIPPET = 1_000
"""Maximum length of a snippet, in characters (docs/design.md#queries)."""
MAX_RETRY_AFTER_S = 24 * 3600.0

_TAG = re.compile(r"</?[a-zA-Z][^>]{0,200}>")
_ISO_DATE = re.compile(r"^\d{4}-\d{2}-\d{2}")
_CAPTCHA = re.compile(
    r"captcha|are you (?:a robot|human)|unusual traffic|anomaly-modal|challenge-form|cf-challenge|just a moment\.\.\.",
    re.IGNORECASE,
)


def is_captcha_page(text: str) -> bool:
    """Return whether a page is a CAPTCHA or another bot check."""
    return _CAPTCHA.search(text[:200_000]) is not None


def plain(text: str, limit: int) -> str:
    """Return the text on one line, with entities decoded, tags and invisible characters removed, truncated at a word boundary."""
    return cut_at_word(one_line(html.unescape(_TAG.sub("", text))), limit)


def field(record: object, key: str) -> str:
    """Return `record[key]` if the value is a string, else ""."""
    value = record.get(key) if isinstance(record, Mapping) else None
    return value if isinstance(value, str) else ""


def records(record: object, key: str) -> tuple[Mapping[str, object], ...]:
    """Return the mappings in the list `record[key]`, ignoring all other items."""
    value = record.get(key) if isinstance(record, Mapping) else None
    return tuple(item for item in value if isinstance(item, Mapping)) if isinstance(value, list) else ()


def iso_date(text: str) -> str:
    """Return an ISO or RFC 2822 date as YYYY-MM-DD, or "" for any other text or a nonexistent date."""
    try:
        match = _ISO_DATE.match(text)
        if match:
            return date.fromisoformat(match.group()).isoformat()
        return parsedate_to_datetime(text).date().isoformat()
    except (ValueError, TypeError, IndexError):
        return ""


def retry_after(value: str, now: datetime) -> float | None:
    """Parse a Retry-After header (RFC 9110 §10.2.3: seconds or a date).

    Return the waiting time in seconds, limited to 0..24 hours, or None if the header is malformed.
    """
    try:
        seconds = float(value) if value.strip().isdigit() else (parsedate_to_datetime(value) - now).total_seconds()
    except (ValueError, TypeError):
        return None
    return min(max(seconds, 0.0), MAX_RETRY_AFTER_S)


def is_web_address(url: str) -> bool:
    """Return whether `url` is an http(s) URL with a host and no control characters, which a terminal would interpret."""
    if not url.isprintable() or " " in url:
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False


def build_result(query: SearchQuery, engine: str, record: Mapping[str, str]) -> SearchResult | None:
    """Build a result from the keys `url`, `title`, `snippet`, `published` and `review` of a record.

    Return None if the record has no valid URL, or neither a title nor a snippet.
    """
    url = record.get("url", "").strip()
    title, snippet = plain(record.get("title", ""), MAX_TITLE), plain(record.get("snippet", ""), MAX_SNIPPET)
    if not is_web_address(url) or not (title or snippet):
        return None
    return SearchResult(
        url=url,
        title=title,
        snippet=snippet,
        engine=engine,
        tier=query.tier,
        published=iso_date(record.get("published", "")),
        review=plain(record.get("review", ""), MAX_TITLE),
    )


def usable_results(results: list[SearchResult | None], query: SearchQuery, engine: str) -> tuple[SearchResult, ...]:
    """Return at most `query.limit` valid results.

    Raises EngineFailed if there are rows but none of them is usable, because then the format has changed. That case
    must not look like an empty result.
    """
    usable = tuple(result for result in results if result is not None)
    if results and not usable:
        raise EngineFailed(f"{engine}'s results cannot be read.", engine=engine)
    return usable[: query.limit]
