"""A damaged database is reported at start-up in plain words, and not a single byte of it is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.errors import StorageDamaged
from backend.knowledge.database import FILE_NAME
from backend.knowledge.soundness import check_sound
from tests.knowledge_damage import RECORD_DAMAGE, Damage, truncate_record
from tests.unit.knowledge.world import Opener, some_passages


def contents(data: Path) -> dict[str, bytes]:
    """Return the database and its log. An empty new log is not content, and -shm is only memory."""
    files = {file.name: file.read_bytes() for file in data.glob("knowledge*") if not file.name.endswith("-shm")}
    return {name: content for name, content in files.items() if content}


@pytest.fixture
def data(opener: Opener, tmp_path: Path) -> Path:
    knowledge = opener()
    knowledge.ingest(some_passages(300))
    knowledge.close()
    return tmp_path / "data"


@pytest.mark.parametrize("damage", RECORD_DAMAGE.values(), ids=RECORD_DAMAGE)
def test_a_damaged_database_is_reported_and_not_changed(opener: Opener, data: Path, damage: Damage) -> None:
    damage(data)
    before = contents(data)
    for _ in range(2):
        with pytest.raises(StorageDamaged, match=FILE_NAME):
            opener()
    assert contents(data) == before


def test_a_truncated_large_database_is_detected_by_its_length(data: Path) -> None:
    check_sound(data / FILE_NAME, fully_checked=1)
    truncate_record(data)
    with pytest.raises(StorageDamaged):
        check_sound(data / FILE_NAME, fully_checked=1)


def test_a_sound_or_missing_database_passes(opener: Opener, data: Path) -> None:
    check_sound(data / FILE_NAME)
    check_sound(data / "nothing.sqlite3")
    assert opener().stats()["passages"] == 300


def test_a_database_with_an_unmerged_log_passes(opener: Opener, data: Path) -> None:
    open_one = opener()
    open_one.ingest(some_passages(320))
    assert (data / f"{FILE_NAME}-wal").stat().st_size
    check_sound(data / FILE_NAME)
