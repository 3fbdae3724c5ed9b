"""The index on a Chroma server that several backends share. The backend that detects a fault repairs the index (R1).

The database names the set of collections in use. If a set has lost vectors, a new set is filled from the database, and
all backends switch to it. While the server is unreachable, lookups work without vectors and report the missing index.
Passages stored during that time are inserted afterwards.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from backend.domain.article import Namespace
from backend.errors import StorageError, StorageTooSlow
from backend.knowledge import check
from backend.knowledge.index import ChromaServerIndex
from backend.knowledge.store import Store
from backend.ports import Embedder, Neighbour, Vectors

NUMBER, BEHIND = "server_index_number", "server_index_behind"
"""Keys in `meta` of the number of the collection set in use, and of a token that is set while this set is incomplete."""

RECORD = "server_index_record"
"""Key in `meta` for the prefix of this database's collections. Other databases may use the same server."""

REPAIR_LOCK = "index"
_BATCH = 2_000
_EMBED_BATCH = 64
WAITED_FOR = 20_000
"""Maximum number of passages for which startup waits until the index has been checked, which takes a few seconds.

With more passages, lookups work without vectors until the check is complete."""
_OLD_CONNECTION_S = 60.0
"""Seconds for which a replaced connection stays open for the requests that still use it."""

_Answer = TypeVar("_Answer")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChromaServer:
    """The URL of the Chroma server, and the headers of every request, including the server's secret if it has one."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PollingIntervals:
    """The intervals of the background thread, in seconds.

    `look_s` is the interval between checks for missing passages or a reachable server, and `count_s` is the interval
    between row counts.
    """

    look_s: float = 5.0
    count_s: float = 60.0


class SharedIndex:
    """A `VectorIndex` (backend.ports) on a Chroma server.

    While the server does not respond, lookups raise StorageTooSlow, but writes never fail.
    """

    def __init__(
        self,
        server: ChromaServer,
        store: Store,
        embedder: Embedder,
        *,
        pace: PollingIntervals | None = None,
        waited_for: int = WAITED_FOR,
    ) -> None:
        self._pace = pace or PollingIntervals()
        self._server = server
        self._store = store
        self._embedder = embedder
        self._lock = threading.RLock()
        self._closing = threading.Event()
        self._record, self._number = store.meta_once(RECORD, secrets.token_hex(4)), ""
        self._serving: ChromaServerIndex | None = None
        self._old_connections: list[tuple[float, ChromaServerIndex]] = []
        self._idle = threading.Event()
        # Until this event is set, lookups work without vectors, because missing passages would go unnoticed.
        self._checked = threading.Event()
        # While this event is set, only the background thread contacts the server, so a hanging server delays only one lookup.
        self._unreachable = threading.Event()
        self._next_count, self._counts_differed = time.monotonic() + self._pace.count_s, False
        self._mark_incomplete()
        if sum(store.count(name, embedder.model_id) for name in Namespace) <= waited_for:
            self._synchronise()
        self._work = threading.Thread(target=self._watch, name="index-watch", daemon=True)
        self._work.start()

    @property
    def state(self) -> str:
        """Either "chroma server", or "behind" while the index lacks passages or the server does not respond."""
        return "chroma server" if self._idle.is_set() and not self._unreachable.is_set() else "behind"

    def query(self, namespace: str, vector: Vectors, k: int) -> tuple[Neighbour, ...]:
        """Return the k nearest neighbours, most similar first."""
        if not self._checked.is_set():
            raise StorageTooSlow("The vector index is being looked through.")
        return self._query_server(lambda index: index.query(namespace, vector, k))

    def ids(self, namespace: str) -> frozenset[str]:
        """Return every id in the index."""
        return self._query_server(lambda index: index.ids(namespace))

    def upsert(self, namespace: str, ids: Sequence[str], vectors: Vectors) -> None:
        """Add or replace rows that are already in the database, or do so later if the server does not respond."""
        self._change(lambda index: index.upsert(namespace, ids, vectors))

    def delete(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove rows, or do so later if the server does not respond. Unknown ids are ignored."""
        self._change(lambda index: index.delete(namespace, ids))

    @property
    def busy(self) -> bool:
        """Always False, because the server maintains its files itself."""
        return False

    def size(self) -> int:
        """Return 0, because the index uses no disk space on this machine."""
        return 0

    def compact(self) -> None:
        """Do nothing, because the server maintains its files itself."""

    def purge_deleted(self) -> None:
        """Do nothing, because the server removes deleted rows from its files itself (docs/scaling.md)."""

    def wait(self, timeout_s: float) -> bool:
        """Wait until the index is complete. Return False on timeout."""
        return self._idle.wait(timeout_s)

    def close(self) -> None:
        """Stop the background work and close the connections."""
        self._closing.set()
        self._work.join(30.0)
        with self._lock:
            self._disconnect(self._serving)
        self._close_old_connections(0)

    # Querying

    def _query_server(self, ask: Callable[[ChromaServerIndex], _Answer]) -> _Answer:
        """Query the server, and retry once after an error, for example if another backend has switched to a new set."""
        if self._unreachable.is_set():
            raise StorageTooSlow("The vector index does not answer.")
        try:
            return self._query_with_retry(ask)
        except StorageError:
            self._unreachable.set()
            raise StorageTooSlow("The vector index does not answer.") from None

    def _query_with_retry(self, ask: Callable[[ChromaServerIndex], _Answer]) -> _Answer:
        index = self._connection()
        try:
            return ask(index)
        except StorageTooSlow:
            # The connection works, and other threads may be using it.
            raise
        except StorageError:
            self._disconnect(index)
        index = self._connection()
        try:
            return ask(index)
        except StorageError:
            self._disconnect(index)
            raise

    def _change(self, change: Callable[[ChromaServerIndex], None]) -> None:
        try:
            self._query_server(lambda index: self._apply_change(change, index))
        except StorageTooSlow:
            log.warning("the Chroma server does not answer; its index is brought up to date later")
            self._mark_incomplete()

    def _mark_incomplete(self) -> None:
        """Mark the index as incomplete with a new token, which a repair that is already running does not clear."""
        self._idle.clear()
        self._store.meta_set(BEHIND, secrets.token_hex(8))

    def _apply_change(self, change: Callable[[ChromaServerIndex], None], index: ChromaServerIndex) -> None:
        change(index)
        with self._lock:
            current = self._serving is index and self._store.meta_get(NUMBER) == self._number
        if not current:
            # The change went to a set of collections that another backend has replaced or is replacing.
            raise StorageError("Another set of collections is in use.")

    def _connection(self) -> ChromaServerIndex:
        with self._lock:
            if self._serving is None:
                number = self._store.meta_get(NUMBER) or "1"
                self._serving, self._number = self._open(number), number
            return self._serving

    def _open(self, number: str) -> ChromaServerIndex:
        embedder = self._embedder
        return ChromaServerIndex(
            self._server.url, embedder.dimensions, embedder.model_id,
            prefix=f"claimlight-{self._record}-{number}-", headers=self._server.headers,
        )  # fmt: skip

    def _disconnect(self, failed: ChromaServerIndex | None) -> None:
        """Drop a failed connection. A connection that another thread has since opened stays in use."""
        with self._lock:
            if failed is not None and self._serving is failed:
                self._serving = None
                self._old_connections.append((time.monotonic(), failed))

    def _close_old_connections(self, after_s: float) -> None:
        """Close connections that were replaced at least `after_s` seconds ago."""
        until = time.monotonic() - after_s
        with self._lock:
            old = [index for when, index in self._old_connections if when <= until]
            self._old_connections = [(when, index) for when, index in self._old_connections if when > until]
        for index in old:
            try:
                index.close()
            except StorageError as error:
                log.warning("the connection to the Chroma server could not be closed: %s", error)

    # Synchronising

    def _watch(self) -> None:
        while not self._closing.is_set():
            self._synchronise()
            self._closing.wait(self._pace.look_s)
            self._close_old_connections(_OLD_CONNECTION_S)

    def _synchronise(self) -> None:
        """Insert missing passages, unless another backend is already inserting them."""
        try:
            if self._unreachable.is_set():
                self._query_with_retry(lambda index: index.count(Namespace.NEWS))
                self._unreachable.clear()
            self._compare_counts()
            if repair_token := self._store.meta_get(BEHIND):
                self._idle.clear()
                with self._store.alone(REPAIR_LOCK) as free:
                    if free:
                        self._repair()
                        # Do not wait until no token is stored: every backend that starts stores one.
                        self._checked.set()
                        # Clear the token last, so that a process killed before this point leaves the token for other backends.
                        self._store.meta_clear(BEHIND, repair_token)
            if not self._store.meta_get(BEHIND):
                self._idle.set()
                self._checked.set()
        except StorageError as error:
            log.warning("the index on the Chroma server is not up to date: %s", error)

    def _compare_counts(self) -> None:
        """Mark the index as incomplete if its row counts differ from the database's counts twice in a row.

        The counts differ if a backend was killed after storing passages and before updating the index.
        """
        if time.monotonic() < self._next_count:
            return
        model = self._embedder.model_id
        differ = any(self._row_count(name) != self._store.count(name, model) for name in Namespace)
        if differ and self._counts_differed:
            self._mark_incomplete()
        # A single difference may be a write in progress.
        self._counts_differed = differ and not self._counts_differed
        self._next_count = time.monotonic() + (0 if self._counts_differed else self._pace.count_s)

    def _row_count(self, namespace: Namespace) -> int:
        return self._query_server(lambda index: index.count(namespace))

    def _repair(self) -> None:
        if not self._store.meta_get(NUMBER):
            self._store.meta_set(NUMBER, "1")
        self._reembed()
        index = self._connection()
        try:
            self._fill(index)
            sample = check.sample(self._store, self._embedder.model_id)
            if not check.is_acceptable(self._count_missing(index, sample), len(sample)):
                self._replace_collections(index)
        except StorageTooSlow:
            raise
        except StorageError:
            self._disconnect(index)
            raise

    def _count_missing(self, index: ChromaServerIndex, passage_keys: Sequence[check.PassageKey]) -> int:
        """Return the same number as `IndexSupervisor._count_missing`, but without holding a lock.

        A passage that is being deleted may be inserted again. The next row count detects it within a minute.
        """
        missing = check.find_missing(index, self._store, passage_keys)
        if check.is_mendable(len(missing), len(passage_keys)):
            check.insert_again(index, self._store, missing)
            missing = check.find_missing(index, self._store, missing)
        return len(missing)

    def _replace_collections(self, old: ChromaServerIndex) -> None:
        """Fill a new set of collections, switch to it, and remove the old set."""
        log.warning("the index on the Chroma server does not find its own vectors and is built anew")
        number = str(int(self._number) + 1)
        new = self._open(number)
        self._fill(new)
        with self._lock:
            self._store.meta_set(NUMBER, number)
            self._serving, self._number = new, number
        # Add the passages that other backends wrote to the old set before the switch.
        self._fill(new)
        old.drop()
        old.close()

    def _fill(self, index: ChromaServerIndex) -> None:
        """Make the index contain the same ids as the database."""
        model = self._embedder.model_id
        for namespace in Namespace:
            indexed = index.ids(namespace)
            recorded = self._store.ids(namespace, model)
            missing = sorted(recorded - indexed)
            for start in range(0, len(missing), _BATCH):
                if self._closing.is_set():
                    raise StorageError("The service ends.")
                names, vectors = self._store.vectors(missing[start : start + _BATCH], model)
                if names:
                    index.upsert(namespace, names, vectors)
            unknown_ids = indexed - recorded
            if unknown_ids:
                index.delete(namespace, sorted(unknown_ids - self._store.ids(namespace, model)))

    def _reembed(self) -> None:
        """Compute new vectors for passages whose vectors come from another model."""
        while old := self._store.other_model(self._embedder.model_id, _EMBED_BATCH):
            if self._closing.is_set():
                raise StorageError("The service ends.")
            vectors = self._embedder.embed([text for _, text, _ in old])
            self._store.replace_vectors([name for name, _, _ in old], vectors, self._embedder.model_id)
