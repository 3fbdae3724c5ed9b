"""Checks a folder after a kill. The service must start and answer, and all acknowledged data must still be there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from backend.bootstrap import BundledModels, Services, build, load_models
from backend.domain.article import Namespace, Passage
from backend.domain.claim import VerifyRequest
from backend.domain.run import Run
from backend.knowledge import check
from backend.knowledge.database import FILE_NAME, Database
from backend.knowledge.folders import POINTER
from backend.knowledge.generations import POINTER as CURRENT
from backend.knowledge.history import FILE_NAME as HISTORY_NAME
from backend.knowledge.index import ChromaIndex
from backend.knowledge.store import Store
from backend.pipeline.learn import cited
from backend.settings import Settings
from scripts.crashes import activities, rows

ANSWERS = (
    ("The Earth is flat", "False"),
    ("Apollo 11 landed humans on the Moon in 1969", "True"),
    ("5G spreads COVID-19", "False"),
    ("The speed of light is 299,792,458 metres per second", "True"),
    ("Climate change is a hoax", "False"),
    ("The United Nations was founded in 1945", "True"),
)
"""Claims that the built-in facts decide, with their verdicts."""
DIMENSIONS = 384
"""Number of dimensions of the shipped embedder's vectors."""
RECENT = 3
"""Number of steps before the kill for which every vector is looked up. The vectors of older steps are sampled."""
_PATIENCE_S = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """The acknowledged data of a folder: `steps` steps of the activity.

    `turn` selects the claim to verify. If `thorough` is true, every vector is looked up.
    """

    folder: Path
    activity: str
    steps: int
    turn: int
    thorough: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """The results of a check.

    `lost` lists the lost data. A query with the vector itself did not find `missed` of the `looked_up` vectors.
    `wrong` describes a wrong answer.

    `began` names the index in use after the start, "chroma" or "exact".
    """

    lost: tuple[str, ...]
    looked_up: int
    missed: int
    wrong: str = ""
    began: str = ""

    @property
    def recall(self) -> float:
        """Return the share of looked-up vectors that a query with the vector itself found, 0..1."""
        return 1 - self.missed / self.looked_up if self.looked_up else 1.0

    @property
    def problem(self) -> str:
        """Return a description of lost data and wrong answers, or "" if there are none."""
        found = [*self.lost[:3], *([self.wrong] if self.wrong else [])]
        if not check.is_acceptable(self.missed, self.looked_up):
            found.append(f"own-vector recall {self.recall:.4f}")
        return "; ".join(found)


def look(promises: Sequence[Promise], connection: Connection) -> None:
    """Check the folders, and send the findings on each to `connection`, or the error message if the service does not start."""
    models = load_models(_settings(promises[0].folder))
    for promise in promises:
        try:
            connection.send(findings(promise, models))
        except Exception as error:  # noqa: BLE001 - process boundary: the parent counts it as a failure
            connection.send(f"{type(error).__name__}: {error}")


def _settings(folder: Path) -> Settings:
    return Settings(_env_file=None, data_dir=folder, offline=True, threads=1, workers=1)


def findings(promise: Promise, models: BundledModels) -> Findings:
    """Start the service, verify a claim, stop the service, and inspect the files."""
    with closing(build(_settings(promise.folder), models=models)) as services:
        began = str(services.knowledge.stats()["index"])
        wrong = _answer_problems(services, promise.turn)
        # If the index is intact, there is no need to wait for the background check of its vectors.
        if began == "exact":
            services.knowledge.wait_for_index(_PATIENCE_S)
        if services.knowledge.stats()["index"] != "chroma":
            wrong += " no new index was built"
        model = services.embedder_id
    looked_up, missed = _own_vector_recall(promise, model)
    return Findings(
        lost=tuple(_lost_data(promise)), looked_up=looked_up, missed=missed, wrong=wrong.strip(), began=began
    )


def _answer_problems(services: Services, turn: int) -> str:
    claim, expected = ANSWERS[turn % len(ANSWERS)]
    verdict = services.pipeline.verify(VerifyRequest(claim=claim), Run(seconds=60))
    problems = [f"{claim!r} came out {verdict.label}"] if verdict.label != expected else []
    return "; ".join([*problems, *(["the answer was not saved"] if not verdict.saved else [])])


def promised(promise: Promise) -> Iterator[Passage]:
    """Yield every acknowledged passage."""
    yield from rows.base()
    if promise.activity == rows.REFRESH:
        # Older generations are removed, and `_generation_problems` checks the last generation as a whole.
        return
    for step in range(promise.steps):
        yield from _step(promise.activity, step)


def _step(activity: str, step: int) -> Sequence[Passage]:
    if activity == "learning":
        return [item.passage for item in activities.learned(step)]
    return rows.passages(activity, step)


def _lost_data(promise: Promise) -> Iterator[str]:
    """Yield descriptions of acknowledged data that is lost.

    Lost data is a missing or altered row, or a missing count, provenance entry or history entry.
    """
    with closing(sqlite3.connect(f"file:{promise.folder / FILE_NAME}?mode=ro", uri=True)) as db:
        yield from (str(row[0]) for row in db.execute("PRAGMA integrity_check") if row[0] != "ok")
        stored_rows = {
            row[0]: row[1:] for row in db.execute("SELECT id, text, quarantined, verification_count FROM passages")
        }
        origins = {row[0] for row in db.execute("SELECT passage_id FROM provenance")}
    for passage in promised(promise):
        if passage.id not in stored_rows or stored_rows[passage.id][0] != passage.text:
            yield f"{passage.source} is lost"
    # The passages of each step are released from quarantine in the next step.
    free = range(promise.steps - 1) if promise.activity == "known passages" else range(0)
    yield from (
        f"step {n} is in quarantine again"
        for n in free
        if any(stored_rows[p.id][1] for p in _step(promise.activity, n))
    )
    if promise.activity == rows.REFRESH and promise.steps:
        yield from _generation_problems(promise, set(stored_rows))
    if promise.activity == "learning":
        yield from _learning_problems(promise, stored_rows, origins)


def _generation_problems(promise: Promise, stored_ids: set[str]) -> Iterator[str]:
    """Yield problems if queries do not see exactly one complete generation.

    This may be the last acknowledged generation, or the next one if the process was killed before reporting it.
    """
    members = _live_generation(promise)
    complete_generations = [{p.id for p in rows.generation(step)} for step in (promise.steps - 1, promise.steps)]
    if members not in complete_generations:
        yield f"readers see {len(members)} passages that are no whole generation"
    if members - stored_ids:
        yield f"{len(members - stored_ids)} passages of the generation in use are gone"


def _live_generation(promise: Promise) -> set[str]:
    """Return the ids of the passages in the generation that queries see."""
    of_live = "SELECT passage_id FROM generation_members WHERE generation = (SELECT value FROM meta WHERE key = ?)"
    with closing(sqlite3.connect(f"file:{promise.folder / FILE_NAME}?mode=ro", uri=True)) as db:
        return {row[0] for row in db.execute(of_live, (CURRENT,))}


def _learning_problems(
    promise: Promise, stored_rows: dict[str, tuple[str, int, int]], origins: set[str]
) -> Iterator[str]:
    with closing(sqlite3.connect(f"file:{promise.folder / HISTORY_NAME}?mode=ro", uri=True)) as db:
        sessions = {row[0] for row in db.execute("SELECT session_id FROM verdicts")}
    for step in range(promise.steps):
        if activities.session(step) not in sessions:
            yield f"answer {step} is not in the history"
        free = cited(activities.answer(step))
        for passage in _step(promise.activity, step):
            _, quarantined, verified = stored_rows.get(passage.id, ("", 1, 0))
            if (passage.id in free and (quarantined or not verified)) or passage.id not in origins:
                yield f"{passage.source} is there, but what was learned of it is not"


def _own_vector_recall(promise: Promise, model: str) -> tuple[int, int]:
    """Query the index on disk with the stored vectors. Return the number of vectors, and the number that was not found."""
    with closing(Store(Database(promise.folder))) as store:
        wanted = set(check.sample(store, model))
        steps = range(0 if promise.thorough else max(0, promise.steps - RECENT), promise.steps)
        if promise.activity == rows.REFRESH:
            wanted |= {(Namespace.CURRENT, name) for name in _live_generation(promise)}
        else:
            wanted |= {(Namespace.NEWS, p.id) for step in steps for p in _step(promise.activity, step)}
        if promise.thorough:
            wanted = {(room, name) for room in Namespace for name in store.ids(room, model)}
        with closing(ChromaIndex(promise.folder / str(store.meta_get(POINTER)), DIMENSIONS, model)) as index:
            return len(wanted), len(check.find_missing(index, store, sorted(wanted)))
