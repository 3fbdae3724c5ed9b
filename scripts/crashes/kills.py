"""Tests kill -9 at random moments during each activity.

The activities are ingesting new and known passages, swapping the index, refreshing, and the work after a verdict.

After one kill of each activity, a new process starts the service on each of their data folders. A loss is an
acknowledged row that is missing or altered, a missing count, provenance or history entry that was acknowledged with a
row, an own-vector recall below 99.5%, a wrong answer, or an answer that is not saved.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from backend.bootstrap import MODELS
from backend.providers.embedder import OnnxEmbedder
from scripts.crashes import CrashOptions
from scripts.crashes.activities import ACTIVITIES, Task, work
from scripts.crashes.checking import Findings, Promise, look
from scripts.crashes.report import CrashRow
from scripts.crashes.rows import base

DURING_START = 0.15
"""Share of kills that happen while the folder is being opened."""
LONGEST_START_S = 0.4
BASE_FOLDER = "base"
_PATIENCE_S = 180.0
_ROOT = Path(__file__).resolve().parents[2]


@dataclass(slots=True)
class Campaign:
    """One activity in one folder, with the number of acknowledged steps so far and the problems found after its kills."""

    task: Task
    kills: int = 0
    steps: int = 0
    worst: float = 1.0
    problems: list[str] = field(default_factory=list)


def run(options: CrashOptions) -> Iterable[CrashRow]:
    """Yield a report row for each activity."""
    with nursery() as processes, tempfile.TemporaryDirectory(prefix="claimlight-crash-") as folder:
        campaigns = _campaigns(prepared(processes, Path(folder)))
        chance = random.Random(6)
        for first in range(0, options.kills, len(campaigns)):
            killed = list(enumerate(campaigns[: options.kills - first], first))
            for _, campaign in killed:
                _kill(processes, campaign, chance, options.steps)
            # After the last kill of a campaign, all of its data is checked.
            promises = [
                replace(
                    _promise(campaign, kill), thorough=options.every_vector and kill + len(campaigns) >= options.kills
                )
                for kill, campaign in killed
            ]
            for (kill, campaign), found in zip(killed, check_all_in_new_process(processes, promises), strict=True):
                _record_findings(campaign, found)
                if (kill + 1) % 20 == 0:
                    options.tell(f"  {kill + 1} kills, {sum(len(c.problems) for c in campaigns)} with a loss")
        for campaign in campaigns:
            if campaign.kills:
                yield _row(campaign)


@contextmanager
def nursery() -> Iterator[Any]:
    """Yield a context that forks processes from a server process.

    The server process has imported all modules but opened no files.
    """
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(_ROOT)
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["scripts.crashes.activities", "scripts.crashes.checking"])
    try:
        yield processes
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before


def check_in_new_process(processes: Any, promise: Promise) -> Findings | str:
    """Check the folder in a new process. Return the findings, or the reason why there are none."""
    (found,) = check_all_in_new_process(processes, [promise])
    return found


def check_all_in_new_process(processes: Any, promises: Sequence[Promise]) -> list[Findings | str]:
    """Check several folders in one new process, which loads the models once. After a failure, the others are not checked."""
    ours, theirs = processes.Pipe(duplex=False)
    process = processes.Process(target=look, args=(tuple(promises), theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        found: list[Findings | str] = []
        for _ in promises:
            failed = bool(found) and isinstance(found[-1], str)
            found.append("not checked, because the check before it failed" if failed else _received(ours))
        return found
    finally:
        process.kill()
        process.join()
        ours.close()


def _received(connection: Connection) -> Findings | str:
    try:
        return connection.recv() if connection.poll(_PATIENCE_S) else "nobody looked within the time"
    except EOFError:
        return "the process that looks died itself"


def prepared(processes: Any, room: Path) -> Task:
    """Create an intact folder with the built-in facts and the base passages, and return a task that opens it."""
    model = OnnxEmbedder(MODELS / "embedder", 1)
    begin = room / BASE_FOLDER
    task = Task(activity="", folder=begin, first=0, embedder=model.model_id, dimensions=model.dimensions)
    knowledge = task.open()
    knowledge.ingest(base())
    knowledge.close()
    found = check_in_new_process(processes, Promise(folder=begin, activity="base", steps=0, turn=0))
    if isinstance(found, str) or found.problem:
        raise RuntimeError(f"the folder is not sound before the first disaster: {found}")
    return task


def _campaigns(task: Task) -> list[Campaign]:
    """Return a campaign for each activity, each with a copy of the folder."""
    found = []
    for name in ACTIVITIES:
        own = task.folder.with_name(name.replace(" ", "-"))
        shutil.copytree(task.folder, own)
        found.append(Campaign(replace(task, activity=name, folder=own)))
    return found


def _kill(processes: Any, campaign: Campaign, chance: random.Random, steps: tuple[int, int]) -> None:
    """Run the process of the activity once, and end it with kill -9 at a random moment."""
    ours, theirs = processes.Pipe(duplex=False)
    process = processes.Process(target=work, args=(replace(campaign.task, first=campaign.steps), theirs), daemon=True)
    process.start()
    theirs.close()
    if not steps[0] and chance.random() < DURING_START:
        time.sleep(chance.uniform(0, LONGEST_START_S))
        acknowledged = []
    else:
        acknowledged = _await_steps(ours, chance, steps)
    process.kill()
    process.join()
    campaign.steps = max([campaign.steps, *(step + 1 for step in (*acknowledged, *_remaining_steps(ours)))])
    campaign.kills += 1


def _await_steps(connection: Connection, chance: random.Random, steps: tuple[int, int]) -> list[int]:
    """Wait for some steps, and then until a random moment within the next one or two steps.

    Returns the steps acknowledged so far.
    """
    acknowledged, last, longest = [], time.monotonic(), 0.05
    for _ in range(1 + chance.randint(*steps)):
        if not connection.poll(_PATIENCE_S):
            raise RuntimeError("the process that is to be killed does not go on")
        acknowledged.append(connection.recv())
        now = time.monotonic()
        # The time before READY is the time to open the folder, not the duration of a step.
        longest = max(longest, now - last) if len(acknowledged) > 1 else longest
        last = now
    time.sleep(chance.uniform(0, 1.5 * longest))
    return acknowledged


def _remaining_steps(connection: Connection) -> Iterator[int]:
    """Yield the remaining steps acknowledged before the kill. A message truncated by the kill is ignored."""
    while True:
        try:
            yield connection.recv()
        except (EOFError, OSError):
            connection.close()
            return


def _promise(campaign: Campaign, turn: int) -> Promise:
    return Promise(folder=campaign.task.folder, activity=campaign.task.activity, steps=campaign.steps, turn=turn)


def _record_findings(campaign: Campaign, found: Findings | str) -> None:
    problem = found if isinstance(found, str) else found.problem
    if isinstance(found, Findings):
        campaign.worst = min(campaign.worst, found.recall)
    if problem:
        campaign.problems.append(f"kill {campaign.kills}: {problem}")


def _row(campaign: Campaign) -> CrashRow:
    told = f"{campaign.steps} steps acknowledged, lowest own-vector recall {campaign.worst:.2%}"
    return CrashRow(
        group="kills", case=f"kill -9 during: {campaign.task.activity}", tried=campaign.kills,
        failed=tuple(campaign.problems), told=told,
    )  # fmt: skip
