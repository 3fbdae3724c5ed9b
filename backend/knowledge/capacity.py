"""Keeps the knowledge base within its disk limit (R8).

When the cap is exceeded, the least recently used passages are removed: first leads in quarantine, then trusted passages
that no verdict cites. Seed facts, current affairs, and passages that a verdict cites are kept. If these alone exceed
the cap, no new passages are stored.
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
"""Maximum number of new passages between two disk checks, unless `SHARE` of the cap is reached earlier."""
SHARE = 0.05
"""Fraction of the cap that new passages may use before the next disk check."""
DOWN_TO = 0.9
"""Fraction of the cap that is in use after a clean-up. The rest stays free, so not every claim triggers a clean-up."""
INDEXED = 3_600
"""Bytes that the index needs per passage (measured: 36 MB for 10,000)."""
FULL = "The knowledge base has reached its cap, and everything in it is cited or built in, so nothing new is kept."


class CappedStore(Protocol):
    """The operations that `Capacity` needs on the database and the index, which share one limit."""

    def bytes(self) -> int:
        """Return the number of bytes used by the database and the index."""
        ...

    def passages(self) -> int:
        """Return the number of passages."""
        ...

    def spare(self, limit: int, /) -> tuple[str, ...]:
        """Return the ids of the passages to remove first."""
        ...

    def remove(self, ids: Sequence[str], /) -> int:
        """Delete passages from the database and the index, and return the number of deleted passages."""
        ...

    @property
    def busy(self) -> bool:
        """Whether freed disk space is being reclaimed."""
        ...

    def compact(self) -> None:
        """Reclaim freed disk space in the background."""
        ...

    def alone(self) -> AbstractContextManager[bool]:
        """Lock out other backends during the `with` block. Yields False if another backend is already cleaning up."""
        ...


class Holdings:
    """The `CappedStore` that consists of the database and the index."""

    def __init__(self, store: Store, index: MaintainedIndex) -> None:
        self._store = store
        self._index = index

    def bytes(self) -> int:
        """Return the number of bytes used by the database and the index on this machine."""
        return self._store.quota.bytes() + self._index.size()

    def passages(self) -> int:
        """Return the number of passages."""
        return self._store.quota.passages()

    def spare(self, limit: int, /) -> tuple[str, ...]:
        """Return the ids of the passages to remove first."""
        return self._store.quota.spare(limit)

    def remove(self, ids: Sequence[str], /) -> int:
        """Delete passages along with their vectors, words and triples, and return the number of deleted passages."""
        removed = self._store.remove(ids)
        for namespace in Namespace:
            self._index.delete(namespace, ids)
        return removed

    @property
    def busy(self) -> bool:
        """Whether the index is being rebuilt."""
        return self._index.busy

    def compact(self) -> None:
        """Rebuild the index without the deleted passages."""
        self._index.compact()

    def alone(self) -> AbstractContextManager[bool]:
        """Lock out other backends, so that only one backend at a time removes passages."""
        return self._store.alone("room")


@dataclass(frozen=True, slots=True, kw_only=True)
class CapacityState:
    """Disk usage for the status page, with `cap` and `used` in bytes. A `cap` of 0 means no limit.

    `dropped` is the number of passages that this backend has removed since it started.
    """

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
        """Raise StorageReadOnly if there is no space for new passages."""
        if self._full:
            self.clean_up_if_due()
        if self._full:
            raise StorageReadOnly(FULL)

    def added(self, count: int) -> None:
        """Add `count` to the number of new passages since the last disk check."""
        self._new += count

    def clean_up_if_due(self) -> int:
        """Clean up if the cap is exceeded and enough passages have been added since the last check.

        Returns the number of removed passages. Raises StorageError.
        """
        if not self._cap or (self._new < self._every and not self._full) or not self._lock.acquire(blocking=False):
            return 0
        try:
            self._new = 0
            with self._store.alone() as acquired:
                return self._make_room() if acquired else 0
        finally:
            self._lock.release()

    def state(self) -> CapacityState:
        """Return the current disk usage."""
        return CapacityState(cap=self._cap, used=self._store.bytes(), dropped=self._dropped, full=self._full)

    def _make_room(self) -> int:
        used, count = self._store.bytes(), self._store.passages()
        if used <= self._cap or not count or self._store.busy:
            self._full = False
            return 0
        self._sweep()
        bytes_per_passage = max(used / count, INDEXED)
        ids_to_remove = self._store.spare(ceil((used - DOWN_TO * self._cap) / bytes_per_passage))
        removed = self._store.remove(ids_to_remove) if ids_to_remove else 0
        self._dropped += removed
        self._full = not removed
        if removed:
            self._store.compact()
            log.info("the knowledge base passed its cap: %d passages were dropped", removed)
        return removed


def clean_up_safely(clean_up: Callable[[], int]) -> None:
    """Run a clean-up, and log any StorageError instead of failing the verdict that triggered the clean-up."""
    try:
        clean_up()
    except StorageError as error:
        log.warning("no room could be made in the knowledge base: %s", error)
