"""Keeps judging within the remaining time: all passages at once if possible, otherwise page by page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backend.domain.evidence import Candidate
from backend.domain.run import Run
from backend.errors import DeadlineExceeded

LEARNED = 8
"""The number of passages, in at least two batches, after which the measured speed may end the judging.

A single batch does not suffice, because it may have waited for a model.
"""


class JudgingBudget:
    """Measures the current speed of judging. Used by one loop, for one thread at a time."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._passages = self._batches = 0
        self._each: float | None = None

    def batches(self, candidates: Sequence[Candidate]) -> Iterator[Sequence[Candidate]]:
        """Yield all passages together, because passages of a page explain each other, or page by page if that would take too long.

        Raises Cancelled. Raises DeadlineExceeded as soon as the next page would be too late; earlier batches remain judged.
        """
        if not candidates:
            return
        whole = self._needs(len(candidates)) <= self._run.remaining()
        for batch in [candidates] if whole else _by_page(candidates):
            self._run.check()
            learned = self._passages >= LEARNED and self._batches > 1
            if learned and self._needs(len(batch)) > self._run.remaining():
                raise DeadlineExceeded
            begin = self._run.elapsed_ms()
            yield batch
            each = (self._run.elapsed_ms() - begin) / 1000 / len(batch)
            self._each = each if self._each is None else min(self._each, each)
            self._passages += len(batch)
            self._batches += 1

    def _needs(self, passages: int) -> float:
        """Return the seconds needed at the speed of the fastest batch; 0 before the first.

        The first batch does not count because it may have waited for a model.
        """
        return passages * (self._each or 0.0)


def _by_page(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    pages: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        pages.setdefault(candidate.passage.source, []).append(candidate)
    return list(pages.values())
