"""Keeps judging within the remaining time by judging all passages at once if possible, and page by page otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from backend.domain.evidence import Candidate
from backend.domain.run import Run
from backend.errors import DeadlineExceeded

LEARNED = 8
"""Minimum number of passages, in at least two batches, before the measured speed may end the judging.

A single batch is not enough, because the batch may have waited for a model to load.
"""


class JudgingBudget:
    """Splits passages into batches according to the measured speed of judging within one loop. Not thread-safe."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._passages = self._batches = 0
        self._fastest_s: float | None = None

    def batches(self, candidates: Sequence[Candidate]) -> Iterator[Sequence[Candidate]]:
        """Yield all passages in one batch, or one batch per page if a single batch would take too long.

        Passages from one page explain each other, so they stay together. Raises Cancelled, or DeadlineExceeded as soon
        as there is too little time for the next batch.
        """
        if not candidates:
            return
        whole = self._seconds_needed(len(candidates)) <= self._run.remaining()
        for batch in [candidates] if whole else _by_page(candidates):
            self._run.check()
            speed_is_known = self._passages >= LEARNED and self._batches > 1
            if speed_is_known and self._seconds_needed(len(batch)) > self._run.remaining():
                raise DeadlineExceeded
            begin = self._run.elapsed_ms()
            yield batch
            each = (self._run.elapsed_ms() - begin) / 1000 / len(batch)
            self._fastest_s = each if self._fastest_s is None else min(self._fastest_s, each)
            self._passages += len(batch)
            self._batches += 1

    def _seconds_needed(self, passages: int) -> float:
        """Return the seconds needed at the speed of the fastest batch so far, or 0 before the first batch.

        The fastest batch is used, because another batch (usually the first) may have waited for a model to load.
        """
        return passages * (self._fastest_s or 0.0)


def _by_page(candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    pages: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        pages.setdefault(candidate.passage.source, []).append(candidate)
    return list(pages.values())
