"""The interface between the checks and the machine, which tests replace by fakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from backend.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """The reason why Claimlight cannot listen on the port; `message` and `hint` are those of the start-up error.

    `health` is the health answer of the service on the port, {} for another program; `owner` names the service's
    process, "" if the system does not reveal it.
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
    """The data folder or, if it does not exist yet, its nearest existing parent; `free` is in bytes."""

    writable: bool
    free: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Web:
    """The result of one request to a public site.

    `error` is "" if the site answered; `skew_s` is this machine's clock minus the site's, in seconds, None if unknown.
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
        """Return a sentence for each missing or damaged model file, or for a package that cannot be imported."""
        ...

    def listener(self, settings: Settings) -> Listener | None:
        """Return what prevents listening on the port; None if it is free."""
        ...

    def refuses_origin(self, settings: Settings, origin: str) -> bool:
        """Whether the service on the port refuses the browser origin."""
        ...

    def folder(self, path: Path) -> Folder:
        """Return the state of the data folder."""
        ...

    def proxies(self) -> tuple[str, ...]:
        """Return the names of environment variables that set a proxy, without values, which may contain passwords."""
        ...

    def web(self, now: datetime) -> Web:
        """Return the result of requesting the front page of one public site."""
        ...
