"""Records the extension that last called the health route, where the extension and the backend exchange versions."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

from backend import __version__
from backend.api import wire

_VERSION = re.compile(r"(\d{1,6})(?:\.\d{1,6}){0,3}", re.ASCII)
"""The format of a version in an extension's manifest."""


def fits(extension: str, backend: str = __version__) -> bool:
    """Return whether the versions are at most one major version apart. `background/backend.js` has the same rule."""
    majors = [_VERSION.match(version) for version in (extension, backend)]
    one, other = (int(found[1]) if found else 0 for found in majors)
    return abs(one - other) <= 1


class LastSeenExtension:
    """The version of the extension that made the latest call, kept in memory.

    Thread-safe, because an update is a single assignment.
    """

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._clock = clock
        self._last: wire.Json | None = None

    def note(self, version: str) -> None:
        """Store the version of an extension that has just called. A malformed version is ignored."""
        if _VERSION.fullmatch(version):
            seen = self._clock().isoformat(timespec="seconds")
            self._last = {"version": version, "seen": seen, "fits": fits(version)}

    def report(self) -> wire.Json | None:
        """Return the version, whether it is compatible, and the time of the call, or None before the first call."""
        return self._last
