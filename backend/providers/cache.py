"""A small thread-safe least-recently-used cache for model outputs."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class OutputCache(Generic[Key, Value]):
    """Caches the `capacity` most recently used outputs. Several threads may compute and store the same key at once."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._lock = threading.Lock()
        self._items: OrderedDict[Key, Value] = OrderedDict()

    def fill(self, keys: Sequence[Key], compute: Callable[[list[Key]], Iterable[Value]]) -> list[Value]:
        """Return the value of each key, in order. `compute` is called once, with the distinct keys that are not cached."""
        known = self._cached(keys)
        missing = [key for key in dict.fromkeys(keys) if key not in known]
        if missing:
            fresh = dict(zip(missing, compute(missing), strict=True))
            self._store(fresh)
            known |= fresh
        return [known[key] for key in keys]

    def _cached(self, keys: Sequence[Key]) -> dict[Key, Value]:
        found: dict[Key, Value] = {}
        with self._lock:
            for key in keys:
                if key in self._items:
                    self._items.move_to_end(key)
                    found[key] = self._items[key]
        return found

    def _store(self, fresh: dict[Key, Value]) -> None:
        with self._lock:
            self._items.update(fresh)
            while len(self._items) > self._capacity:
                self._items.popitem(last=False)
