"""A consistent view of current affairs that keeps showing one generation, even after a new one replaces it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from backend.knowledge.generations import Generations

T = TypeVar("T")


class GenerationView:
    """A view of one generation, for the duration of one knowledge base query. Every method may raise StorageError."""

    def __init__(self, generations: Generations, live: int) -> None:
        self._generations = generations
        self._live = live

    @classmethod
    def now(cls, generations: Generations) -> GenerationView:
        """Return a view of the current generation."""
        return cls(generations, generations.live())

    def visible(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Return the ids that are visible in this view, in the given order."""
        hidden = self._generations.hidden(ids, self._live)
        return tuple(name for name in ids if name not in hidden)

    def best_visible(self, ask: Callable[[int], Sequence[T]], limit: int, name_of: Callable[[T], str]) -> tuple[T, ...]:
        """Return the best `limit` visible items of a ranked list.

        `ask` returns the best n items. It is called again with a larger n as long as too few items are visible.
        """
        asked = limit
        while True:
            found = ask(asked)
            visible_ids = set(self.visible([name_of(item) for item in found]))
            if len(visible_ids) >= limit or len(found) < asked:
                return tuple(item for item in found if name_of(item) in visible_ids)[:limit]
            asked *= 2
