"""Concurrent rebuilds: deletions during a compaction, and writes after closing (R1, S17)."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from backend.errors import StorageError, StorageReadOnly
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.database import Database
from backend.knowledge.folders import IN_USE, POINTER
from backend.knowledge.index_supervisor import PURGE, IndexSupervisor
from backend.knowledge.store import Store
from backend.ports import Vectors
from backend.sources.registry import SourceRegistry
from tests.job_world import eventually
from tests.unit.knowledge.world import SECRET, Clock, Opener, WordEmbedder, passage, some_passages, traces


class SlowStore(Store):
    """Blocks one reader of vectors, after the vectors are read, from `hold` until `go`."""

    def __init__(self, folder: Path) -> None:
        super().__init__(Database(folder))
        self.hold, self.held, self.go = threading.Event(), threading.Event(), threading.Event()

    def vectors(self, ids: Sequence[str], model_id: str = "") -> tuple[tuple[str, ...], Vectors]:
        found = super().vectors(ids, model_id)
        if self.hold.is_set() and not self.held.is_set():
            self.held.set()
            assert self.go.wait(30)
        return found


def opened_supervisor(folder: Path) -> tuple[KnowledgeBase, SlowStore, IndexSupervisor]:
    store = SlowStore(folder)
    supervisor = IndexSupervisor(folder, store, WordEmbedder())
    return (
        KnowledgeBase(store, supervisor, WordEmbedder(), SourceRegistry.load(None), clock=Clock()),
        store,
        supervisor,
    )


def folders(data: Path) -> set[str]:
    return {path.name for path in data.iterdir() if path.is_dir()}


def open_files(data: Path) -> list[str]:
    """Return the index files that this process has open, if the system reports them."""
    found = []
    for link in Path("/proc/self/fd").glob("*"):
        with suppress(OSError):
            found.append(str(link.readlink()))
    return [name for name in found if f"{data}/index-" in name]


def test_passage_forgotten_during_compaction_leaves_the_files(tmp_path: Path) -> None:
    knowledge, store, supervisor = opened_supervisor(tmp_path)
    knowledge.ingest([SECRET, *some_passages(1_020)], quarantined=False)
    assert supervisor.wait(60)
    store.hold.set()
    supervisor.compact()
    assert store.held.wait(30)
    # The folder under construction has already received the vector.
    assert knowledge.forget(passage_id=SECRET.id) == 1
    store.go.set()
    assert supervisor.wait(60)
    assert traces(tmp_path) == set()
    assert store.meta_get(PURGE) == ""
    assert (supervisor.state, folders(tmp_path)) == ("chroma", {store.meta_get(POINTER)})
    assert knowledge.recall(some_passages(78)[77].text, 1)[0].passage == some_passages(78)[77]
    knowledge.close()


def test_replaced_index_is_closed(tmp_path: Path) -> None:
    knowledge, store, supervisor = opened_supervisor(tmp_path)
    knowledge.ingest(some_passages(60), quarantined=False)
    for number in range(2):
        supervisor.compact()
        knowledge.forget(passage_id=some_passages(60)[number].id)
        assert supervisor.wait(60)
    serving = str(store.meta_get(POINTER))
    # Chroma's own threads release the files slightly after the client is closed.
    eventually(lambda: all(serving in name for name in open_files(tmp_path)))
    knowledge.close()


def test_interrupted_rebuild_leaves_no_folder(tmp_path: Path) -> None:
    knowledge, store, supervisor = opened_supervisor(tmp_path)
    knowledge.ingest(some_passages(60), quarantined=False)
    assert supervisor.wait(60)
    serving = store.meta_get(POINTER)
    store.hold.set()
    supervisor.compact()
    assert store.held.wait(30)
    ending = threading.Thread(target=knowledge.close)
    ending.start()
    store.go.set()
    ending.join(60)
    assert folders(tmp_path) == {serving}


def test_late_write_does_not_quarantine_a_sound_index(tmp_path: Path) -> None:
    knowledge, store, supervisor = opened_supervisor(tmp_path)
    knowledge.ingest(some_passages(30), quarantined=False)
    assert supervisor.wait(60)
    before, pointer = folders(tmp_path), store.meta_get(POINTER)
    supervisor.close()
    with pytest.raises(StorageError):
        supervisor.upsert("news_evidence", ["late"], WordEmbedder().embed(["late"]))
    assert folders(tmp_path) == before
    assert (store.meta_get(POINTER), store.meta_get(IN_USE)) == (pointer, "")
    knowledge.close()


def test_changes_after_close_are_refused_and_the_index_stays_sound(opener: Opener, tmp_path: Path) -> None:
    first = opener()
    first.ingest(some_passages(30), quarantined=False)
    begun = folders(tmp_path / "data")
    first.close()
    for change in (
        lambda: first.ingest([passage("Too late.")]),
        lambda: first.learn({}, [some_passages(1)[0].id]),
        lambda: first._store.count_citation([some_passages(1)[0].id]),
        lambda: first.forget(passage_id=some_passages(1)[0].id),
    ):
        with pytest.raises(StorageReadOnly, match="ending"):
            change()
    second = opener()
    assert folders(tmp_path / "data") == begun
    assert second.stats()["passages"] == 30
