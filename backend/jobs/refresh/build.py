"""Performs one refresh: gathers passages, builds a new generation and switches to it.

After a failure, the old generation stays in use.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from backend.domain.article import Passage
from backend.domain.issue import Issue
from backend.domain.run import Run
from backend.errors import CurrentAffairsRefreshFailed, StorageError
from backend.jobs.refresh.constants import RefreshConstants
from backend.jobs.refresh.gather import GatheredPassages, Gatherer, ReportProgress
from backend.knowledge.current import CurrentAffairs

log = logging.getLogger("claimlight.refresh")

HINT = "What was known before is still there. It is tried again with the next refresh."


class AlreadyRefreshing(CurrentAffairsRefreshFailed):
    """Another backend with the same database is already refreshing, and reports the outcome."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RefreshReport:
    """The outcome of a refresh: the generation now in use, and the counts of all, new and trusted passages in it."""

    generation: int
    passages: int
    new: int
    trusted: int
    issues: tuple[Issue, ...] = ()


class Refresh:
    """Performs refreshes from any thread, one at a time. Calls `renewed` after each switch to a new generation."""

    def __init__(
        self,
        current: CurrentAffairs,
        gatherer: Gatherer,
        figures: RefreshConstants,
        *,
        renewed: Callable[[], None] = lambda: None,
    ) -> None:
        self._current = current
        self._gatherer = gatherer
        self._figures = figures
        self._renewed = renewed

    def run(self, run: Run, progress: ReportProgress) -> RefreshReport:
        """Refresh once. Raises CurrentAffairsRefreshFailed (including AlreadyRefreshing), StorageError or Cancelled.

        After an error, the old generation stays in use.
        """
        with self._current.alone() as lock_acquired:
            if not lock_acquired:
                raise AlreadyRefreshing("Another Claimlight that shares the knowledge base is renewing them already.")
            return self._replace_generation(run, progress)

    def _replace_generation(self, run: Run, progress: ReportProgress) -> RefreshReport:
        self._current.sweep(inside=True)
        gathered = self._gatherer.gather(run, progress)
        self._check_size(gathered)
        generation = self._current.begin()
        try:
            new = self._build(generation, gathered, run, progress)
            progress("switching", 0, 1)
            self._current.switch(generation)
        except BaseException:
            # Rows that cannot be removed now are removed at the next refresh or start.
            with suppress(StorageError):
                self._current.give_up(generation)
            raise
        self._renewed()
        log.info("current affairs: generation %d with %d passages", generation, len(gathered.passages))
        return RefreshReport(
            generation=generation,
            passages=len(gathered.passages),
            new=new,
            trusted=len(gathered.trusted),
            issues=run.issues,
        )

    def _check_size(self, gathered: GatheredPassages) -> None:
        """Raise CurrentAffairsRefreshFailed if the gathered passages are too few to replace the current generation."""
        before = self._current.state().passages
        if not gathered.answered:
            raise CurrentAffairsRefreshFailed(
                "No search engine and no feed answered, so nothing was renewed.", hint=HINT
            )
        if not gathered.passages:
            raise CurrentAffairsRefreshFailed("Nothing new could be found or read.", hint=HINT)
        if gathered.failures and len(gathered.passages) < self._figures.least_share * before:
            message = f"Only {len(gathered.passages)} passages could be gathered where there were {before}."
            raise CurrentAffairsRefreshFailed(message, hint=HINT)

    def _build(self, generation: int, gathered: GatheredPassages, run: Run, progress: ReportProgress) -> int:
        done = new = 0
        for batch in _batches(gathered.passages, self._figures.batch):
            progress("storing", done, len(gathered.passages))
            if run.cancelled:
                run.check()
            new += self._current.add(generation, batch, gathered.trusted).new
            done += len(batch)
        return new


def _batches(passages: Sequence[Passage], size: int) -> Sequence[Sequence[Passage]]:
    return [passages[start : start + size] for start in range(0, len(passages), size)]
