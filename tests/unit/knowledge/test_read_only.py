"""With a read-only data folder, answers come from a temporary copy, and every write is refused (R2)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.api import wire
from backend.domain.claim import VerifyRequest
from backend.errors import StorageError, StorageReadOnly
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.database import storage_errors
from backend.knowledge.startup import Stores, open_knowledge, open_stores
from backend.sources.registry import SourceRegistry
from tests.api_world import make_verdict
from tests.unit.knowledge.world import Clock, WordEmbedder, passage

FACT = passage("The Earth is an oblate spheroid.")


@pytest.fixture
def stores(tmp_path: Path, registry: SourceRegistry) -> Iterator[Stores]:
    def opening(folder: Path) -> KnowledgeBase:
        if folder == tmp_path:
            raise StorageReadOnly("read-only file system")
        knowledge = open_knowledge(folder, WordEmbedder(), registry, Clock())
        knowledge.ingest([FACT])
        return knowledge

    opened = open_stores(tmp_path, opening)
    yield opened
    opened.history.close()
    opened.knowledge.close()


def test_built_in_facts_are_found_in_a_read_only_folder(stores: Stores) -> None:
    assert stores.knowledge.recall("oblate spheroid")[0].passage == FACT


def test_every_change_is_refused_with_a_reason(stores: Stores) -> None:
    answer = wire.result(make_verdict(VerifyRequest(claim="The Earth is flat")), job_id="j")
    changes = (
        lambda: stores.knowledge.ingest([FACT]),
        lambda: stores.knowledge.learn({}, ()),
        lambda: stores.knowledge.forget(passage_id=FACT.id),
        lambda: stores.history.add(answer),
        lambda: stores.history.delete("s1"),
        stores.history.clear,
    )
    for change in changes:
        with pytest.raises(StorageReadOnly, match="data folder cannot be written"):
            change()


def test_the_temporary_folder_is_removed_at_close(stores: Stores, tmp_path: Path) -> None:
    assert stores.folder.is_dir()
    assert stores.folder != tmp_path
    stores.history.close()
    stores.knowledge.close()
    assert not stores.folder.exists()


def test_damaged_folder_is_not_replaced(tmp_path: Path) -> None:
    def opening(folder: Path) -> KnowledgeBase:
        raise StorageError("not a database")

    with pytest.raises(StorageError, match="not a database"):
        open_stores(tmp_path, opening)


def test_writable_folder_is_used_directly(tmp_path: Path, registry: SourceRegistry) -> None:
    stores = open_stores(tmp_path, lambda folder: open_knowledge(folder, WordEmbedder(), registry, Clock()))
    assert stores.folder == tmp_path
    assert stores.knowledge.ingest([FACT]).new == 1
    stores.history.close()
    stores.knowledge.close()


def test_knowledge_is_closed_when_the_history_cannot_be_opened(tmp_path: Path, registry: SourceRegistry) -> None:
    (tmp_path / "history.sqlite3").write_bytes(b"this is no database" * 100)
    for _ in range(2):
        with pytest.raises(StorageError, match="history"):
            open_stores(tmp_path, lambda folder: open_knowledge(folder, WordEmbedder(), registry, Clock()))


@pytest.mark.parametrize(
    "code",
    [sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY_DBMOVED, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_WRITE],
)
def test_a_full_or_read_only_disk_is_detected_by_sqlite_error_codes(code: int) -> None:
    """IOERR_SHMSIZE is SQLite's error when an existing file is opened on a full disk (observed on a full tmpfs)."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    with pytest.raises(StorageReadOnly, match="history"), storage_errors("history"):
        raise error


def test_a_damaged_file_is_not_reported_as_a_full_disk() -> None:
    error = sqlite3.DatabaseError("malformed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    with pytest.raises(StorageError) as raised, storage_errors():
        raise error
    assert not isinstance(raised.value, StorageReadOnly)
