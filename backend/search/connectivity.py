"""Detects when the machine is offline, so that the search does not wait for every engine to time out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

ENOUGH = 2
"""The number of engines that must be unreachable, without a successful query in between, for the machine to count as
offline."""
SPARE_S = 20.0
"""How long, in seconds, the machine then counts as offline: about the length of one verification."""


class ConnectivityMonitor:
    """Tracks connections to engines. Thread-safe. `clock` returns seconds."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failed: dict[str, float] = {}
        self._answered: set[str] = set()

    def allows(self, engine: str) -> bool:
        """Return False while the machine appears to be offline, unless this engine responded to its last query."""
        with self._lock:
            since = self._clock() - SPARE_S
            recent = sum(moment > since for moment in self._failed.values())
            return recent < ENOUGH or engine in self._answered

    def answered(self, engine: str) -> None:
        """Record that a connection succeeded."""
        with self._lock:
            self._failed.clear()
            self._answered.add(engine)

    def unreachable(self, engine: str) -> None:
        """Record that no connection to the engine could be made in time."""
        with self._lock:
            self._failed[engine] = self._clock()
            self._answered.discard(engine)
