"""The interface between the checks and the machine. Tests replace the machine with fakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from backend.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """What keeps Claimlight from listening on the port. `message` and `hint` come from the start-up error.

    `health` is the health response of the service on the port, or {} for another program. `owner` names the process of
    the service, or is "" if the system does not reveal the process.
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
    """The data folder or, if the folder does not exist yet, its nearest existing parent. `free` is in bytes."""

    writable: bool
    free: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Web:
    """The result of one request to a public site.

    `error` is "" if the site responded. `skew_s` is this machine's time minus the site's time in seconds, or None if
    unknown.
    """

    error: str = ""
    certificate_refused: bool = False
    skew_s: float | None = None


class Machine(Protocol):
    """The machine to check. Every method may be slow, and none raises."""

    def python(self) -> tuple[int, int, int]:
        """Return the version of the running Python."""
        ...

    def sqlite(self) -> tuple[int, int, int]:
        """Return the version of Python's SQLite."""
        ...

    def model_faults(self) -> tuple[str, ...]:
        """Return a sentence for each missing or damaged model file and each package that cannot be imported."""
        ...

    def listener(self, settings: Settings) -> Listener | None:
        """Return what keeps Claimlight from listening on the port, or None if the port is free."""
        ...

    def refuses_origin(self, settings: Settings, origin: str) -> bool:
        """Whether the service on the port refuses the browser origin."""
        ...

    def folder(self, path: Path) -> Folder:
        """Return the state of the data folder."""
        ...

    def proxies(self) -> tuple[str, ...]:
        """Return the names of environment variables that set a proxy.

        Their values may contain passwords and are left out.
        """
        ...

    def web(self, now: datetime) -> Web:
        """Return the result of requesting the front page of one public site."""
        ...
