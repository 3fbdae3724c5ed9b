"""Vector indexes with one interface: Chroma in a folder, Chroma on a server, and an exact index in memory.

The exact index is used while the Chroma index is rebuilt. Chroma stores only ids and vectors. Texts and metadata are
stored only in the database, so they never have to be synchronised.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import chromadb
import httpx
import numpy as np
from chromadb.config import Settings

from backend.errors import StorageError, StorageTooSlow
from backend.ports import Neighbour, Vectors

BATCH = 5_461
"""Chroma's maximum number of rows per call."""

HNSW = {"space": "cosine", "ef_construction": 100, "ef_search": 400, "max_neighbors": 16}
"""Settings of Chroma's HNSW index.

With an ef_search of 100, searches for the vectors themselves miss 4% of a million vectors. With 400, they miss 0 to
1.5%, and a search takes about 1 ms (decision 0031)."""

SERVER_TIMEOUT_S = 10.0
"""Time limit in seconds for one request to a Chroma server."""

SERVER_BATCH = 500
"""Maximum number of vectors per request. 2,000 vectors took more than ten seconds on a server with a tenth of a core."""

_SETTINGS = Settings(anonymized_telemetry=False)
_PAGE = 20_000
_UNSAVED = 1_000
"""Maximum number of rows in a collection that Chroma may not have saved yet (Chroma's `sync_threshold`)."""
_SESSIONS = ("_server._session", "_admin_client._server._session")


class _Collections:
    """The operations common to a Chroma folder and a Chroma server, with one collection per namespace and model."""

    _client: Any
    """The Chroma client, typed as Any because Chroma's own annotations lack `close`."""
    _batch = BATCH

    def __init__(self, dimensions: int, model_id: str, *, prefix: str = "") -> None:
        self._dimensions = dimensions
        self._model = "".join(char for char in model_id[-8:] if char.isalnum()) or "model"
        self._prefix = prefix
        self._collections: dict[str, Any] = {}
        self._lock = threading.Lock()

    def upsert(self, namespace: str, ids: Sequence[str], vectors: Vectors) -> None:
        """Add or replace rows, in batches."""
        rows = np.asarray(vectors, dtype=np.float32)
        with _chroma_errors():
            for start in range(0, len(ids), self._batch):
                part = slice(start, start + self._batch)
                self._collection(namespace).upsert(ids=list(ids[part]), embeddings=rows[part])

    def delete(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove rows. Unknown ids are ignored."""
        with _chroma_errors():
            collection = self._collection(namespace)
            for start in range(0, len(ids), BATCH):
                known = collection.get(ids=list(ids[start : start + BATCH]), include=[])["ids"]
                if known:
                    collection.delete(ids=known)

    def query(self, namespace: str, vector: Vectors, k: int) -> tuple[Neighbour, ...]:
        """Return the k nearest neighbours, most similar first."""
        if k <= 0:
            return ()
        with _chroma_errors():
            found = self._collection(namespace).query(
                query_embeddings=np.asarray(vector, dtype=np.float32).reshape(1, self._dimensions),
                n_results=k,
                include=["distances"],
            )
        pairs = zip(found["ids"][0], found["distances"][0], strict=True)
        return tuple(Neighbour(id=name, similarity=1.0 - float(distance)) for name, distance in pairs)

    def ids(self, namespace: str) -> frozenset[str]:
        """Return every id in the index."""
        with _chroma_errors():
            return frozenset(self._collection(namespace).get(include=[])["ids"])

    def close(self) -> None:
        """Close the client, which releases its files or connections."""
        with _chroma_errors():
            self._client.close()

    def _collection(self, namespace: str) -> Any:
        with self._lock:
            if namespace not in self._collections:
                self._collections[namespace] = self._client.get_or_create_collection(
                    f"{self._prefix}{namespace}-{self._model}", embedding_function=None, configuration={"hnsw": HNSW}
                )
            return self._collections[namespace]


class ChromaIndex(_Collections):
    """A `VectorIndex` (backend.ports) in a folder that only one process may use. Raises StorageError."""

    def __init__(self, folder: Path, dimensions: int, model_id: str) -> None:
        super().__init__(dimensions, model_id)
        with _chroma_errors():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._client = chromadb.PersistentClient(str(folder), settings=_SETTINGS)
        self._folder = folder
        self._writing = threading.Lock()
        try:
            self._load_unsaved()
            self._cleared_segments = self._segment_folders()
            self._overwrite_reserved_space(self._cleared_segments)
        except StorageError:
            self.close()
            raise

    def upsert(self, namespace: str, ids: Sequence[str], vectors: Vectors) -> None:
        """Add or replace rows, in batches."""
        with self._writing:
            super().upsert(namespace, ids, vectors)
            new = self._segment_folders() - self._cleared_segments
            self._overwrite_reserved_space(new)
            self._cleared_segments |= new

    def _segment_folders(self) -> set[Path]:
        """Return the folders of all collections that have ever contained a row."""
        return {header.parent for header in self._folder.glob("*/header.bin")}

    def _load_unsaved(self) -> None:
        """Query unsaved collections, so that Chroma writes their files before `_overwrite_reserved_space` changes them."""
        nothing = np.zeros((1, self._dimensions), dtype=np.float32)
        with _chroma_errors():
            small = [one for one in self._client.list_collections() if one.count() <= _UNSAVED]
            for collection in small:
                collection.query(query_embeddings=nothing, n_results=1, include=[])

    def _overwrite_reserved_space(self, segments: Iterable[Path]) -> None:
        """Overwrite the space that Chroma reserved for future vectors, which may contain the text of deleted passages.

        Chroma fills the reserved space with arbitrary memory. The files of a saved collection have no reserved space.
        """
        try:
            for segment in segments:
                if not (segment / "index_metadata.pickle").exists():
                    for name in ("data_level0.bin", "length.bin"):
                        with (segment / name).open("r+b") as file:
                            file.write(bytes(os.fstat(file.fileno()).st_size))
        except OSError as error:
            raise StorageError(f"The vector index failed: {type(error).__name__}") from error


class ChromaServerIndex(_Collections):
    """A `VectorIndex` (backend.ports) on a Chroma server, which any number of processes may share. Raises StorageError.

    The collection names start with `prefix`, and `headers`, such as Authorization, are sent with every request.
    """

    _batch = SERVER_BATCH

    def __init__(
        self, url: str, dimensions: int, model_id: str, *, prefix: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(dimensions, model_id, prefix=prefix)
        place = urlsplit(url)
        secure = place.scheme == "https"
        with _chroma_errors():
            self._client = chromadb.HttpClient(
                host=place.hostname or "localhost",
                port=place.port or (443 if secure else 80),
                ssl=secure,
                headers=dict(headers or {}),
                settings=chromadb.config.Settings(anonymized_telemetry=False),
            )
            # Chroma's client sets no timeout and has no option for one. Each client has its own session.
            self._sessions: tuple[httpx.Client, ...] = attrgetter(*_SESSIONS)(self._client)
            for session in self._sessions:
                session.timeout = SERVER_TIMEOUT_S

    def ids(self, namespace: str) -> frozenset[str]:
        """Return every id in the index, fetched page by page."""
        found: list[str] = []
        with _chroma_errors():
            collection = self._collection(namespace)
            while page := collection.get(include=[], limit=_PAGE, offset=len(found))["ids"]:
                found += page
        return frozenset(found)

    def count(self, namespace: str) -> int:
        """Return the number of rows."""
        with _chroma_errors():
            return int(self._collection(namespace).count())

    def close(self) -> None:
        """Close the client and the connections that Chroma's own `close` leaves open."""
        super().close()
        for session in self._sessions:
            session.close()

    def drop(self) -> None:
        """Delete the collections with this prefix and model on the server."""
        ending = f"-{self._model}"
        with _chroma_errors():
            for collection in self._client.list_collections():
                if collection.name.startswith(self._prefix) and collection.name.endswith(ending):
                    self._client.delete_collection(collection.name)


class ExactIndex:
    """A `VectorIndex` (backend.ports) in memory that compares the query with every vector. Thread-safe."""

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        self._lock = threading.Lock()
        self._rows: dict[str, dict[str, Vectors]] = {}
        self._packed: dict[str, tuple[tuple[str, ...], Vectors]] = {}

    def upsert(self, namespace: str, ids: Sequence[str], vectors: Vectors) -> None:
        """Add or replace rows."""
        with self._lock:
            self._rows.setdefault(namespace, {}).update(zip(ids, vectors, strict=True))
            self._packed.pop(namespace, None)

    def delete(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove rows. Unknown ids are ignored."""
        with self._lock:
            for name in ids:
                self._rows.get(namespace, {}).pop(name, None)
            self._packed.pop(namespace, None)

    def query(self, namespace: str, vector: Vectors, k: int) -> tuple[Neighbour, ...]:
        """Return the k nearest neighbours, most similar first."""
        names, matrix = self._matrix(namespace)
        if not names or k <= 0:
            return ()
        similarities = matrix @ np.asarray(vector, dtype=np.float32).reshape(self._dimensions)
        best = np.argsort(-similarities, kind="stable")[:k]
        return tuple(Neighbour(id=names[index], similarity=float(similarities[index])) for index in best)

    def ids(self, namespace: str) -> frozenset[str]:
        """Return every id in the index."""
        with self._lock:
            return frozenset(self._rows.get(namespace, {}))

    def _matrix(self, namespace: str) -> tuple[tuple[str, ...], Vectors]:
        with self._lock:
            if namespace not in self._packed:
                rows = self._rows.get(namespace, {})
                stack = np.stack(list(rows.values())) if rows else np.zeros((0, self._dimensions), dtype=np.float32)
                self._packed[namespace] = (tuple(rows), stack)
            return self._packed[namespace]


@contextmanager
def _chroma_errors() -> Iterator[None]:
    """Convert Chroma's errors to StorageError, including panics in its Rust core, which derive from BaseException."""
    try:
        yield
    except httpx.TimeoutException as error:
        raise StorageTooSlow("The vector index did not answer in time.") from error
    except BaseException as error:
        if isinstance(error, Exception) or type(error).__name__ == "PanicException":
            raise StorageError(f"The vector index failed: {type(error).__name__}") from error
        raise
