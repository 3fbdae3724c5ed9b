"""Fault tests: one module per kind of part that fails, each with `run(options) -> Iterable[Row]`."""

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
class Options:
    """`only` keeps cases whose name contains one of the words, all if empty.

    `grace_s`: seconds beyond the deadline for the last stage and for delivering the answer, and until outbound requests have stopped.
    """

    only: tuple[str, ...] = ()
    grace_s: float = 2.0

    def wants(self, case: str) -> bool:
        """Whether to run the case."""
        return not self.only or any(word in case for word in self.only)
