"""Problems that did not stop the run; shown to the user, never treated as evidence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """`info`: nothing lost. `warning`: the answer may be worse. `error`: a stage could not do its work."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """`code` is stable and machine-readable ("search_blocked"); `message` is a sentence for the user.

    `subject` is what it concerns: an engine's name, a host, an atomic claim's id. Never a key, never a whole claim.
    """

    code: str
    stage: str
    message: str
    severity: Severity = Severity.WARNING
    subject: str = ""
