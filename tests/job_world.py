"""A job runner with a scripted pipeline, a clock and a gate, for tests of jobs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from backend.domain.claim import VerifyOptions, VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Verdict
from backend.errors import Cancelled
from backend.jobs.runner import Archive, JobLimits, JobRunner, keep_nothing
from tests.api_world import Script, make_verdict
from tests.time_limits import PATIENCE_S


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class BlockingPipeline:
    """A pipeline that waits until it is released, and that notices a cancellation."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.started = threading.Semaphore(0)
        self.cancelled = threading.Event()
        self.claims: list[str] = []

    def __call__(self, request: VerifyRequest, run: Run) -> Verdict:
        self.claims.append(request.claim)
        run.step("recall", "Looking")
        self.started.release()
        while not self.opened.wait(0.01):
            if run.cancelled:
                self.cancelled.set()
                raise Cancelled
        return make_verdict(request)

    def wait_for_start(self) -> None:
        assert self.started.acquire(timeout=PATIENCE_S)


def claim(text: str = "The Earth is flat", **options: object) -> VerifyRequest:
    return VerifyRequest(claim=text, options=VerifyOptions(**options))  # type: ignore[arg-type]


@contextmanager
def runner(
    script: Script, *, archive: Archive = keep_nothing, clock: Callable[[], float] = time.monotonic, **limits: float
) -> Iterator[JobRunner]:
    made = JobRunner(script, limits=JobLimits(**limits), archive=archive, clock=clock)  # type: ignore[arg-type]
    try:
        yield made
    finally:
        made.close()


def never() -> bool:
    return False


def eventually(condition: Callable[[], bool]) -> None:
    """Wait for an event that always happens, and fail the test after a generous limit."""
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until, f"it did not happen within {PATIENCE_S:.0f} seconds"
        time.sleep(0.005)
