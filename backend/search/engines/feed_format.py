"""Parses RSS 0.9 to 2.0, RDF and Atom feeds, without entities, DTDs or network access."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

from lxml import etree

from backend.errors import EngineFailed
from backend.search.engines.base import MAX_SNIPPET, MAX_TITLE, is_web_address, plain
from backend.search.engines.http import format_error

MAX_ENTRIES = 200
"""The maximum number of entries to read from one feed."""
_ENTITY = re.compile(rb"<!ENTITY", re.IGNORECASE)
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_ROOTS = frozenset({"rss", "RDF", "feed"})
_ENDS = ("</rss>", "</feed>", "</rdf:RDF>", "</RDF>")
_MAX_AHEAD = timedelta(days=1)
"""How far in the future a date may lie, to allow for time zones further east."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedEntry:
    """One article: its URL, its title and summary as plain text, and its UTC date in ISO format ("" if unknown)."""

    url: str
    title: str
    summary: str
    published: str


def entries(engine: str, body: bytes, charset: str, now: datetime) -> tuple[FeedEntry, ...]:
    """Return at most 200 articles in the order of the feed.

    Raises EngineBlocked for a CAPTCHA page. Raises EngineFailed for any other content, and for a feed without a usable
    entry, which means that the format has changed.
    """
    root = _parse_root(engine, body, charset)
    rows = [item for item in root.iter() if _local_name(item) in ("item", "entry")][:MAX_ENTRIES]
    found = [entry for row in rows if (entry := _parse_entry(row, now)) is not None]
    if rows and not found:
        raise EngineFailed(f"{engine}'s results cannot be read.", engine=engine)
    return tuple(found)


def _parse_root(engine: str, body: bytes, charset: str) -> Any:
    if _ENTITY.search(body):
        raise EngineFailed(f"{engine}: a feed that declares entities is not read.", engine=engine)
    try:
        root = etree.fromstring(body, _parser(recover=False))
    except (etree.XMLSyntaxError, ValueError):
        root = _parse_leniently(body, charset)
    if root is None or _local_name(root) not in _ROOTS:
        raise format_error(engine, body, "a feed's format")
    return root


def _parse_leniently(body: bytes, charset: str) -> Any:
    """Parse a complete feed despite stray characters or a wrong charset; return None if the feed is truncated."""
    try:
        text = body.decode(charset or "utf-8", "replace")
    except LookupError:
        text = body.decode("utf-8", "replace")
    text = _DECLARATION.sub("", text.lstrip("\ufeff")).replace("\x00", "")
    if not text.rstrip().endswith(_ENDS):
        return None
    try:
        return etree.fromstring(text.encode(), _parser(recover=True))
    except (etree.XMLSyntaxError, ValueError):
        return None


def _parser(*, recover: bool) -> Any:
    return etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=recover, remove_comments=True
    )


def _local_name(element: Any) -> str:
    """Return the tag without its namespace, or "" for a node that is not an element."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _parse_entry(row: Any, now: datetime) -> FeedEntry | None:
    texts: dict[str, str] = {}
    for child in row:
        texts.setdefault(_local_name(child), "".join(child.itertext()).strip())
    url = next((link for link in _candidate_links(row) if is_web_address(link)), "")
    title = plain(texts.get("title", ""), MAX_TITLE)
    summary = plain(texts.get("description") or texts.get("summary") or texts.get("content", ""), MAX_SNIPPET)
    if not url or not (title or summary):
        return None
    stamp = next((texts[name] for name in ("pubDate", "published", "date", "updated") if texts.get(name)), "")
    return FeedEntry(url=url, title=title, summary=summary, published=day_of(stamp, now))


def _candidate_links(row: Any) -> Iterator[str]:
    """Yield the possible URLs of an entry: the text (RSS) or `href` (Atom) of a link, or a guid that is a permalink."""
    for child in row:
        if _local_name(child) == "link":
            if child.get("rel", "alternate") == "alternate":
                yield (child.get("href") or child.text or "").strip()
        elif _local_name(child) == "guid" and child.get("isPermaLink", "true") == "true":
            yield (child.text or "").strip()


def day_of(stamp: str, now: datetime) -> str:
    """Return the UTC date of an RFC 2822 or ISO 8601 timestamp, or "" if the stamp is malformed or in the future."""
    moment = _parse_time(stamp)
    if moment is None or moment > now + _MAX_AHEAD:
        return ""
    return moment.date().isoformat()


def _parse_time(stamp: str) -> datetime | None:
    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            found = parse(stamp)
            return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
    try:
        return datetime.combine(date.fromisoformat(stamp[:10]), datetime.min.time(), UTC)
    except ValueError:
        return None
