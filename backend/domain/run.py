"""The state of one verification: its deadline, its cancel flag and its progress events."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from backend.domain.evidence import Evidence
from backend.domain.issue import Issue, Severity
from backend.domain.verdict import Label, Leaning, Step
from backend.errors import Cancelled, DeadlineExceeded


@dataclass(frozen=True, slots=True, kw_only=True)
class StageEvent:
    """A stage began or ended. `message` is for display; `part` is the id of an atomic claim, or "" for the whole claim."""

    stage: str
    message: str
    part: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceEvent:
    """A passage that supports or refutes the claim was found. The same passage may be reported again with better scores."""

    evidence: Evidence
    part: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictEvent:
    """The current verdict, `provisional` until the final result.

    `part` is an atomic claim's id, or "" for the whole claim.
    """

    label: Label
    confidence: float
    truthfulness_percent: float
    reasoning: str
    provisional: bool = True
    part: str = ""
    leaning: Leaning | None = None


Progress = StageEvent | EvidenceEvent | VerdictEvent
Listener = Callable[[Progress], None]


def ignore(_: Progress) -> None:
    """Do nothing. The default listener."""


class Run:
    """The state that all stages of one verification share. Thread-safe."""

    def __init__(
        self, *, seconds: float, listener: Listener = ignore, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._start = clock()
        self._deadline = self._start + seconds
        self._listener = listener
        self._cancel = threading.Event()
        self._lock = threading.Lock()
        self._steps: list[Step] = []
        self._issues: list[Issue] = []
        self._timings: dict[str, float] = {}

    def remaining(self) -> float:
        """Return the seconds left until the deadline, never less than 0."""
        return max(0.0, self._deadline - self._clock())

    def elapsed_ms(self) -> float:
        """Return the milliseconds since the start."""
        return (self._clock() - self._start) * 1000

    def cancel(self) -> None:
        """Make all stages stop at their next check."""
        self._cancel.set()

    @property
    def cancelled(self) -> bool:
        """True once `cancel` has been called."""
        return self._cancel.is_set()

    def wait(self, seconds: float) -> bool:
        """Sleep until the time is up or the run is cancelled, and return whether the run was cancelled."""
        return self._cancel.wait(min(seconds, self.remaining()))

    def check(self) -> None:
        """Raise `Cancelled` or `DeadlineExceeded` if the run must stop."""
        if self._cancel.is_set():
            raise Cancelled
        if self.remaining() <= 0:
            raise DeadlineExceeded

    def step(self, stage: str, message: str, *, part: str = "") -> None:
        """Add a step to the trace and report it to the listener."""
        with self._lock:
            self._steps.append(Step(stage=stage, message=message, elapsed_ms=round(self.elapsed_ms(), 1), part=part))
        self._listener(StageEvent(stage=stage, message=message, part=part))

    def report(self, event: Progress) -> None:
        """Report an event to the listener without adding it to the trace."""
        self._listener(event)

    def issue(
        self, code: str, stage: str, message: str, *, severity: Severity = Severity.WARNING, subject: str = ""
    ) -> None:
        """Record an issue, unless an issue with the same code and subject is already recorded."""
        found = Issue(code=code, stage=stage, message=message, severity=severity, subject=subject)
        with self._lock:
            if not any(i.code == code and i.subject == subject for i in self._issues):
                self._issues.append(found)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time spent in the `with` block to the stage's total."""
        begin = self._clock()
        try:
            yield
        finally:
            with self._lock:
                self._timings[stage] = self._timings.get(stage, 0.0) + (self._clock() - begin) * 1000

    @property
    def steps(self) -> tuple[Step, ...]:
        """The trace so far."""
        with self._lock:
            return tuple(self._steps)

    @property
    def issues(self) -> tuple[Issue, ...]:
        """The issues so far."""
        with self._lock:
            return tuple(self._issues)

    @property
    def timings_ms(self) -> dict[str, float]:
        """Milliseconds per stage, rounded to 0.1."""
        with self._lock:
            return {stage: round(ms, 1) for stage, ms in self._timings.items()}
