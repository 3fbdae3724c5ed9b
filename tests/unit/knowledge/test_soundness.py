"""A damaged database is reported at start-up in plain words, and not a single byte of it is changed."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from backend.errors import StorageDamaged
from backend.knowledge.database import FILE_NAME
from backend.knowledge.soundness import check_sound
from backend.knowledge.startup import open_knowledge
from backend.sources.registry import SourceRegistry
from tests.knowledge_damage import RECORD_DAMAGE, Damage, truncate_record
from tests.unit.knowledge.world import Clock, Opener, WordEmbedder, some_passages


def contents(data: Path) -> dict[str, bytes]:
    """Return the database and its log. An empty new log is not content, and -shm is only memory."""
    files = {file.name: file.read_bytes() for file in data.glob("knowledge*") if not file.name.endswith("-shm")}
    return {name: content for name, content in files.items() if content}


@pytest.fixture(scope="module")
def sound(registry: SourceRegistry, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed folder with 100 passages."""
    folder = tmp_path_factory.mktemp("sound") / "data"
    with closing(open_knowledge(folder, WordEmbedder(), registry, Clock())) as knowledge:
        knowledge.ingest(some_passages(100))
    return folder


@pytest.fixture
def data(sound: Path, tmp_path: Path) -> Path:
    return shutil.copytree(sound, tmp_path / "data")


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
    assert opener().stats()["passages"] == 100


def test_a_database_with_an_unmerged_log_passes(opener: Opener, data: Path) -> None:
    open_one = opener()
    open_one.ingest(some_passages(120))
    assert (data / f"{FILE_NAME}-wal").stat().st_size
    check_sound(data / FILE_NAME)
