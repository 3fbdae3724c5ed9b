"""Tests failures of the database and the index (locked, overwritten or removed files) while the service runs."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from backend.knowledge.database import FILE_NAME as RECORD
from backend.knowledge.history import FILE_NAME as HISTORY
from scripts.attacks.service import real_service
from scripts.outages import OutageOptions
from scripts.outages.claims import LIMITS, OutageClaim, asked, problems
from scripts.outages.engines import row_of
from scripts.outages.report import OutageRow
from tests.api_world import World
from tests.knowledge_damage import garble_database, garble_record_middle, index_folder

GROUP = "storage"
KNOWN = ("The Earth is flat", "False")


@contextmanager
def _locked(data: Path, file: str) -> Iterator[None]:
    """Hold a write lock on the file, as another program might."""
    with closing(sqlite3.connect(data / file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def _database_overwritten(data: Path) -> Iterator[None]:
    garble_record_middle(data)
    yield


@contextmanager
def _index_overwritten(data: Path) -> Iterator[None]:
    garble_database(data)
    yield


@contextmanager
def _index_removed(data: Path) -> Iterator[None]:
    shutil.rmtree(index_folder(data))
    yield


CASES = (
    (
        "record",
        "locked",
        partial(_locked, file=RECORD),
        OutageClaim(claim=KNOWN[0], expected=KNOWN[1], named=("not_saved",), remember=True),
    ),
    (
        "history",
        "locked",
        partial(_locked, file=HISTORY),
        OutageClaim(claim=KNOWN[0], expected=KNOWN[1], named=("not_saved",), remember=True),
    ),
    ("record", "garbage", _database_overwritten, OutageClaim(claim=KNOWN[0], expected=KNOWN[1], named=())),
    ("index", "garbage", _index_overwritten, OutageClaim(claim=KNOWN[0], expected=KNOWN[1], named=(), remember=True)),
    ("index", "gone", _index_removed, OutageClaim(claim=KNOWN[0], expected=KNOWN[1], named=(), remember=True)),
)


def run(options: OutageOptions) -> Iterable[OutageRow]:
    """Yield a report row for each part and kind of failure. After a lock is released, the next answer must be saved."""
    for part, way, breaking, case in CASES:
        if options.wants(f"{GROUP} {part} {way}"):
            with real_service(**LIMITS) as served:
                data = served.services.settings.data_dir
                with breaking(data):
                    seen = asked(served, case)
                found = problems(seen, case, options.grace_s)
                if "not_saved" in case.named:
                    found += [] if not seen.found.get("saved") else ["it says that it was saved"]
                    found += _save_problems(served, case)
            yield row_of(GROUP, part, way, seen, found)


def _save_problems(served: World, case: OutageClaim) -> list[str]:
    again = asked(served, case)
    return [] if again.found.get("saved") else ["afterwards nothing is saved any more"]
