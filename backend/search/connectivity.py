"""Detects that the machine is offline, so that not every engine has to time out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

ENOUGH = 2
"""After this many failed connections to engines in a row, the fault is not theirs."""
SPARE_S = 20.0
"""No other engine is tried for this long, which is about one verification."""


class ConnectivityMonitor:
    """Thread-safe. `clock` is in seconds."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._failed: dict[str, float] = {}
        self._answered: set[str] = set()

    def allows(self, engine: str) -> bool:
        """False while the machine seems offline, unless this engine answered its last query."""
        with self._lock:
            since = self._clock() - SPARE_S
            recent = sum(moment > since for moment in self._failed.values())
            return recent < ENOUGH or engine in self._answered

    def answered(self, engine: str) -> None:
        """A connection succeeded."""
        with self._lock:
            self._failed.clear()
            self._answered.add(engine)

    def unreachable(self, engine: str) -> None:
        """No connection succeeded in time."""
        with self._lock:
            self._failed[engine] = self._clock()
            self._answered.discard(engine)
