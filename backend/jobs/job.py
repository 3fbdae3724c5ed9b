"""A verification as a job, with its request, its events and its outcome."""

from __future__ import annotations

import secrets
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from backend.claims.intake import clean_context, normalise
from backend.domain.claim import PageContext, VerifyOptions, VerifyRequest
from backend.domain.run import Progress, Run
from backend.domain.verdict import Verdict
from backend.errors import Cancelled

MAX_EVENTS = 4_000
"""Maximum number of events per job (R8). Further progress events are dropped, but the last event is always kept."""


class JobState(StrEnum):
    """The state of a job. `queued` and `running` are in progress; the other states are final."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The first event of every job: the job was accepted."""

    job_id: str
    session_id: str
    claim: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """The last event of a job that produced a verdict."""

    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The last event of a job without a verdict.

    `reference` identifies an unexpected error in the log, and is "" for an expected error.
    """

    error: Exception
    reference: str = ""


Payload = Accepted | Progress | Finished | Failed
End = Finished | Failed


@dataclass(frozen=True, slots=True, kw_only=True)
class JobEvent:
    """One event of a job. `id` counts from 1 within the job; `elapsed_ms` is the time since the job was accepted."""

    id: int
    payload: Payload
    elapsed_ms: float


JobKey = tuple[str, PageContext, VerifyOptions]


def job_key(request: VerifyRequest) -> JobKey:
    """Return the key that identical requests share: the cleaned claim, page context and options (R4).

    The key contains the whole context, because pronouns are resolved from the text around a claim, and dates and places
    from the title.
    """
    return normalise(request.claim), clean_context(request.context), request.options


class Job:
    """One job, which manages its events and its run. Thread-safe.

    The runner manages the queue, the waiters and the lifetime of jobs.
    """

    def __init__(self, request: VerifyRequest, *, clock: Callable[[], float]) -> None:
        self.id = secrets.token_urlsafe(16)
        self.session_id = str(uuid.uuid4())
        self.request = request
        self.key = job_key(request)
        self._clock = clock
        self._created = clock()
        self._ended: float | None = None
        self._state = JobState.QUEUED
        self._run: Run | None = None
        self._events: list[JobEvent] = []
        self._condition = threading.Condition()
        self.post(Accepted(job_id=self.id, session_id=self.session_id, claim=self.key[0]))

    @property
    def state(self) -> JobState:
        """The current state."""
        return self._state

    @property
    def ended_at(self) -> float | None:
        """The time at which the job ended, according to its clock, or None while the job is in progress."""
        return self._ended

    @property
    def outcome(self) -> End | None:
        """The last event, or None while the job is in progress."""
        last = self._events[-1].payload
        return last if isinstance(last, Finished | Failed) else None

    def begin(self, run: Run) -> bool:
        """Start the run. Return False if the job was cancelled while it was queued."""
        with self._condition:
            if self._ended is not None:
                return False
            self._run, self._state = run, JobState.RUNNING
            return True

    def post(self, payload: Progress | Accepted) -> None:
        """Append an event. Events that come after the end of the job or exceed MAX_EVENTS are ignored."""
        with self._condition:
            if self._ended is None and len(self._events) < MAX_EVENTS:
                self._append(payload)

    def end(self, payload: End) -> None:
        """Append the last event. Only the first call has an effect."""
        with self._condition:
            if self._ended is None:
                self._ended = self._clock()
                self._state = _final_state(payload)
                self._append(payload)

    def cancel(self) -> None:
        """Make the run stop at its next check, and end the job immediately."""
        with self._condition:
            if self._run is not None:
                self._run.cancel()
        self.end(Failed(error=Cancelled()))

    def events_after(self, event_id: int, *, wait_s: float) -> tuple[JobEvent, ...]:
        """Return the events with a larger id, after waiting up to `wait_s` seconds for the first one. May be empty."""
        with self._condition:
            self._condition.wait_for(lambda: len(self._events) > event_id or self._ended is not None, wait_s)
            return tuple(self._events[event_id:])

    def _append(self, payload: Payload) -> None:
        elapsed = round((self._clock() - self._created) * 1000, 1)
        self._events.append(JobEvent(id=len(self._events) + 1, payload=payload, elapsed_ms=elapsed))
        self._condition.notify_all()


def _final_state(payload: End) -> JobState:
    if isinstance(payload, Finished):
        return JobState.DONE
    return JobState.CANCELLED if isinstance(payload.error, Cancelled) else JobState.FAILED
