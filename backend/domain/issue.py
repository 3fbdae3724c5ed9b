"""Problems that did not stop a run. Issues are shown to the user and never treated as evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """The severity of an issue. INFO: nothing was lost. WARNING: the result may be worse. ERROR: a stage failed."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """A problem. `code` is stable and machine-readable ("search_blocked"); `message` is a sentence for the user.

    `subject` identifies what the problem concerns, such as an engine, a host or an atomic claim's id. It never contains
    a key or a whole claim.
    """

    code: str
    stage: str
    message: str
    severity: Severity = Severity.WARNING
    subject: str = ""
