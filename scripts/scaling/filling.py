"""Fills a knowledge base for scripts/scale, continuing an earlier run if there is one."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from backend.domain.article import Namespace
from backend.knowledge.base import KnowledgeBase
from scripts.scaling import sizes, world
from scripts.scaling.world import BLOCK

_PATIENCE_S = 1_800.0
"""Time limit for rebuilding an index. A million passages take about ten minutes."""
_LOOK_S = 5.0
_SERVES = ("chroma", "chroma server")


class Unfinished(RuntimeError):
    """The index did not become ready in time. The message gives the waiting time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """The number of added passages, the wall time and CPU time in seconds, and the rate of each block in passages per second."""

    added: int
    seconds: float
    computing_s: float
    rates: tuple[float, ...]


def wait_until_it_serves(knowledge: KnowledgeBase, say: Callable[[str], None]) -> None:
    """Wait until Chroma answers queries, without waiting for the check of its vectors. Raises Unfinished."""
    begin = time.monotonic()
    while (state := knowledge.stats()["index"]) not in _SERVES:
        waited = time.monotonic() - begin
        if waited > _PATIENCE_S:
            raise Unfinished(f"the index is still {state!r} after {_PATIENCE_S:,.0f} s")
        say(f"the index is {state!r}, waited {waited:,.0f} s")
        if knowledge.wait_for_index(_LOOK_S):
            # This process has no work in progress, so the server is unavailable or other backends are updating the
            # index.
            time.sleep(_LOOK_S)


def fill(knowledge: KnowledgeBase, size: int, say: Callable[[str], None]) -> Filled:
    """Ingest passages block by block until there are `size`, continuing an earlier run if there is one."""
    there = knowledge.stats()["namespaces"][Namespace.NEWS]
    if there:
        say(f"{there:>9,} passages are there already")
    begin, computing, added, rates = time.monotonic(), time.process_time(), 0, []
    for start in range(min(there, size) // BLOCK * BLOCK, size, BLOCK):
        found = world.passages(start, min(BLOCK, size - start))
        block = time.monotonic()
        new = knowledge.ingest(found, namespace=Namespace.NEWS).new
        added += new
        if new:
            rates.append(new / (time.monotonic() - block))
        if (start // BLOCK) % 10 == 0:
            say(f"{start + len(found):>9,} passages, {new} new, {sizes.resident_mb():,.0f} MB")
    seconds, computing_s = time.monotonic() - begin, time.process_time() - computing
    return Filled(added=added, seconds=seconds, computing_s=computing_s, rates=tuple(rates))
