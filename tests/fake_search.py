"""Scripted search engines and page fetchers that satisfy the same contracts as the real ones."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence

from backend.domain.article import FetchedPage
from backend.domain.patience import POLL_S, Stop, never
from backend.domain.search import SearchQuery, SearchResult, SearchTier
from backend.errors import Cancelled, EngineBlocked, EngineError, EngineFailed, EngineTimeout, FetchError, FetchRefused

EVERY_TIER = frozenset({SearchTier.TRUSTED, SearchTier.FACT_CHECK, SearchTier.BROAD})
Answer = Sequence[SearchResult] | EngineError


def result(
    url: str, snippet: str = "Four words at least.", *, tier: SearchTier = SearchTier.BROAD, engine: str = "fake"
) -> SearchResult:
    """Return a search result on an arbitrary topic."""
    return SearchResult(url=url, title="A title", snippet=snippet, engine=engine, tier=tier)


class FakeSearchEngine:
    """Returns the scripted results in turn, repeating the last one, and records its queries."""

    def __init__(
        self, *answers: Answer, name: str = "fake", tiers: frozenset[SearchTier] = EVERY_TIER, hangs: bool = False
    ) -> None:
        self.name = name
        self.tiers = tiers
        self.asked: list[SearchQuery] = []
        self.limits: list[float] = []
        """The time limits of the calls, in seconds."""
        self.hanging = threading.Event()
        self.gave_up = threading.Event()
        """Set when a hanging search reaches its time limit."""
        self._answers = list(answers) or [()]
        self._hangs = hangs

    def search(self, query: SearchQuery, *, timeout_s: float, stop: Stop = never) -> tuple[SearchResult, ...]:
        self.asked.append(query)
        self.limits.append(timeout_s)
        if self._hangs:
            self.hanging.set()
            until = time.monotonic() + timeout_s
            while time.monotonic() < until:
                if stop():
                    raise Cancelled
                time.sleep(min(POLL_S, timeout_s))
            self.gave_up.set()
            raise EngineTimeout(f"{self.name} did not answer in time.", engine=self.name)
        answer = self._answers[min(len(self.asked), len(self._answers)) - 1]
        if isinstance(answer, EngineError):
            raise answer
        return tuple(answer)[: query.limit]


class FakePageFetcher:
    """Serves pages from a mapping of URL to HTML or error. Any other URL gives a 404."""

    def __init__(self, pages: Mapping[str, str | FetchError]) -> None:
        self.asked: list[str] = []
        self._pages = pages

    def fetch(self, url: str, *, timeout_s: float, stop: Stop = never) -> FetchedPage:
        self.asked.append(url)
        if stop():
            raise Cancelled
        page = self._pages.get(url, FetchRefused("The server refused the page (HTTP 404).", url=url, status=404))
        if isinstance(page, FetchError):
            raise page
        return FetchedPage(url=url, body=page.encode(), content_type="text/html", charset="utf-8")


def blocked(name: str = "fake", *, retry_after: float | None = None, captcha: bool = False) -> EngineBlocked:
    """Return the error of an engine that refuses our requests."""
    return EngineBlocked(f"{name} refuses.", engine=name, retry_after=retry_after, captcha=captcha)


def failed(name: str = "fake") -> EngineFailed:
    """Return the error of an engine that returns garbage."""
    return EngineFailed(f"{name} is broken.", engine=name)


class Clock:
    """A clock that moves only when its time is set."""

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Memory:
    """In-memory circuit breaker state."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    def get(self, key: str) -> str | None:
        return self.values.get(key)

    def set(self, key: str, value: str) -> None:
        self.values[key] = value
