"""Queries several sources in parallel while the caller does other work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType

from backend.domain.search import SearchOutcome, SearchQuery
from backend.ports import SearchEngine

Ask = Callable[[SearchEngine, SearchQuery], SearchOutcome]
"""Queries a source within a limited time. Raises only Cancelled, soon after the run is cancelled."""


class FanOut:
    """A context manager that sends the first query to every source on entry, and waits for all responses on exit.

    Only one query is sent, because the other forms of the query (names in quotes, "fact check") are meaningless to an
    index of papers or facts, and free services should not be queried more often than necessary.
    """

    def __init__(self, ask: Ask, sources: Sequence[SearchEngine], questions: Sequence[SearchQuery]) -> None:
        self._ask = ask
        self._sources = tuple(sources) if questions else ()
        self._questions = questions
        self._pool: ThreadPoolExecutor | None = None
        self._asked: tuple[Future[SearchOutcome], ...] = ()

    def __enter__(self) -> FanOut:
        if self._sources:
            self._pool = ThreadPoolExecutor(max_workers=len(self._sources), thread_name_prefix="source")
            self._asked = tuple(self._pool.submit(self._ask, source, self._questions[0]) for source in self._sources)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def outcomes(self) -> tuple[SearchOutcome, ...]:
        """Return the outcome of every source, in the order of the sources. Raises Cancelled."""
        return tuple(asked.result() for asked in self._asked)
