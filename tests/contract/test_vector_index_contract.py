"""The contract of every `VectorIndex`: Chroma on disk, a real Chroma server, and the exact index in memory."""

from __future__ import annotations

import itertools
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from backend.errors import StorageError
from backend.knowledge.index import BATCH, SERVER_BATCH, ChromaIndex, ChromaServerIndex, ExactIndex
from backend.ports import VectorIndex, Vectors

DIMENSIONS = 16
_numbers = itertools.count()


@pytest.fixture(params=["chroma", "server", "exact"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VectorIndex]:
    if request.param == "exact":
        yield ExactIndex(DIMENSIONS)
        return
    if request.param == "server":
        served = ChromaServerIndex(
            request.getfixturevalue("chroma_url"), DIMENSIONS, "model@0123abcd", prefix=f"t{next(_numbers)}-"
        )
        yield served
        served.drop()
        served.close()
        return
    chroma = ChromaIndex(tmp_path / "index", DIMENSIONS, "model@0123abcd")
    yield chroma
    chroma.close()


def unit(count: int, seed: int = 0) -> Vectors:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))


def names(count: int) -> list[str]:
    return [f"id-{number}" for number in range(count)]


def test_an_empty_index_finds_nothing(index: VectorIndex) -> None:
    assert index.query("static_gk", unit(1), 5) == ()
    assert index.ids("static_gk") == frozenset()


def test_nearest_vectors_come_first_with_their_cosine(index: VectorIndex) -> None:
    vectors = unit(200)
    index.upsert("static_gk", names(200), vectors)
    found = index.query("static_gk", vectors[7], 5)
    cosines = vectors @ vectors[7]
    assert [hit.id for hit in found] == [f"id-{n}" for n in np.argsort(-cosines)[:5]]
    assert [hit.similarity for hit in found] == pytest.approx(sorted(cosines, reverse=True)[:5], abs=1e-5)


def test_a_vector_may_be_flat_or_one_row(index: VectorIndex) -> None:
    vectors = unit(3)
    index.upsert("static_gk", names(3), vectors)
    assert index.query("static_gk", vectors[1], 1) == index.query("static_gk", vectors[1:2], 1)


def test_fewer_rows_than_asked_for(index: VectorIndex) -> None:
    index.upsert("static_gk", names(3), unit(3))
    assert len(index.query("static_gk", unit(1), 10)) == 3
    assert index.query("static_gk", unit(1), 0) == ()


def test_namespaces_are_separate(index: VectorIndex) -> None:
    index.upsert("static_gk", ["a"], unit(1))
    index.upsert("news_evidence", ["b"], unit(1))
    assert index.ids("static_gk") == {"a"}
    assert [hit.id for hit in index.query("news_evidence", unit(1), 5)] == ["b"]


def test_upsert_replaces(index: VectorIndex) -> None:
    index.upsert("static_gk", ["a"], unit(1, seed=1))
    index.upsert("static_gk", ["a"], unit(1, seed=2))
    assert index.query("static_gk", unit(1, seed=2), 5)[0].similarity == pytest.approx(1.0, abs=1e-5)
    assert index.ids("static_gk") == {"a"}


def test_delete_removes_and_ignores_unknown_ids(index: VectorIndex) -> None:
    index.upsert("static_gk", ["a", "b"], unit(2))
    index.delete("static_gk", ["a", "never-there"])
    index.delete("static_gk", [])
    assert index.ids("static_gk") == {"b"}
    assert [hit.id for hit in index.query("static_gk", unit(1), 5)] == ["b"]


def test_no_rows_change_nothing(index: VectorIndex) -> None:
    index.upsert("static_gk", [], unit(0))
    assert index.ids("static_gk") == frozenset()


def test_more_rows_than_one_batch(index: VectorIndex) -> None:
    count = (SERVER_BATCH if isinstance(index, ChromaServerIndex) else BATCH) + 3
    index.upsert("static_gk", names(count), unit(count))
    assert len(index.ids("static_gk")) == count


def test_chroma_persists_its_rows(tmp_path: Path) -> None:
    first = ChromaIndex(tmp_path / "index", DIMENSIONS, "model@0123abcd")
    first.upsert("static_gk", names(50), unit(50))
    first.close()
    second = ChromaIndex(tmp_path / "index", DIMENSIONS, "model@0123abcd")
    assert second.query("static_gk", unit(50)[9], 1)[0].id == "id-9"
    second.close()


def test_uninitialised_bytes_in_chroma_files_are_cleared_when_the_index_opens(tmp_path: Path) -> None:
    with closing(ChromaIndex(tmp_path, 4, "model-1")) as index:
        index.upsert("base", ["a"], np.eye(4, dtype=np.float32)[:1])
    rooms = [file for name in ("data_level0.bin", "length.bin") for file in tmp_path.rglob(name)]
    assert len(rooms) == 2
    for room in rooms:
        room.write_bytes((b"forgotten" * room.stat().st_size)[: room.stat().st_size])
    with closing(ChromaIndex(tmp_path, 4, "model-1")) as index:
        assert [room.read_bytes().strip(b"\0") for room in rooms] == [b"", b""]
        assert [found.id for found in index.query("base", np.eye(4, dtype=np.float32)[0], 1)] == ["a"]


def test_chroma_separates_models(tmp_path: Path) -> None:
    first = ChromaIndex(tmp_path / "index", DIMENSIONS, "model@0123abcd")
    first.upsert("static_gk", names(5), unit(5))
    first.close()
    other = ChromaIndex(tmp_path / "index", DIMENSIONS, "model@ffff0000")
    assert other.ids("static_gk") == frozenset()
    other.close()


def test_a_server_is_shared_by_its_clients(chroma_url: str) -> None:
    one, other = (ChromaServerIndex(chroma_url, DIMENSIONS, "model@0123abcd", prefix="shared-") for _ in range(2))
    one.upsert("static_gk", names(50), unit(50))
    assert other.query("static_gk", unit(50)[9], 1)[0].id == "id-9"
    other.delete("static_gk", ["id-9"])
    assert one.query("static_gk", unit(50)[9], 1)[0].id != "id-9"
    one.drop()
    with pytest.raises(StorageError):
        other.query("static_gk", unit(1), 1)
    one.close()
    other.close()


def test_a_server_that_is_not_there_is_a_storage_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(StorageError):
        ChromaServerIndex(f"http://127.0.0.1:{port}", DIMENSIONS, "model@0123abcd")
