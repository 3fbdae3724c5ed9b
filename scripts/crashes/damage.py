"""Tests damaged files: an index that is missing, truncated, overwritten or inconsistent, and a damaged database.

A damaged index must not cause data loss: it is set aside, the first answer comes from the database, and a new index is
built and put into use. A truncated or overwritten database must be reported at startup, and none of its bytes may
change.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from scripts.crashes import CrashOptions
from scripts.crashes.checking import Promise
from scripts.crashes.kills import BASE_FOLDER, check_in_new_process, nursery, prepared
from scripts.crashes.report import CrashRow
from scripts.crashes.rows import passages
from tests.knowledge_damage import INDEX_DAMAGE, RECORD_DAMAGE, Damage, index_folder

ROOT = Path(__file__).resolve().parents[2]
CLAIM = "The Earth is flat"
_PATIENCE_S = 180.0
_WRITES = 8
"""Number of batches to ingest before a log is truncated. After four times as many, an index differs enough from its
earlier state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Creates copies of an intact folder, for the tests to damage."""

    processes: Any
    room: Path

    def copy(self, name: str) -> Path:
        """Return a copy of the intact folder."""
        folder = self.room / "".join(sign if sign.isalnum() else "-" for sign in name)
        shutil.copytree(self.room / BASE_FOLDER, folder)
        return folder


def run(options: CrashOptions) -> Iterable[CrashRow]:
    """Yield a report row for each kind of damage."""
    with nursery() as processes, tempfile.TemporaryDirectory(prefix="claimlight-crash-") as folder:
        bench = Bench(processes=processes, room=Path(folder))
        task = prepared(processes, bench.room)
        wedged = {"graph and list of two moments (wedged)": lambda data: _make_index_inconsistent(data, task)}
        for name, damage in {**INDEX_DAMAGE, **wedged}.items():
            options.tell(f"  index {name}")
            yield _index_row(bench, name, damage)
        options.tell("  log cut off")
        yield _truncated_log_row(bench, task)
        for name, damage in RECORD_DAMAGE.items():
            options.tell(f"  record {name}")
            yield _database_row(bench, name, damage)


def _index_row(bench: Bench, name: str, damage: Damage) -> CrashRow:
    folder = bench.copy(name)
    damage(folder)
    found = check_in_new_process(
        bench.processes, Promise(folder=folder, activity="base", steps=0, turn=0, thorough=True)
    )
    problem = found if isinstance(found, str) else found.problem
    told = (
        "" if isinstance(found, str) else f"first answer by {found.began} search, own-vector recall {found.recall:.2%}"
    )
    return CrashRow(group="damage", case=f"index: {name}", tried=1, failed=(problem,) if problem else (), told=told)


def _make_index_inconsistent(data: Path, task: Any) -> None:
    """Put the index into the state left by a kill during a write, with Chroma's graph older than its list of entries."""
    before = data.with_name(f"{data.name}-before")
    shutil.copytree(index_folder(data), before)
    with closing(replace(task, folder=data).open()) as knowledge:
        for batch in range(_WRITES * 4):
            knowledge.ingest(passages("wedge", batch))
    for old in before.rglob("*.bin"):
        shutil.copy(old, index_folder(data) / old.relative_to(before))


def _truncated_log_row(bench: Bench, task: Any) -> CrashRow:
    """Truncate the write-ahead log by a quarter and check the folder.

    SQLite must keep the complete part of the log, and nothing older may be lost.
    """
    begun, folder = bench.copy("log-begun"), bench.room / "log-cut"
    with closing(replace(task, folder=begun).open()) as knowledge:
        for batch in range(_WRITES):
            knowledge.ingest(passages("log", batch))
        shutil.copytree(begun, folder)
    log = folder / "knowledge.sqlite3-wal"
    log.write_bytes(log.read_bytes()[: log.stat().st_size * 3 // 4])
    found = check_in_new_process(
        bench.processes, Promise(folder=folder, activity="base", steps=0, turn=0, thorough=True)
    )
    problem = found if isinstance(found, str) else found.problem
    told = "the changes in its end are lost, with a warning; everything before is there"
    return CrashRow(
        group="damage", case="record: write-ahead log cut off", tried=1, failed=(problem,) if problem else (), told=told
    )


def _database_row(bench: Bench, name: str, damage: Damage) -> CrashRow:
    folder = bench.copy(name)
    damage(folder)
    before = dict(_contents(folder))
    done = subprocess.run(
        [sys.executable, "-m", "backend", "--claim", CLAIM, "--json", "--offline", "--data-dir", str(folder)],
        cwd=ROOT, check=False, capture_output=True, text=True, timeout=_PATIENCE_S,
    )  # fmt: skip
    problems = []
    if done.returncode != 1 or "knowledge base" not in done.stderr:
        problems.append(f"it ended with {done.returncode}: {done.stderr[-200:]}")
    if "Traceback" in done.stderr:
        problems.append("a stack trace was shown")
    changed = sorted(file for file, digest in before.items() if dict(_contents(folder)).get(file) != digest)
    problems += [f"{file} was changed" for file in changed]
    said = done.stderr.strip().splitlines()
    return CrashRow(
        group="damage", case=f"record: {name}", tried=1, failed=tuple(problems), told=said[0] if said else ""
    )


def _contents(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (name, digest) for the database and its log, but not for the shared memory file (-shm), which holds no content."""
    for file in [f for f in sorted(folder.glob("knowledge.sqlite3*")) if not f.name.endswith("-shm")]:
        yield file.name, hashlib.sha256(file.read_bytes()).hexdigest()
