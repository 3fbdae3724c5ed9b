"""Checks the vector index, quarantines a damaged index, and rebuilds it while exact search is used (R1)."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from backend.domain.article import Namespace
from backend.errors import StorageError
from backend.knowledge import check
from backend.knowledge.disk_quota import folder_bytes
from backend.knowledge.folders import IndexFolders
from backend.knowledge.index import ChromaIndex, ExactIndex
from backend.knowledge.store import Store
from backend.ports import Embedder, Neighbour, VectorIndex, Vectors

SMALL = 500
"""Maximum number of passages for which the index is rebuilt during startup (in about a second)."""

PURGE = "index_purge"
"""Key in `meta` whose value is non-empty while the index files may still contain deleted passages."""

REBUILDS = 3
"""Maximum number of rebuilds per process. After the last rebuild, exact search stays in use."""

_BATCH = 2_000
_EMBED_BATCH = 64
_PAUSE_S = 0.005

_Answer = TypeVar("_Answer")

log = logging.getLogger(__name__)


class IndexSupervisor:
    """A `VectorIndex` (backend.ports) that survives failures of the underlying index.

    Searches never see an empty or half-built index.
    """

    def __init__(self, root: Path, store: Store, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._folders = IndexFolders(root, store)
        self._lock = threading.RLock()
        # Held while a folder is built, so only one folder is built at a time. Acquired before `_lock`, never after it.
        self._rebuilding = threading.Lock()
        self._closed = self._failed = False
        self._closing = threading.Event()
        self._work: threading.Thread | None = None
        self._purging: threading.Thread | None = None
        self._rebuilds = 0
        # A single attribute, so that a search sees either the old index or the new one.
        self._serving: ChromaIndex | ExactIndex = ExactIndex(embedder.dimensions)
        self._start()

    @property
    def state(self) -> str:
        """Either "chroma", or "exact" while Chroma's index is being rebuilt or cannot be rebuilt."""
        return "chroma" if isinstance(self._serving, ChromaIndex) else "exact"

    # VectorIndex

    def query(self, namespace: str, vector: Vectors, k: int) -> tuple[Neighbour, ...]:
        """Return the k nearest neighbours, most similar first."""
        return self._query_with_fallback(lambda index: index.query(namespace, vector, k))

    def ids(self, namespace: str) -> frozenset[str]:
        """Return every id in the index."""
        return self._query_with_fallback(lambda index: index.ids(namespace))

    def upsert(self, namespace: str, ids: Sequence[str], vectors: Vectors) -> None:
        """Add or replace rows that are already in the database."""
        with self._lock:
            self._query_with_fallback(lambda index: index.upsert(namespace, ids, vectors))

    def delete(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove rows. Unknown ids are ignored."""
        with self._lock:
            self._query_with_fallback(lambda index: index.delete(namespace, ids))
            self._folders.drop_quarantined()

    @property
    def busy(self) -> bool:
        """Whether a rebuild, check or purge is running in the background."""
        return any(work is not None and work.is_alive() for work in (self._work, self._purging))

    def size(self) -> int:
        """Return the size of the index folder in use, in bytes."""
        return folder_bytes(self._folders.current(self._embedder.model_id))

    def compact(self) -> None:
        """In the background, build a new index folder without deleted passages, and then switch to it."""
        if self.state == "chroma" and not self.busy:
            self._in_background(self._replace_folder)

    def purge_deleted(self) -> None:
        """Remove deleted passages from Chroma's files in the background.

        After a crash, the next start resumes the removal.
        """
        self._store.meta_set(PURGE, secrets.token_hex(8))
        self._purge_in_background()

    def wait(self, timeout_s: float) -> bool:
        """Wait for the background work, and return whether it has finished."""
        until = time.monotonic() + timeout_s
        for work in (self._work, self._purging):
            if work is not None:
                work.join(max(0.0, until - time.monotonic()))
        return not self.busy

    def close(self) -> None:
        """Stop the background work and release the files."""
        self._closing.set()
        self.wait(30.0)
        with self._lock:
            sound = isinstance(self._serving, ChromaIndex) and not self._failed and not self._closed
            self._closed = True
            _close(self._serving)
            if sound:
                with suppress(StorageError):
                    self._folders.mark_in_use(False)

    # Starting

    def _start(self) -> None:
        model = self._embedder.model_id
        folder = self._folders.current(model)
        if folder is None:
            self._fall_back("there is no usable index yet")
            return
        self._folders.mark_opening(True)
        try:
            chroma = self._serving = ChromaIndex(folder, self._embedder.dimensions, model)
            if self._folders.may_be_damaged:
                check.log_unknown_passages(chroma, self._store, model)
                raise StorageError("The last process ended without closing the vector index.")
            check.repair(chroma, self._store, model)
            sample = check.sample(self._store, model)
            if not check.is_acceptable(self._count_missing(chroma, sample), len(sample)):
                raise StorageError("The vector index does not find its own vectors.")
        except StorageError as error:
            self._fall_back(str(error))
            return
        self._folders.mark_opening(False)
        self._folders.mark_in_use(True)
        self._in_background(lambda: self._check_remaining(chroma, frozenset(sample)))
        if self._store.meta_get(PURGE):
            self._purge_in_background()

    def _check_remaining(self, chroma: ChromaIndex, done: frozenset[tuple[Namespace, str]]) -> None:
        """Check every vector that was not in the sample, with pauses."""
        missing_count, checked_count = 0, len(done)
        for namespace in Namespace:
            for name in sorted(self._store.ids(namespace, self._embedder.model_id)):
                if (namespace, name) in done:
                    continue
                if self._serving is not chroma or self._closing.wait(_PAUSE_S):
                    return
                if check.find_missing(chroma, self._store, [(namespace, name)]):
                    missing_count += self._count_missing_after_insert(chroma, [(namespace, name)])
                checked_count += 1
        if not check.is_acceptable(missing_count, checked_count):
            self._fall_back("the vector index does not find its own vectors", failed=chroma, inline=True)

    def _count_missing(self, chroma: ChromaIndex, passage_keys: Sequence[check.PassageKey]) -> int:
        """Return how many passages a search for their own vector misses, after inserting them again if that may help."""
        missing = check.find_missing(chroma, self._store, passage_keys)
        return (
            self._count_missing_after_insert(chroma, missing)
            if check.is_mendable(len(missing), len(passage_keys))
            else len(missing)
        )

    def _count_missing_after_insert(self, chroma: ChromaIndex, missing: Sequence[check.PassageKey]) -> int:
        # Without the lock, a passage that is being deleted could be inserted again.
        with self._lock:
            check.insert_again(chroma, self._store, missing)
        return len(check.find_missing(chroma, self._store, missing))

    # Falling back and rebuilding

    def _query_with_fallback(self, ask: Callable[[VectorIndex], _Answer]) -> _Answer:
        index = self._serving
        try:
            return ask(index)
        except StorageError as error:
            if isinstance(index, ExactIndex):
                raise
            if self._closing.is_set():
                # Another process may own the folder by now. Record the failure so that the next start rebuilds the index.
                self._failed = True
                raise
            self._fall_back(str(error), failed=index)
            return ask(self._serving)

    def _fall_back(self, reason: str, *, failed: VectorIndex | None = None, inline: bool = False) -> None:
        """Switch to exact search, and rebuild the index. `inline` means that the caller is the background thread."""
        with self._lock:
            if self._closing.is_set() or (failed is not None and failed is not self._serving):
                return
            log.info("the vector index is rebuilt from the record: %s", reason)
            old, self._serving = self._serving, self._load_exact()
            _close(old)
            try:
                self._folders.quarantine()
            except StorageError as error:
                # The database is locked or full. Exact search answers, and the next start rebuilds the index.
                self._failed = True
                log.warning("the vector index could not be quarantined: %s", error)
        self._rebuilds += 1
        if self._rebuilds > REBUILDS:
            return
        if inline or (failed is None and self._store.counts()["passages"] <= SMALL):
            self._rebuild_if_exact()
        else:
            self._in_background(self._rebuild_if_exact)

    def _load_exact(self) -> ExactIndex:
        exact = ExactIndex(self._embedder.dimensions)
        for namespace in Namespace:
            ids = sorted(self._store.ids(namespace, self._embedder.model_id))
            if ids:
                exact.upsert(namespace, *self._store.vectors(ids))
        return exact

    def _rebuild_if_exact(self) -> None:
        with self._rebuilding:
            # Another rebuild may have finished in the meantime.
            if isinstance(self._serving, ExactIndex):
                self._rebuild()

    def _replace_folder(self) -> bool:
        """Build a new folder and switch to it. Return whether the new folder is now in use."""
        with self._rebuilding:
            return isinstance(self._serving, ChromaIndex) and self._rebuild()

    def _purge_in_background(self) -> None:
        with self._lock:
            if not self._closing.is_set() and (self._purging is None or not self._purging.is_alive()):
                self._purging = threading.Thread(
                    target=self._log_errors, args=(self._purge,), name="index-purge", daemon=True
                )
                self._purging.start()

    def _purge(self) -> None:
        """Rebuild the index until the folder in use is newer than every requested purge."""
        while not self._closing.is_set():
            with self._rebuilding:
                # Read the token while no folder is being built, because a folder being filled may contain deleted passages.
                purge_token = self._store.meta_get(PURGE)
                if purge_token and not (isinstance(self._serving, ChromaIndex) and self._rebuild()):
                    return
            with self._lock:
                self._folders.drop_quarantined()
                if not purge_token or self._store.meta_clear(PURGE, purge_token):
                    self._purging = None
                    return

    def _rebuild(self) -> bool:
        """Build a new folder and switch to it. Return whether it is now in use. The caller must hold `_rebuilding`."""
        try:
            self._reembed()
            folder = self._folders.new_folder()
            chroma: ChromaIndex | ExactIndex = ChromaIndex(folder, self._embedder.dimensions, self._embedder.model_id)
        except StorageError as error:
            log.warning("the vector index could not be rebuilt, what serves goes on: %s", error)
            return False
        try:
            self._fill(chroma)
            with self._lock:
                if not self._closing.is_set():
                    check.repair(chroma, self._store, self._embedder.model_id)
                    self._folders.use(folder, self._embedder.model_id)
                    chroma, self._serving = self._serving, chroma
                    return True
        except StorageError as error:
            log.warning("the vector index could not be rebuilt, what serves goes on: %s", error)
        finally:
            # Close the index that is not in use: the new one if there was no switch, otherwise the old one.
            _close(chroma)
        self._folders.discard(folder)
        return False

    def _reembed(self) -> None:
        """Compute new vectors for passages whose vectors come from another model."""
        while not self._closing.is_set():
            old = self._store.other_model(self._embedder.model_id, _EMBED_BATCH)
            if not old:
                return
            vectors = self._embedder.embed([text for _, text, _ in old])
            with self._lock:
                self._store.replace_vectors([name for name, _, _ in old], vectors, self._embedder.model_id)
                for (name, _, namespace), vector in zip(old, vectors, strict=True):
                    self._serving.upsert(namespace, [name], vector.reshape(1, -1))

    def _fill(self, chroma: VectorIndex) -> None:
        for namespace in Namespace:
            ids = sorted(self._store.ids(namespace, self._embedder.model_id))
            for start in range(0, len(ids), _BATCH):
                if self._closing.is_set():
                    return
                chroma.upsert(namespace, *self._store.vectors(ids[start : start + _BATCH]))

    def _in_background(self, work: Callable[[], object]) -> None:
        if not self._closing.is_set():
            self._work = threading.Thread(target=self._log_errors, args=(work,), name="index-supervisor", daemon=True)
            self._work.start()

    def _log_errors(self, work: Callable[[], object]) -> None:
        try:
            work()
        except StorageError as error:
            log.warning("background work on the vector index ended early: %s", error)


def _close(index: ChromaIndex | ExactIndex) -> None:
    if isinstance(index, ChromaIndex):
        try:
            index.close()
        except StorageError as error:
            log.warning("the vector index could not be closed: %s", error)
