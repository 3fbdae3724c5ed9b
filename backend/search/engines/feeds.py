"""Searches the newest articles in the feeds of trusted outlets. The search is local: no query leaves the machine."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from backend.domain.patience import Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.domain.text import content_stems, recall
from backend.errors import Cancelled, EngineBlocked, EngineError, EngineFailed, EngineTimeout
from backend.search.engines.base import build_result
from backend.search.engines.feed_format import FeedEntry, entries
from backend.search.engines.http import EngineRequest, fetch_reply

FEEDS_FILE = Path(__file__).parents[1] / "data" / "feeds.json"
FRESH_S = 600.0
"""The minimum interval between two fetches of a feed, in seconds."""
LONGEST_PAUSE_S = 6 * 3600.0
"""The maximum interval, in seconds, between two fetches of a feed that fails repeatedly."""
LEAST_SHARE = 0.5
"""The minimum share of the query's content words that the headline and summary must contain."""
LEAST_WORDS = 2
"""The minimum number of the query's content words that the headline and summary must contain."""
AT_ONCE = 8
REDIRECTS = 3
"""The maximum number of redirects to follow. Redirects are needed because outlets move their feeds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """A public feed of one outlet in one language."""

    outlet: str
    language: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _FeedState:
    """The state of a feed. `again` is the earliest time for the next fetch, on the engine's clock."""

    entries: tuple[FeedEntry, ...] = ()
    etag: str = ""
    modified: str = ""
    again: float = 0.0
    failures: int = 0
    error: EngineError | None = None


@cache
def all_feeds() -> tuple[Feed, ...]:
    """Return the bundled list of feeds."""
    return tuple(Feed(**row) for row in json.loads(FEEDS_FILE.read_text(encoding="utf-8")))


class Feeds:
    """The engine for feeds. Thread-safe.

    With a `base_url` (for tests), every feed is fetched from `base_url/OUTLET.xml`.
    """

    name = "feeds"
    tiers = frozenset({SearchTier.BROAD})

    def __init__(
        self,
        *,
        base_url: str = "",
        feeds: Sequence[Feed] | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        known = all_feeds() if feeds is None else feeds
        base = base_url.rstrip("/")
        self._feeds = tuple(replace(feed, url=f"{base}/{feed.outlet}.xml") for feed in known) if base else tuple(known)
        self._clock = clock
        self._now = now
        self._lock = threading.Lock()
        self._known: dict[str, _FeedState] = {}

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return articles whose headline and summary contain at least half of the query's content words, best matches first."""
        word_count = len(content_stems(query.text))
        scored: list[tuple[float, str, FeedEntry]] = []
        for entry in self._current_entries(_primary_language(query.language), timeout_s, stop):
            share = recall(query.text, f"{entry.title} {entry.summary}")
            enough = share >= LEAST_SHARE and round(share * word_count) >= min(LEAST_WORDS, word_count)
            if enough and not (query.until and entry.published > query.until):
                scored.append((share, entry.published, entry))
        best = sorted(scored, key=lambda row: row[1], reverse=True)
        best.sort(key=lambda row: -row[0])
        return self._build_results(query, [entry for _, _, entry in best])

    def latest(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        """Return the newest articles of all feeds in the query's language, on any topic.

        Raises the same errors as `search`.
        """
        newest = sorted(
            self._current_entries(_primary_language(query.language), timeout_s, stop),
            key=lambda entry: entry.published,
            reverse=True,
        )
        return self._build_results(query, newest)

    def _build_results(self, query: SearchQuery, chosen: Sequence[FeedEntry]) -> tuple[SearchResult, ...]:
        rows = [
            build_result(
                query, self.name, {"url": e.url, "title": e.title, "snippet": e.summary, "published": e.published}
            )
            for e in chosen
        ]
        return tuple(row for row in rows if row is not None)[: query.limit]

    def _current_entries(self, language: str, timeout_s: float, stop: Stop) -> tuple[FeedEntry, ...]:
        """Return the articles of every feed in the language, without duplicates.

        Raises the most frequent error if most feeds failed, because an empty result would then be misleading.
        """
        feeds = [feed for feed in self._feeds if feed.language == language]
        due = [feed for feed in feeds if self._clock() >= self._state_of(feed).again]
        if due:
            with ThreadPoolExecutor(max_workers=min(AT_ONCE, len(due)), thread_name_prefix="feed") as pool:
                until = self._clock() + timeout_s
                list(pool.map(lambda feed: self._refresh_feed(feed, until, stop), due))
        if stop():
            raise Cancelled
        states = [self._state_of(feed) for feed in feeds]
        errors = [state.error for state in states if state.error is not None]
        if errors and 2 * len(errors) > len(states):
            raise _most_frequent_error(errors)
        return tuple({entry.url: entry for state in states for entry in state.entries}.values())

    def _refresh_feed(self, feed: Feed, until: float, stop: Stop) -> None:
        known = self._state_of(feed)
        seconds = until - self._clock()
        try:
            if seconds <= 0 or stop():
                raise EngineTimeout("There was no time to read the feed.", engine=self.name)
            fresh = self._fetch_feed(feed, known, seconds, stop)
        except Cancelled:
            return
        except EngineError as error:
            pause = min(LONGEST_PAUSE_S, FRESH_S * 2.0 ** min(known.failures, 10))
            slow = isinstance(error, EngineTimeout)
            # A feed that was only slow may be fetched again immediately. Earlier articles are kept after any error.
            fresh = replace(
                known, again=self._clock() + (0.0 if slow else pause), failures=known.failures + 1, error=error
            )
        with self._lock:
            self._known[feed.url] = fresh

    def _fetch_feed(self, feed: Feed, known: _FeedState, seconds: float, stop: Stop) -> _FeedState:
        validators = {"If-None-Match": known.etag, "If-Modified-Since": known.modified}
        question = EngineRequest(
            url=feed.url,
            headers={"Accept": _ACCEPT, **{name: value for name, value in validators.items() if value}},
            answers=frozenset({304}) if any(validators.values()) else frozenset(),
            redirects=REDIRECTS,
        )
        reply = fetch_reply(self.name, question, timeout_s=seconds, stop=stop)
        again = self._clock() + FRESH_S
        if reply.unchanged:
            return replace(known, again=again, failures=0, error=None)
        read = entries(self.name, reply.body, reply.charset, self._now())
        return _FeedState(entries=read, etag=reply.etag, modified=reply.modified, again=again)

    def _state_of(self, feed: Feed) -> _FeedState:
        with self._lock:
            return self._known.get(feed.url, _NEVER_FETCHED)


_NEVER_FETCHED = _FeedState()
_ACCEPT = "application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8"
_KINDS: Mapping[type[EngineError], int] = {EngineBlocked: 0, EngineFailed: 1, EngineTimeout: 2}


def _primary_language(tag: str) -> str:
    return tag.split("-", maxsplit=1)[0].lower()


def _most_frequent_error(errors: Sequence[EngineError]) -> EngineError:
    """Return the most frequent error; on a tie, refusals take precedence over failures, and failures over timeouts."""
    kinds = [type(error) for error in errors]
    common = max(set(kinds), key=lambda kind: (kinds.count(kind), -_KINDS.get(kind, 3)))
    return next(error for error in errors if type(error) is common)
