"""What the checks need to know about the machine; tests provide their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from backend.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """Why the port cannot be taken, in the words of the start-up error.

    `health` is what answers there, {} for another program; `owner` names its process if the system tells.
    """

    message: str
    hint: str
    health: Mapping[str, Any] = field(default_factory=dict)
    owner: str = ""

    @property
    def is_claimlight(self) -> bool:
        """True when it says so."""
        return self.health.get("service") == "claimlight"


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """The data folder, or where it will be: `writable`, and `free` bytes left."""

    writable: bool
    free: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Web:
    """The result of one request to a public site: `error` is "" if it was answered; `skew_s` is our clock minus the site's."""

    error: str = ""
    certificate_refused: bool = False
    skew_s: float | None = None


class Machine(Protocol):
    """Every method may be slow, none raises."""

    def python(self) -> tuple[int, int, int]:
        """Version of the Python that runs."""
        ...

    def sqlite(self) -> tuple[int, int, int]:
        """Version of its SQLite."""
        ...

    def model_faults(self) -> tuple[str, ...]:
        """A sentence for each file of the bundled models that is missing or damaged, and for a package that does not load."""
        ...

    def listener(self, settings: Settings) -> Listener | None:
        """What keeps us from the port; None if it is free."""
        ...

    def refuses_origin(self, settings: Settings, origin: str) -> bool:
        """True if the service on the port refuses the browser origin."""
        ...

    def folder(self, path: Path) -> Folder:
        """The state of the data folder."""
        ...

    def proxies(self) -> tuple[str, ...]:
        """Names of environment variables that set a proxy; their values may hold passwords."""
        ...

    def web(self, now: datetime) -> Web:
        """Requests the front page of one public site."""
        ...
