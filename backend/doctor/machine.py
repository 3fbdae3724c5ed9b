"""The facts about the machine that the checks need; tests provide their own."""

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

    `health` is the answer of the service on the port, {} for another program; `owner` names its process if the system reveals it.
    """

    message: str
    hint: str
    health: Mapping[str, Any] = field(default_factory=dict)
    owner: str = ""

    @property
    def is_claimlight(self) -> bool:
        """Whether the service identifies itself as Claimlight."""
        return self.health.get("service") == "claimlight"


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """The data folder, or the place where it will be: whether it is `writable`, and how many bytes are `free`."""

    writable: bool
    free: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Web:
    """The result of one request to a public site: `error` is "" if it was answered, `skew_s` is this machine's clock minus the site's."""

    error: str = ""
    certificate_refused: bool = False
    skew_s: float | None = None


class Machine(Protocol):
    """The machine that is examined. Every method may be slow; none raises."""

    def python(self) -> tuple[int, int, int]:
        """The version of the running Python."""
        ...

    def sqlite(self) -> tuple[int, int, int]:
        """The version of Python's SQLite."""
        ...

    def model_faults(self) -> tuple[str, ...]:
        """A sentence for each missing or damaged file of the bundled models, and for a package that cannot be loaded."""
        ...

    def listener(self, settings: Settings) -> Listener | None:
        """What prevents the port from being taken; None if it is free."""
        ...

    def refuses_origin(self, settings: Settings, origin: str) -> bool:
        """True if the service on the port refuses the browser origin."""
        ...

    def folder(self, path: Path) -> Folder:
        """The state of the data folder."""
        ...

    def proxies(self) -> tuple[str, ...]:
        """The names of environment variables that set a proxy; not their values, which may contain passwords."""
        ...

    def web(self, now: datetime) -> Web:
        """The result of requesting the front page of one public site."""
        ...
