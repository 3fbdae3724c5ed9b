"""The extension that asked for our health: the two tell each other their versions."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

from backend import __version__
from backend.api import wire

_VERSION = re.compile(r"(\d{1,6})(?:\.\d{1,6}){0,3}", re.ASCII)
"""The format of extension manifests."""


def fits(extension: str, backend: str = __version__) -> bool:
    """True for versions at most one major version apart, in either direction; as in the extension (`background/backend.js`)."""
    majors = [_VERSION.match(version) for version in (extension, backend)]
    one, other = (int(found[1]) if found else 0 for found in majors)
    return abs(one - other) <= 1


class LastSeenExtension:
    """The last extension that asked; forgotten at the end of the process. Thread-safe: one assignment."""

    def __init__(self, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._clock = clock
        self._last: wire.Json | None = None

    def note(self, version: str) -> None:
        """Record an extension of this version; anything that is not a version is ignored."""
        if _VERSION.fullmatch(version):
            seen = self._clock().isoformat(timespec="seconds")
            self._last = {"version": version, "seen": seen, "fits": fits(version)}

    def report(self) -> wire.Json | None:
        """Its version, when it asked, and whether the two are compatible; None before."""
        return self._last
