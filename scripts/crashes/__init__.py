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
    """`kills` is the number of processes to kill, over all activities; `tell` prints a line of progress.

    If `every_vector`, every vector of an index is looked up after its last kill instead of a sample.
    """

    kills: int
    tell: Callable[[str], None]
    every_vector: bool = True
