"""Runs verifications with a bounded queue and a few workers (R3, R4, R8).

Identical requests share a job, and jobs can be resumed and cancelled.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace

from backend.domain.claim import VerifyRequest
from backend.domain.issue import Issue
from backend.domain.run import Run
from backend.domain.verdict import Verdict
from backend.errors import Cancelled, NotFound, Overloaded, StorageReadOnly, UserError
from backend.jobs.failure import log_failure
from backend.jobs.job import End, Failed, Finished, Job, JobKey, JobState
from backend.jobs.job_relay import JobRelay
from backend.jobs.subscribers import Subscribers
from backend.jobs.subscription import Subscription

log = logging.getLogger("claimlight.jobs")

Verify = Callable[[VerifyRequest, Run], Verdict]
Archive = Callable[[Verdict, str], None]
"""Stores a verdict with its job id in the history. May raise any exception."""

NOT_SAVED = "not_saved"
"""Code of the Issue for a verdict that could not be saved. The learn stage uses the same code."""

_SWEEP_S = 0.25
_TYPICAL_S = 2.0
_OTHER_BACKENDS = ""
"""The key under which users who wait for jobs of other backends are counted."""


def keep_nothing(_verdict: Verdict, _job_id: str) -> None:
    """Store nothing. The default archive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JobLimits:
    """The limits of the job runner.

    `workers` and `queue_size` are the maximum numbers of running and queued jobs. `sharing` is the number of waiters
    allowed in addition to one per job. `deadline_s` is the time limit of a run, `keep_s` is how long finished jobs are
    kept (R4), and `grace_s` is how long a job continues for a user who has lost the connection, all in seconds.
    """

    workers: int = 2
    queue_size: int = 32
    deadline_s: float = 25.0
    sharing: int = 8
    keep_s: float = 600.0
    keep_jobs: int = 256
    grace_s: float = 6.0

    @property
    def max_waiters(self) -> int:
        """The maximum number of users who may wait at the same time, which is enough for a full queue.

        Each user occupies a server thread.
        """
        return self.workers + self.queue_size + self.sharing


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueState:
    """The state for the status page: queued and running jobs, waiting users, and the limits."""

    queued: int
    running: int
    waiters: int
    workers: int
    queue_size: int


class JobRunner:
    """Runs the jobs. The threads start on construction, and `close` stops them."""

    def __init__(
        self,
        verify: Verify,
        *,
        limits: JobLimits | None = None,
        archive: Archive = keep_nothing,
        clock: Callable[[], float] = time.monotonic,
        relay: JobRelay | None = None,
    ) -> None:
        self._verify = verify
        self.limits = limits or JobLimits()
        self._archive = archive
        self._clock = clock
        self._changed = threading.Condition()
        self._closed = False
        self._ending = threading.Event()
        self._queue: deque[Job] = deque()
        self._jobs: dict[str, Job] = {}
        self._in_flight: dict[JobKey, Job] = {}
        self._waiters: Counter[str] = Counter()
        self._subscribers: dict[str, Subscribers] = {}
        self._typical_s = _TYPICAL_S
        self.relay = relay
        if relay is not None:
            relay.use(self._cancel_from_other_backend)
        names = [f"claimlight-worker-{n + 1}" for n in range(self.limits.workers)]
        self._threads = [threading.Thread(target=self._run_worker, name=name, daemon=True) for name in names]
        self._threads.append(threading.Thread(target=self._run_sweeper, name="claimlight-tidy", daemon=True))
        for thread in self._threads:
            thread.start()

    def submit(self, request: VerifyRequest, *, resumable: bool) -> Subscription:
        """Join the job of an identical request that is in progress, or queue a new job. The caller counts as a waiter.

        Raises Overloaded if the queue is full or too many users are waiting.
        """
        with self._changed:
            self._admit_waiter()
            job = Job(request, clock=self._clock)
            identical_job = self._in_flight.get(job.key)
            if identical_job is None:
                self._enqueue(job)
            joined = identical_job or job
            return self._subscribe(joined, self._subscribers[joined.id].join(), resumable=resumable)

    def attach(self, job_id: str, *, reader: str = "") -> Subscription:
        """Subscribe to a known job again, as the same user if the name is known. Raises NotFound or Overloaded."""
        with self._changed:
            job = self._find_job(job_id)
            self._admit_waiter()
            return self._subscribe(job, self._subscribers[job_id].join(reader, returning=True), resumable=True)

    def place(self) -> ExitStack:
        """Count one waiter for a job of another backend until the returned stack is closed. Raises Overloaded."""
        with self._changed:
            self._admit_waiter()
            self._waiters[_OTHER_BACKENDS] += 1
        release = ExitStack()
        release.callback(self._release_remote_waiter)
        return release

    def get(self, job_id: str) -> Job:
        """Return a job that is in progress or ended less than `keep_s` ago. Raises NotFound."""
        with self._changed:
            return self._find_job(job_id)

    def cancel(self, job_id: str, *, reader: str = "") -> bool:
        """Record that a user no longer wants the job.

        Return True if this call ends the job, or False if the job has already ended or another user is waiting. Raises
        NotFound.
        """
        with self._changed:
            job = self._find_job(job_id)
            if job.ended_at is None:
                self._subscribers[job_id].cancel(reader)
                return self._stop_unwanted(job)
            return False

    def state(self) -> QueueState:
        """Return a snapshot for the status page."""
        with self._changed:
            running = sum(job.state is JobState.RUNNING for job in self._in_flight.values())
            return QueueState(
                queued=len(self._queue), running=running, waiters=self._waiters.total(),
                workers=self.limits.workers, queue_size=self.limits.queue_size,
            )  # fmt: skip

    def close(self, *, wait_s: float = 0.7) -> None:
        """Cancel all jobs and wait for the threads to stop. Threads that do not stop in time end with the process."""
        with self._changed:
            self._closed = True
            for job in list(self._in_flight.values()):
                self._cancel_job(job)
            self._changed.notify_all()
        self._ending.set()
        until = time.monotonic() + wait_s
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        if self.relay is not None:
            self.relay.close()

    def sweep(self) -> None:
        """Cancel jobs whose users have not reconnected, and delete expired and surplus results."""
        with self._changed:
            now = self._clock()
            for job in list(self._in_flight.values()):
                self._subscribers[job.id].lose(since=now - self.limits.grace_s)
                self._stop_unwanted(job)
            ended = sorted((job for job in self._jobs.values() if job.ended_at is not None), key=_ended_at)
            surplus = max(0, len(ended) - self.limits.keep_jobs)
            for rank, job in enumerate(ended):
                if rank < surplus or now - _ended_at(job) > self.limits.keep_s:
                    self._delete_job(job.id)

    def _cancel_from_other_backend(self, job_id: str, reader: str) -> None:
        # The job may have ended, or the user may be unknown on this backend.
        with suppress(NotFound):
            self.cancel(job_id, reader=reader)

    def _release_remote_waiter(self) -> None:
        with self._changed:
            self._waiters[_OTHER_BACKENDS] -= 1

    # The methods below are called with the lock held, except `_on_subscription_closed`, which acquires it, and the
    # methods that the worker and sweeper threads run.

    def _find_job(self, job_id: str) -> Job:
        job = self._jobs.get(job_id)
        if job is None or (job.ended_at is not None and self._clock() - job.ended_at > self.limits.keep_s):
            raise NotFound(
                "This check is no longer known.", hint="Results are kept for ten minutes. Please check again."
            )
        return job

    def _admit_waiter(self) -> None:
        if self._closed or self._waiters.total() >= self.limits.max_waiters:
            raise self._overloaded()

    def _enqueue(self, job: Job) -> None:
        if len(self._queue) >= self.limits.queue_size:
            raise self._overloaded()
        self._jobs[job.id] = self._in_flight[job.key] = job
        self._subscribers[job.id] = Subscribers()
        self._queue.append(job)
        if self.relay is not None:
            self.relay.watch(job)
        self._changed.notify()

    def _overloaded(self) -> Overloaded:
        seconds = math.ceil((len(self._queue) + 1) * self._typical_s / self.limits.workers)
        seconds = min(60, max(1, seconds))
        hint = f"Try again in {seconds} seconds."
        return Overloaded("Claimlight is busy with other claims.", hint=hint, retry_after=seconds)

    def _subscribe(self, job: Job, reader: str, *, resumable: bool) -> Subscription:
        self._waiters[job.id] += 1
        return Subscription(job, reader=reader, resumable=resumable, leave=self._on_subscription_closed)

    def _on_subscription_closed(self, subscription: Subscription) -> None:
        job = subscription.job
        with self._changed:
            self._waiters[job.id] -= 1
            self._subscribers[job.id].leave(subscription.reader, resumable=subscription.resumable, now=self._clock())
            if job.ended_at is None:
                self._stop_unwanted(job)

    def _stop_unwanted(self, job: Job) -> bool:
        if self._subscribers[job.id].wanted or (self.relay is not None and self.relay.has_remote_waiter(job.id)):
            return False
        self._cancel_job(job)
        return True

    def _cancel_job(self, job: Job) -> None:
        job.cancel()
        self._remove_in_flight(job)
        if job in self._queue:
            self._queue.remove(job)

    def _remove_in_flight(self, job: Job) -> None:
        if self._in_flight.get(job.key) is job:
            del self._in_flight[job.key]

    def _delete_job(self, job_id: str) -> None:
        if not self._waiters[job_id]:
            del self._jobs[job_id], self._subscribers[job_id], self._waiters[job_id]

    def _run_sweeper(self) -> None:
        while not self._ending.wait(_SWEEP_S):
            self.sweep()

    def _run_worker(self) -> None:
        while (job := self._next_job()) is not None:
            self._run_job(job)

    def _next_job(self) -> Job | None:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or bool(self._queue))
            return None if self._closed else self._queue.popleft()

    def _run_job(self, job: Job) -> None:
        run = Run(seconds=self.limits.deadline_s, listener=job.post)
        if not job.begin(run):
            return
        outcome = self._verify_job(job, run)
        job.end(outcome)
        seconds = run.elapsed_ms() / 1000
        with self._changed:
            self._remove_in_flight(job)
            self._typical_s += 0.2 * (seconds - self._typical_s)
        log.info("job %s %s in %.0f ms", job.id, job.state, seconds * 1000)

    def _verify_job(self, job: Job, run: Run) -> End:
        try:
            verdict = replace(self._verify(job.request, run), session_id=job.session_id)
        except (UserError, Cancelled) as error:
            return Failed(error=error)
        except Exception as error:  # noqa: BLE001 - the user gets a reference, and the thread continues
            # Do not log errors of a cancelled run, which may occur because the stores are already closed.
            return Failed(error=error, reference="" if run.cancelled else log_failure(error, doing="verifying"))
        return Finished(verdict=self._archived(job, verdict))

    def _archived(self, job: Job, verdict: Verdict) -> Verdict:
        """Store the verdict in the history if the user allows it, and return the verdict.

        The verdict is never lost to a storage error (R2).
        """
        if not job.request.options.remember:
            return replace(verdict, saved=False)
        try:
            self._archive(verdict, job.id)
        except StorageReadOnly as error:
            return _with_unsaved_issue(verdict, f"This answer could not be saved to your history: {error}")
        except Exception as error:  # noqa: BLE001 - reported as an Issue
            reference = log_failure(error, doing="saving to the history")
            return _with_unsaved_issue(
                verdict, f"This answer could not be saved to your history (reference {reference})."
            )
        return verdict


def _with_unsaved_issue(verdict: Verdict, message: str) -> Verdict:
    """Return the verdict with an Issue that states the reason, unless the learn stage has already added one."""
    already_reported = any(issue.code == NOT_SAVED for issue in verdict.issues)
    issue = Issue(code=NOT_SAVED, stage="learn", message=message)
    return replace(verdict, saved=False, issues=verdict.issues if already_reported else (*verdict.issues, issue))


def _ended_at(job: Job) -> float:
    return job.ended_at or 0.0
