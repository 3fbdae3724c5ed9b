"""An index is repaired if a few of its passages cannot be found, and not used if many cannot be found."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.domain.article import Namespace
from backend.knowledge import check
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.database import Database
from backend.knowledge.index import ExactIndex
from backend.knowledge.store import Store
from backend.ports import Neighbour, Vectors
from tests.unit.knowledge.world import some_passages

MODEL = "words@00000001"


class Unlinked(ExactIndex):
    """Does not find some passages until they are inserted again, like a graph with unreachable nodes."""

    def __init__(self, dimensions: int) -> None:
        super().__init__(dimensions)
        self.hidden: set[str] = set()

    def upsert(self, namespace: str, ids: tuple[str, ...], vectors: Vectors) -> None:  # type: ignore[override]
        self.hidden -= set(ids)
        super().upsert(namespace, ids, vectors)

    def query(self, namespace: str, vector: Vectors, k: int) -> tuple[Neighbour, ...]:
        return tuple(hit for hit in super().query(namespace, vector, k) if hit.id not in self.hidden)


@pytest.fixture
def store(knowledge: KnowledgeBase, tmp_path: Path) -> Store:
    knowledge.ingest(some_passages(40))
    return Store(Database(tmp_path / "data"))


def index_of(store: Store) -> Unlinked:
    names, vectors = store.vectors(sorted(store.ids(Namespace.NEWS, MODEL)))
    index = Unlinked(vectors.shape[1])
    index.upsert(Namespace.NEWS, names, vectors)
    return index


def test_missing_passages_are_found_after_reinsertion(store: Store) -> None:
    index, everything = index_of(store), check.sample(store, MODEL)
    index.hidden = {everything[3][1], everything[7][1]}
    lost = check.find_missing(index, store, everything)
    assert set(lost) == {everything[3], everything[7]}
    assert not check.is_acceptable(len(lost), len(everything))
    assert check.is_mendable(len(lost), len(everything))
    check.insert_again(index, store, lost)
    assert check.find_missing(index, store, everything) == ()
    store.close()


def test_deleted_passages_are_not_reinserted(store: Store) -> None:
    index, (one, *_) = index_of(store), check.sample(store, MODEL)
    index.delete(Namespace.NEWS, [one[1]])
    store.remove([one[1]])
    check.insert_again(index, store, [one])
    assert one[1] not in index.ids(Namespace.NEWS)
    store.close()


@pytest.mark.parametrize(
    ("missed", "looked_up", "may"), [(0, 200, True), (8, 200, True), (21, 200, False), (0, 0, False)]
)
def test_a_damaged_index_is_not_mendable(missed: int, looked_up: int, may: bool) -> None:
    assert check.is_mendable(missed, looked_up) is may
