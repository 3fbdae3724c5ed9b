"""The index at start-up: damage is detected, queries are answered, and the index is rebuilt (R1, R2)."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from backend.errors import DataFolderLocked, StorageError
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.database import FILE_NAME
from backend.knowledge.full_text_words import search_words
from backend.knowledge.lock import FolderLock
from backend.knowledge.startup import open_knowledge
from backend.sources.registry import SourceRegistry
from tests.knowledge_damage import INDEX_DAMAGE, garble_database, index_folder
from tests.unit.knowledge.world import Clock, Opener, WordEmbedder, passage, some_passages

COUNT = 1_050
"""Number of passages: more than Chroma keeps in memory before writing its graph, and more than a start rebuilds."""


def finds_itself(knowledge: KnowledgeBase, count: int) -> bool:
    looked_up = some_passages(count)[:: max(1, count // 6)]
    return all(knowledge.recall(p.text, 5)[0].passage == p for p in looked_up)


@pytest.fixture(scope="module")
def sound(registry: SourceRegistry, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed folder with an intact index."""
    folder = tmp_path_factory.mktemp("sound") / "data"
    with closing(open_knowledge(folder, WordEmbedder(), registry, Clock())) as knowledge:
        knowledge.ingest(some_passages(COUNT))
    return folder


REOPENED = ("missing", "graph garbage", "the last start died opening it")
"""Damage that leaves different traces: no folder, a folder in quarantine, and a mark in the database."""


@pytest.mark.parametrize("damage", INDEX_DAMAGE)
def test_a_damaged_index_is_replaced_by_exact_search_and_rebuilt(
    opener: Opener, tmp_path: Path, sound: Path, damage: str
) -> None:
    shutil.copytree(sound, tmp_path / "data")
    INDEX_DAMAGE[damage](tmp_path / "data")
    knowledge = opener()
    assert finds_itself(knowledge, COUNT)
    knowledge.ingest([passage("Added meanwhile.")])
    # An intact index is checked slowly in the background, and no client waits for the check.
    assert knowledge.stats()["index"] == "chroma" or knowledge.wait_for_index(60)
    assert knowledge.stats()["index"] == "chroma"
    assert finds_itself(knowledge, COUNT)
    assert knowledge.recall("Added meanwhile.", 1)[0].passage.text == "Added meanwhile."
    knowledge.close()
    if damage in REOPENED:
        assert opener().stats()["index"] == "chroma"


def test_index_that_breaks_at_run_time_is_replaced(opener: Opener, tmp_path: Path) -> None:
    knowledge = opener()
    knowledge.ingest(some_passages(50))
    garble_database(tmp_path / "data")
    knowledge.ingest([passage("Added after the damage.")])
    assert knowledge.recall("Added after the damage.", 1)[0].passage.text == "Added after the damage."
    assert knowledge.wait_for_index(60)
    assert finds_itself(knowledge, 50)


def test_recall_answers_if_the_database_is_locked_when_the_index_breaks(
    opener: Opener, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    knowledge = opener()
    knowledge.ingest(some_passages(50))
    garble_database(tmp_path / "data")
    with closing(sqlite3.connect(tmp_path / "data" / FILE_NAME, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert finds_itself(knowledge, 50)
    assert "could not be quarantined" in caplog.text


def test_rows_that_the_index_missed_are_added_at_start(opener: Opener, tmp_path: Path) -> None:
    first = opener()
    first.ingest(some_passages(30))
    first.close()
    shutil.copytree(index_folder(tmp_path / "data"), tmp_path / "older")
    second = opener()
    second.ingest([passage("Acknowledged, then the power failed.")])
    second.close()
    folder = index_folder(tmp_path / "data")
    shutil.rmtree(folder)
    (tmp_path / "older").rename(folder)
    third = opener()
    assert third.stats()["index"] == "chroma"
    assert third.recall("Acknowledged, then the power failed.", 1)[0].similarity == pytest.approx(1.0, abs=1e-4)


def test_rows_that_only_the_index_has_are_removed_at_start(opener: Opener, tmp_path: Path) -> None:
    first = opener()
    first.ingest(some_passages(30))
    first.close()
    with sqlite3.connect(tmp_path / "data" / FILE_NAME) as db:
        db.create_function("search_words", 1, search_words)
        db.execute("DELETE FROM passages WHERE text LIKE 'Fact 3 %'")
    db.close()
    again = opener()
    assert len(again.recall("Fact 3", 30)) == 29
    assert again.stats()["passages"] == 29


def test_a_truncated_log_loses_only_its_end_with_a_warning(
    opener: Opener, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    first = opener()
    first.ingest(some_passages(30))
    for number in range(10):
        first.ingest([passage(f"Acknowledged later, number {number}.")])
    # A killed process leaves this state: the log has not been merged.
    shutil.copytree(data, copy)
    log = copy / f"{FILE_NAME}-wal"
    log.write_bytes(log.read_bytes()[: log.stat().st_size * 3 // 4])
    cut = opener(folder=copy)
    left = cut.stats()["passages"]
    assert 30 <= left < 40
    assert f"the record lacks {40 - left} passages that its index knows" in caplog.text
    assert all(cut.recall(p.text, 3)[0].passage == p for p in some_passages(30)[::7])


def test_only_an_unclosed_index_is_rebuilt(opener: Opener, tmp_path: Path) -> None:
    data, killed = tmp_path / "data", tmp_path / "killed"
    first = opener()
    first.ingest(some_passages(30))
    shutil.copytree(data, killed)
    first.close()
    begun = index_folder(data).name
    opener().close()
    assert index_folder(data).name == begun
    survivor = opener(folder=killed)
    assert index_folder(killed).name != begun
    assert survivor.stats()["index"] == "chroma"
    assert finds_itself(survivor, 30)


def test_another_embedder_reembeds_passages(opener: Opener) -> None:
    first = opener("words@00000001")
    first.ingest(some_passages(550))
    first.close()
    knowledge = opener("words@00000002")
    assert knowledge.wait_for_index(60)
    assert knowledge.stats()["index"] == "chroma"
    assert finds_itself(knowledge, 550)


def test_nothing_is_embedded_again_at_a_normal_start(opener: Opener) -> None:
    first = opener()
    first.ingest(some_passages(20))
    revision = first.revision
    first.close()
    again = opener()
    assert again.revision == revision
    assert finds_itself(again, 20)


def test_only_one_process_can_lock_the_folder(opener: Opener, tmp_path: Path) -> None:
    opener()
    with pytest.raises(DataFolderLocked) as refused:
        opener()
    assert str(tmp_path / "data") in refused.value.message
    assert "--data-dir" in refused.value.hint


def test_the_lock_file_contains_the_holders_url(tmp_path: Path) -> None:
    held = FolderLock(tmp_path, url="http://[::1]:8740")
    with pytest.raises(DataFolderLocked) as refused:
        FolderLock(tmp_path)
    assert refused.value.url == "http://[::1]:8740"
    held.release()
    later = FolderLock(tmp_path)
    with pytest.raises(DataFolderLocked) as refused:
        FolderLock(tmp_path)
    assert refused.value.url == ""
    later.release()


def test_the_folder_is_free_again_after_close(opener: Opener) -> None:
    opener().close()
    opener()


def test_a_failed_start_frees_the_folder(opener: Opener, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / FILE_NAME).write_bytes(b"not a database " * 1_000)
    for _ in range(2):
        with pytest.raises(StorageError):
            opener()


def test_the_data_is_readable_only_by_its_user(opener: Opener, tmp_path: Path) -> None:
    opener().ingest(some_passages(3))
    data = tmp_path / "data"
    assert data.stat().st_mode & 0o777 == 0o700
    assert index_folder(data).stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o077 for file in data.iterdir() if file.is_file()} == {0}


def test_folder_may_have_any_name(opener: Opener, tmp_path: Path) -> None:
    folder = tmp_path / "Ünïcode data? 100% #1"
    first = opener(folder=folder)
    first.ingest(some_passages(30))
    first.close()
    assert (folder / FILE_NAME).is_file()
    assert finds_itself(opener(folder=folder), 30)
