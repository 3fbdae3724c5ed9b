"""Limits the rate of queries to each provider. Never sleeps: callers skip an engine that has reached its limit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from types import MappingProxyType

Limit = tuple[float, float]
"""A (burst size, seconds per further query) pair."""

POLITE: Mapping[str, Limit] = MappingProxyType({
    "ddgs": (8.0, 1.5),
    "wikipedia": (10.0, 0.5),
    "wikidata": (4.0, 2.0),
    "europepmc": (5.0, 1.0),
    "openalex": (10.0, 960.0),
    "crossref": (1.0, 1.0),
    "semantic_scholar": (2.0, 3.0),
    "arxiv": (1.0, 3.0),
    "openfda": (20.0, 90.0),
    "gdelt": (1.0, 5.0),
    "feeds": (6.0, 5.0),
})  # fmt: skip
"""Rate limits for free services, within the terms of each service (docs/sources.md lists the reasons).

Services with a key, and the user's own services, have no limit here because they report when a limit is reached.
"""


class RateLimiter:
    """A token bucket for each engine. "ddgs:mojeek" has its own bucket, with the limit of "ddgs"."""

    def __init__(self, limits: Mapping[str, Limit] = POLITE, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._lock = threading.Lock()
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, engine: str) -> bool:
        """Take a token if one is available, and return whether the engine may be queried now."""
        limit = self._limits.get(engine.split(":", maxsplit=1)[0])
        if limit is None:
            return True
        burst, interval = limit
        with self._lock:
            now = self._clock()
            tokens, before = self._buckets.get(engine, (burst, now))
            tokens = min(burst, tokens + (now - before) / interval)
            self._buckets[engine] = (tokens - 1.0 if tokens >= 1.0 else tokens, now)
            return tokens >= 1.0
