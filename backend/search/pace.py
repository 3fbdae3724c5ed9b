"""How often a provider may be asked, without ever sleeping: who is asked too often is passed over."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Pace:
    """A token bucket per engine: `burst` questions at once, then one every `seconds_per_question`.

    Replaces the fixed sleeps of document 004 (design resolution: token bucket instead of sleeps).
    """

    def __init__(
        self, *, burst: int = 8, seconds_per_question: float = 1.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst = float(burst)
        self._interval = seconds_per_question
        self._clock = clock
        self._lock = threading.Lock()
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, engine: str) -> bool:
        """True when the engine may be asked now; takes one token."""
        with self._lock:
            now = self._clock()
            tokens, before = self._buckets.get(engine, (self._burst, now))
            tokens = min(self._burst, tokens + (now - before) / self._interval)
            allowed = tokens >= 1.0
            self._buckets[engine] = (tokens - 1.0 if allowed else tokens, now)
            return allowed
