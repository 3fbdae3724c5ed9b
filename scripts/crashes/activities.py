"""The activities of the processes that are killed. Each activity runs endlessly and yields the number of every acknowledged step."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

from backend.api import wire
from backend.domain.article import Namespace
from backend.domain.claim import AtomicClaim, VerifyRequest
from backend.domain.evidence import Evidence, Stance
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from backend.jobs.refresh.build import Refresh
from backend.jobs.refresh.constants import RefreshConstants
from backend.jobs.refresh.gather import GatheredPassages as News
from backend.jobs.refresh.gather import ReportProgress
from backend.knowledge.base import Clock, KnowledgeBase, now_utc
from backend.knowledge.history import History
from backend.knowledge.startup import open_knowledge
from backend.pipeline.conclude import Gathered, SearchedPassages
from backend.pipeline.learn import learn
from backend.sources.registry import SourceRegistry
from scripts.crashes import rows
from scripts.crashes.rows import SeededEmbedder
from tests.api_world import make_evidence, make_verdict

READY = -1
"""Yielded when the folder is open and the work begins."""
_PATIENCE_S = 60.0
LEARNED_AT_ONCE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The work of one process: the activity, its folder, the first step, and the name and dimensions of the embedder."""

    activity: str
    folder: Path
    first: int
    embedder: str
    dimensions: int

    def open(self, clock: Clock = now_utc) -> KnowledgeBase:
        """Open the knowledge base in the folder as the product does."""
        embedder = SeededEmbedder(self.embedder, self.dimensions)
        return open_knowledge(self.folder, embedder, SourceRegistry.load(None), clock)


def work(task: Task, connection: Connection) -> None:
    """Run the activity until the process is killed.

    Sends READY to `connection`, and then the number of every acknowledged step.
    """
    steps = ACTIVITIES[task.activity](task)
    for number in steps:
        connection.send(number)


def fresh(task: Task) -> Iterator[int]:
    """Ingest new passages, one batch per step."""
    knowledge, number = task.open(), task.first
    yield READY
    while True:
        knowledge.ingest(rows.passages(task.activity, number))
        yield number
        number += 1


def again(task: Task) -> Iterator[int]:
    """Ingest known and new passages together, release the known passages from quarantine, and rewrite their vectors."""
    knowledge, number = task.open(), task.first
    yield READY
    while True:
        known = rows.passages(task.activity, max(0, number - 1))
        knowledge.ingest([*known, *rows.passages(task.activity, number)])
        knowledge.ingest(known, quarantined=False)
        # In the product, only a repair of the index writes a vector twice.
        embedded = rows.vectors([p.text for p in known], task.dimensions)
        knowledge._index.upsert(Namespace.NEWS, [p.id for p in known], embedded)  # noqa: SLF001
        yield number
        number += 1


def swap(task: Task) -> Iterator[int]:
    """Repeatedly build a new index and switch to it while passages are ingested."""
    number = task.first
    yield READY
    while True:
        for folder in task.folder.glob("index-*"):
            shutil.rmtree(folder, ignore_errors=True)
        with closing(task.open()) as knowledge:
            knowledge.ingest(rows.passages(task.activity, number))
            yield number
            knowledge.wait_for_index(_PATIENCE_S)
        number += 1


class _DailyClock:
    """A clock that advances by a day on every call, which makes replaced generations due for removal."""

    def __init__(self) -> None:
        self._days = 0

    def __call__(self) -> datetime:
        self._days += 1
        return datetime.now(UTC) + timedelta(days=self._days)


class _StepGatherer:
    """Supplies the passages of one refresh step without network access."""

    def __init__(self) -> None:
        self.step = 0

    def gather(self, _run: Run, _progress: ReportProgress) -> News:
        """Return all passages of the step as trusted passages."""
        found = tuple(rows.generation(self.step))
        return News(passages=found, trusted=frozenset(p.id for p in found), answered=True, failures=0)


def refresh(task: Task) -> Iterator[int]:
    """Refresh current affairs: build a generation in small batches, switch to it, and remove the previous generation."""
    knowledge, press = task.open(_DailyClock()), _StepGatherer()
    renewing = Refresh(knowledge.current, press, RefreshConstants(batch=rows.BATCH // 4))  # type: ignore[arg-type]
    yield READY
    for press.step in count(task.first):
        renewing.run(Run(seconds=600), lambda _what, _done, _of: None)
        yield press.step


def learning(task: Task) -> Iterator[int]:
    """Do the work that follows a verdict: store, count and release the cited passages, and add the answer to the history."""
    knowledge, history, number = task.open(), History(task.folder), task.first
    yield READY
    while True:
        evidence = learned(number)
        verdict = answer(number)
        found = SearchedPassages(engine="bench", tier="broad", passages=tuple(item.passage for item in evidence))
        part = AtomicClaim(id="p1", text=asked(number))
        gathered = Gathered(part=part, evidence=evidence, found=(found,), searched=True)
        if not learn(knowledge, [gathered], verdict, Run(seconds=60)):
            raise RuntimeError("what was learned could not be saved")
        history.add(wire.result(replace(verdict, session_id=session(number)), job_id="bench"))
        yield number
        number += 1


def asked(number: int) -> str:
    """Return the claim of one step of `learning`."""
    return f"Gauge {number} stood at {number * 3} litres"


def session(number: int) -> str:
    """Return the session id of one step of `learning`."""
    return f"bench-{number}"


def answer(number: int) -> Verdict:
    """Return the verdict of one step of `learning`."""
    return make_verdict(VerifyRequest(claim=asked(number)), label=Label.TRUE, evidence=learned(number))


def learned(number: int) -> tuple[Evidence, ...]:
    """Return the evidence of one step of `learning`."""
    return tuple(
        make_evidence(Stance.SUPPORTS, f"{asked(number)}, reading {n}.", domain=f"site{n}.example")
        for n in range(LEARNED_AT_ONCE)
    )


ACTIVITIES = {
    "new passages": fresh,
    "known passages": again,
    "index swap": swap,
    rows.REFRESH: refresh,
    "learning": learning,
}
