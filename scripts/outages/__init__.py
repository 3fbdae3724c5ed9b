"""Fault tests, one module per kind of failing part. Each module defines `run(options) -> Iterable[OutageRow]`."""

from __future__ import annotations

from dataclasses import dataclass

GROUPS = {
    "engines": "scripts.outages.engines",
    "pages": "scripts.outages.pages",
    "llm": "scripts.outages.language",
    "models": "scripts.outages.models",
    "storage": "scripts.outages.storage",
    "stopping": "scripts.outages.stopping",
    "resuming": "scripts.outages.resuming",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageOptions:
    """Options for all groups. `only` selects the cases whose name contains one of the words (empty: all cases).

    `grace_s` is the time in seconds that the last stage and the delivery of the answer may take after the deadline.
    Outbound requests must also stop within this time.
    """

    only: tuple[str, ...] = ()
    grace_s: float = 2.0

    def wants(self, case: str) -> bool:
        """Return whether the case is selected."""
        return not self.only or any(word in case for word in self.only)
