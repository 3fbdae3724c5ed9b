"""The database itself: migrations, a full or read-only disk, and access from many threads."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from backend.domain.article import Namespace
from backend.errors import StorageError, StorageReadOnly
from backend.knowledge.database import FILE_NAME, Database
from backend.knowledge.migrations import RECORD, steps
from backend.knowledge.store import Store
from backend.knowledge.values import NewPassage
from backend.sources.registry import SourceRegistry
from tests.unit.knowledge.world import DIMENSIONS, passage

NOW = "2026-01-01T00:00:00+00:00"


def rows(count: int, registry: SourceRegistry, start: int = 0) -> list[NewPassage]:
    found = [passage(f"Text {number} " + "x" * 500) for number in range(start, start + count)]
    vector = np.ones(DIMENSIONS, dtype=np.float32)
    return [NewPassage(passage=p, vector=vector, rating=registry.rate(p.source)) for p in found]


def add(store: Store, new: list[NewPassage]) -> int:
    return store.add(new, namespace=Namespace.NEWS, quarantined=True, model_id="m", now=NOW)


def test_missing_steps_are_applied_to_an_older_file(tmp_path: Path, registry: SourceRegistry) -> None:
    database = Database(tmp_path)
    add(Store(database), rows(2, registry))
    with database.read() as db:
        assert db.exec_driver_sql("PRAGMA user_version").scalar_one() == len(steps(RECORD, "sqlite"))
    database.close()
    again = Database(tmp_path)
    assert Store(again).counts()["passages"] == 2
    again.close()


def test_settings_required_for_crash_safety(tmp_path: Path) -> None:
    database = Database(tmp_path)
    with database.read() as db:
        found = {name: db.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in ("journal_mode", "synchronous")}
        assert db.exec_driver_sql("PRAGMA foreign_keys").scalar_one() == 1
        assert db.exec_driver_sql("PRAGMA secure_delete").scalar_one() == 1
    assert found == {"journal_mode": "wal", "synchronous": 1}
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o777 == 0o600
    database.close()


@pytest.mark.parametrize("limit", ["PRAGMA query_only = ON", "PRAGMA max_page_count = 1"])
def test_a_full_or_read_only_disk_refuses_writes_but_not_reads(
    tmp_path: Path, registry: SourceRegistry, limit: str
) -> None:
    database = Database(tmp_path)
    store = Store(database)
    add(store, rows(3, registry))
    with database.read() as db:
        db.exec_driver_sql(limit)
    with pytest.raises(StorageReadOnly):
        add(store, rows(300, registry, start=3))
    assert store.counts()["passages"] == 3
    assert len(store.fetch([row.passage.id for row in rows(3, registry)])) == 3
    database.close()


def test_a_folder_that_cannot_be_created_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError):
        Database(tmp_path / "file")


def test_a_failed_transaction_leaves_nothing(tmp_path: Path, registry: SourceRegistry) -> None:
    database = Database(tmp_path)
    store = Store(database)
    broken = NewPassage(
        passage=passage("lone \ud800 surrogate"), vector=np.ones(4, dtype=np.float32), rating=registry.rate("a.org")
    )
    with pytest.raises(StorageError):
        add(store, [*rows(3, registry), broken])
    assert store.counts()["passages"] == 0
    database.close()


def test_many_threads_write_and_read(tmp_path: Path, registry: SourceRegistry) -> None:
    database = Database(tmp_path)
    store = Store(database)
    problems: list[StorageError] = []

    def work(number: int) -> None:
        try:
            for batch in range(5):
                add(store, rows(4, registry, start=1_000 * number + 4 * batch))
                store.counts()
                store.meta_set(f"key-{number}", str(batch))
        except StorageError as error:
            problems.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert store.counts()["passages"] == 8 * 20
    assert store.revision == 8 * 5
    assert store.meta_get("key-3") == "4"
    assert store.meta_get("never-set") is None
    database.close()
