"""Crash tests: one module per kind of failure, each with `run(options) -> Iterable[Row]`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

GROUPS = {
    "kills": "scripts.crashes.kills",
    "damage": "scripts.crashes.damage",
    "places": "scripts.crashes.places",
    "clocks": "scripts.crashes.clocks",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How many processes are killed, all activities together; `tell` takes a line of progress.

    `every_vector`: after its last kill every vector of an index is looked up, not a sample.
    """

    kills: int
    tell: Callable[[str], None]
    every_vector: bool = True
