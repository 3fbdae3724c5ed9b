"""Keeps the knowledge base within its share of the disk (R8).

When the cap is exceeded, the least recently used passages are removed: first leads in quarantine, then trusted passages that no
verdict cites. Passages that a verdict cites, seed facts and current affairs stay; if they alone exceed the cap, nothing new is stored.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from math import ceil
from typing import Protocol

from backend.domain.article import Namespace
from backend.errors import StorageError, StorageReadOnly
from backend.knowledge.store import Store
from backend.knowledge.values import MaintainedIndex

log = logging.getLogger(__name__)

RULE = (
    "Beyond the cap the leads in quarantine that were not used for longest go first, then trusted passages that no verdict cites. "
    "Passages that a verdict cites, built-in facts and current affairs stay."
)
EVERY = 500
"""The maximum number of new passages between two checks of the disk, unless `SHARE` of the cap is smaller."""
SHARE = 0.05
"""The share of the cap after which the disk is checked."""
DOWN_TO = 0.9
"""Share of the cap that is in use after a clean-up; the rest is free, so that not every claim causes another one."""
INDEXED = 3_600
"""Bytes that the index needs per passage (measured: 36 MB for 10,000)."""
FULL = "The knowledge base has reached its cap, and everything in it is cited or built in, so nothing new is kept."


class CappedStore(Protocol):
    """Record and index together."""

    def bytes(self) -> int:
        """Bytes used by both."""
        ...

    def passages(self) -> int:
        """Number of passages."""
        ...

    def spare(self, limit: int, /) -> tuple[str, ...]:
        """Ids of the passages to remove first."""
        ...

    def remove(self, ids: Sequence[str], /) -> int:
        """Delete passages everywhere."""
        ...

    @property
    def busy(self) -> bool:
        """Whether freed space is being returned at this moment."""
        ...

    def compact(self) -> None:
        """Return freed space in the background."""
        ...

    def alone(self) -> AbstractContextManager[bool]:
        """Lock out other backends for one block; yields False while another backend on the same record is cleaning up."""
        ...


class Holdings:
    """The `CappedStore` of a record with its index."""

    def __init__(self, store: Store, index: MaintainedIndex) -> None:
        self._store = store
        self._index = index

    def bytes(self) -> int:
        """Bytes used by both on this machine."""
        return self._store.quota.bytes() + self._index.size()

    def passages(self) -> int:
        """Number of passages."""
        return self._store.quota.passages()

    def spare(self, limit: int, /) -> tuple[str, ...]:
        """Ids of the passages to remove first."""
        return self._store.quota.spare(limit)

    def remove(self, ids: Sequence[str], /) -> int:
        """Delete passages with their vectors, words and triples."""
        removed = self._store.remove(ids)
        for namespace in Namespace:
            self._index.delete(namespace, ids)
        return removed

    @property
    def busy(self) -> bool:
        """Whether the index is being rebuilt."""
        return self._index.busy

    def compact(self) -> None:
        """Rebuild the index without what was removed."""
        self._index.compact()

    def alone(self) -> AbstractContextManager[bool]:
        """Lock out other backends, so that two of them do not both remove the excess."""
        return self._store.alone("room")


@dataclass(frozen=True, slots=True, kw_only=True)
class CapacityState:
    """State for the status page, in bytes; a `cap` of 0 means no limit. `dropped`: passages removed by this backend since its start."""

    cap: int
    used: int
    dropped: int
    full: bool


class Capacity:
    """Removes passages when the cap is exceeded. Thread-safe."""

    def __init__(self, store: CappedStore, cap: int, *, sweep: Callable[[], object]) -> None:
        self._store = store
        self._cap = cap
        self._sweep = sweep
        self._every = min(EVERY, max(1, int(SHARE * cap / (2 * INDEXED)))) if cap else EVERY
        self._lock = threading.Lock()
        self._new = self._every
        self._dropped = 0
        self._full = False

    def check(self) -> None:
        """Raises StorageReadOnly when there is no space for new passages."""
        if self._full:
            self.look()
        if self._full:
            raise StorageReadOnly(FULL)

    def added(self, count: int) -> None:
        """Count new passages."""
        self._new += count

    def look(self) -> int:
        """Clean up if enough was added since the last check and the cap is exceeded. Returns how many were removed. Raises StorageError."""
        if not self._cap or (self._new < self._every and not self._full) or not self._lock.acquire(blocking=False):
            return 0
        try:
            self._new = 0
            with self._store.alone() as mine:
                return self._make_room() if mine else 0
        finally:
            self._lock.release()

    def state(self) -> CapacityState:
        """The current state."""
        return CapacityState(cap=self._cap, used=self._store.bytes(), dropped=self._dropped, full=self._full)

    def _make_room(self) -> int:
        used, count = self._store.bytes(), self._store.passages()
        if used <= self._cap or not count or self._store.busy:
            self._full = False
            return 0
        self._sweep()
        each = max(used / count, INDEXED)
        gone = self._store.spare(ceil((used - DOWN_TO * self._cap) / each))
        removed = self._store.remove(gone) if gone else 0
        self._dropped += removed
        self._full = not removed
        if removed:
            self._store.compact()
            log.info("the knowledge base passed its cap: %d passages were dropped", removed)
        return removed


def quietly(look: Callable[[], int]) -> None:
    """Run a clean-up and log its failure, which must not fail the answer that triggered it."""
    try:
        look()
    except StorageError as error:
        log.warning("no room could be made in the knowledge base: %s", error)
