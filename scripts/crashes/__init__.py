"""Crash tests, one module per kind of failure. Each module defines `run(options) -> Iterable[CrashRow]`."""

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
class CrashOptions:
    """Options for all groups. `kills` is the total number of processes to kill; `tell` prints a line of progress.

    If `every_vector` is true, every vector of an index is looked up after the last kill, instead of a sample. `steps`
    are the smallest and the largest number of steps to await before a kill.
    """

    kills: int
    tell: Callable[[str], None]
    every_vector: bool = True
    steps: tuple[int, int] = (0, 6)
