"""Tests a clock that jumps by decades. Stored data must still be found, and no search engine may be paused for years."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from backend.errors import EngineFailed
from backend.knowledge.startup import open_knowledge
from backend.search.breaker import CAPTCHA_PAUSE_S, Breaker
from backend.search.memory import FileMemory
from backend.sources.registry import SourceRegistry
from scripts.crashes import CrashOptions
from scripts.crashes.report import CrashRow
from scripts.crashes.rows import SeededEmbedder, passages

YEARS = (2026, 2099, 1970, 2026, 1990, 2026)
_SAMPLE = 8
"""Step between the passages that are looked up again: those of older batches, and of the newest unless every vector is.

A sample is enough, because a clock jump would hide whole batches.
"""


def run(options: CrashOptions) -> Iterable[CrashRow]:
    """Yield one report row for all clock jumps."""
    with tempfile.TemporaryDirectory(prefix="claimlight-crash-") as room:
        jumps = " → ".join(map(str, YEARS))
        failed = (*_storage_problems(Path(room) / "data", every=options.every_vector), *_pause_problems(Path(room)))
        yield CrashRow(
            group="clocks", case="clock jumps while it stores and pauses", tried=len(YEARS), failed=failed, told=jumps
        )


def _storage_problems(data: Path, *, every: bool) -> Iterator[str]:
    for step, year in enumerate(YEARS):
        moment = datetime(year, 7, 1, tzinfo=UTC)
        embedder = SeededEmbedder("clock@00000001", 64)
        with closing(open_knowledge(data, embedder, SourceRegistry.load(None), lambda now=moment: now)) as knowledge:
            batch = passages("clock", step)
            knowledge.ingest(batch)
            knowledge.learn({batch[0].id: 0.9}, [batch[0].id])
            older = [p for earlier in range(step) for p in passages("clock", earlier)[::_SAMPLE]]
            promised = [*older, *(batch if every else batch[::_SAMPLE])]
            missing = [p for p in promised if knowledge.recall(p.text, 3)[0].passage != p]
            counted = knowledge.passage(batch[0].id)
            if missing:
                yield f"{year}: {len(missing)} of {len(promised)} passages are not found"
            if counted.access_count != 1 or not counted.last_accessed.startswith(str(year)):
                yield f"{year}: the use was not counted"


def _pause_problems(room: Path) -> Iterator[str]:
    moment = 0.0
    for year in YEARS:
        moment = datetime(year, 7, 1, tzinfo=UTC).timestamp()
        breaker = Breaker(FileMemory(room / "engines.json"), clock=lambda now=moment: now)
        state = breaker.state("engine")
        if state.state == "open" and state.until > moment + CAPTCHA_PAUSE_S:
            yield f"{year}: an engine is left alone until {state.until:.0f}"
        breaker.failed("engine", EngineFailed("broken", engine="engine"))
        if breaker.allows("engine"):
            yield f"{year}: an engine that failed is not left alone"
