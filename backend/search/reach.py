"""Notices that the machine is cut off, so that not every engine of every tier is waited for in vain."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

ENOUGH = 2
"""So many engines in a row to which no connection came about: not their fault any more."""
SPARE_S = 20.0
"""For so long nobody else is tried, which is about one verification."""


class Reach:
    """Safe to use from several threads. `clock` is in seconds."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failed: dict[str, float] = {}
        self._answered: set[str] = set()

    def allows(self, engine: str) -> bool:
        """False while the machine seems cut off, unless this engine answered when it was asked last."""
        with self._lock:
            since = self._clock() - SPARE_S
            recent = sum(moment > since for moment in self._failed.values())
            return recent < ENOUGH or engine in self._answered

    def answered(self, engine: str) -> None:
        """There is a way out."""
        with self._lock:
            self._failed.clear()
            self._answered.add(engine)

    def unreachable(self, engine: str) -> None:
        """No connection came about in time."""
        with self._lock:
            self._failed[engine] = self._clock()
            self._answered.discard(engine)
