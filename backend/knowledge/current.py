"""The current affairs of the knowledge base, which the refresh job updates (docs/design.md#current-affairs)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from backend.domain.article import Namespace, Passage
from backend.knowledge.generations import Generations
from backend.knowledge.values import IngestReport
from backend.ports import VectorIndex, Vectors

GRACE = timedelta(minutes=10)
"""How long a replaced generation is kept.

The period is twice the longest request deadline, so no request is still reading the generation when it is removed."""
GIVEN_UP = timedelta(hours=6)
"""Age at which a generation that never came into use is considered abandoned."""

OUTCOME = "refresh_outcome"
"""Key in `meta` under which the outcome of the last refresh is stored, as JSON."""


class CurrentAffairsStore(Protocol):
    """The methods of `Store` that `CurrentAffairs` uses."""

    @property
    def generations(self) -> Generations:
        """The generations of current affairs."""
        ...

    def remove(self, ids: Sequence[str], /) -> int:
        """Delete passages, and return the number of deleted passages."""
        ...

    def meta_get(self, key: str, /) -> str | None:
        """Return the value stored under a key, or None."""
        ...

    def meta_set(self, key: str, value: str, /) -> None:
        """Store a value under a key."""
        ...

    def vectors(self, ids: Sequence[str], /) -> tuple[tuple[str, ...], Vectors]:
        """Return the ids that exist, and their vectors."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentState:
    """The number of the current generation, its size, and when it came into use (ISO 8601).

    Before the first generation, the number is 0 and `since` is "".
    """

    generation: int = 0
    passages: int = 0
    since: str = ""


class CurrentAffairs:
    """The current affairs in the database and the index. Thread-safe.

    Every method may raise StorageError, and methods that write may also raise StorageReadOnly.
    """

    def __init__(
        self,
        store: CurrentAffairsStore,
        index: VectorIndex,
        ingest: Callable[[Sequence[Passage]], IngestReport],
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._generations = store.generations
        self._index = index
        self._ingest = ingest
        self._clock = clock

    def alone(self) -> AbstractContextManager[bool]:
        """Lock out other processes during the `with` block. Yields False if one of them is refreshing."""
        return self._generations.alone()

    def begin(self) -> int:
        """Begin a new, empty generation, and return its number."""
        return self._generations.begin(self._now())

    def add(self, generation: int, passages: Sequence[Passage], trusted: Collection[str]) -> IngestReport:
        """Add passages to a generation that is being built.

        Passages whose ids are in `trusted` leave quarantine at the switch. Passages that an earlier generation already
        contains are not embedded again.
        """
        self._generations.join(generation, {passage.id: passage.id in trusted for passage in passages})
        return self._ingest(passages)

    def switch(self, generation: int) -> None:
        """Switch all readers to this generation at once."""
        self._generations.switch(generation, self._now())

    def give_up(self, generation: int) -> None:
        """Remove a generation that will not come into use."""
        self._remove((generation,))

    def sweep(self, *, unfinished: bool = False, inside: bool = False) -> int:
        """Remove generations that no request reads any more, and return the number of removed generations.

        `unfinished` also removes generations that a terminated process left half-built. A refresh may reuse passages, so
        nothing is removed during a refresh, except by the refresh itself, which holds the lock (see `alone`) and sets
        `inside`.
        """
        if inside:
            return self._remove_outdated(unfinished=unfinished)
        with self.alone() as acquired:
            return self._remove_outdated(unfinished=unfinished) if acquired else 0

    def _remove_outdated(self, *, unfinished: bool) -> int:
        now = self._clock()
        outdated = self._generations.outdated(
            retired_before=_iso(now - GRACE), begun_before=_iso(now + GRACE if unfinished else now - GIVEN_UP)
        )
        if outdated:
            self._remove(outdated)
        return len(outdated)

    def state(self) -> CurrentState:
        """Return the state of the generation that readers currently see."""
        live = self._generations.live()
        return CurrentState(
            generation=live, passages=self._generations.size(live), since=self._generations.live_since()
        )

    def note(self, outcome: str) -> None:
        """Store the outcome of the last refresh."""
        self._store.meta_set(OUTCOME, outcome)

    def noted(self) -> str:
        """Return the outcome of the last refresh, or "" if none is stored."""
        return self._store.meta_get(OUTCOME) or ""

    def _remove(self, numbers: Sequence[int]) -> None:
        """Remove generations. Their memberships are deleted last, so that the removal can be repeated after a crash."""
        leftovers = self._generations.leftovers(numbers)
        if leftovers.kept:
            self._generations.make_permanent(leftovers.kept)
            names, vectors = self._store.vectors(leftovers.kept)
            self._index.upsert(Namespace.NEWS, names, vectors)
        if leftovers.spare:
            self._store.remove(leftovers.spare)
        if leftovers.kept or leftovers.spare:
            self._index.delete(Namespace.CURRENT, [*leftovers.kept, *leftovers.spare])
        self._generations.drop(numbers)

    def _now(self) -> str:
        return _iso(self._clock())


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
