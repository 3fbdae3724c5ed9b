"""Lets users of one backend follow and cancel the jobs of another backend (R4)."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from backend.api.errors import describe
from backend.api.events import wire_event
from backend.api.strict_json import dump
from backend.errors import StorageError
from backend.jobs.failure import log_failure
from backend.jobs.job import Failed, Finished, Job, JobEvent
from backend.knowledge.job_board import JobBoard, JobSnapshot, JobUpdate, StoredEvent

POST_S = 0.2
"""Interval in seconds at which new events are posted to the board."""
BEAT_S = 2.0
"""Interval in seconds between heartbeats, and between checks for requests from users of other backends."""
_SWEEP_S = 60.0

log = logging.getLogger("claimlight.jobs")


@dataclass(slots=True)
class _WatchedJob:
    job: Job
    posted: int = 0
    has_remote_waiter: bool = False


class JobRelay:
    """Relays jobs between backends through the board. If the board fails, only the jobs of other backends are affected.

    The thread starts on construction. `close` posts the remaining events and stops the thread.
    """

    def __init__(self, board: JobBoard) -> None:
        self._board = board
        self._lock = threading.Lock()
        self._watched: dict[str, _WatchedJob] = {}
        self._cancel: Callable[[str, str], object] = lambda _job, _reader: None
        self._ending = threading.Event()
        self._next_beat = self._next_sweep = 0.0
        self._thread = threading.Thread(target=self._run_thread, name="claimlight-relay", daemon=True)
        self._thread.start()

    # Called by the runner.

    def use(self, cancel: Callable[[str, str], object]) -> None:
        """Set the function to call with (job id, reader) when a user of another backend cancels a job."""
        self._cancel = cancel

    def watch(self, job: Job) -> None:
        """Post the job's events from now on, unless the user has asked not to have the job remembered."""
        if job.request.options.remember:
            with self._lock:
                self._watched[job.id] = _WatchedJob(job)

    def has_remote_waiter(self, job_id: str) -> bool:
        """Return whether a user of another backend is waiting for the job."""
        with self._lock:
            entry = self._watched.get(job_id)
            return entry is not None and entry.has_remote_waiter

    def close(self) -> None:
        """Post the remaining events and stop the thread."""
        self._ending.set()
        self._thread.join(5.0)

    # Called for users of this backend.

    def look(self, job_id: str) -> JobSnapshot:
        """Return a job of another backend with all its events. Raises NotFound or StorageError."""
        return self._board.look(job_id)

    def follow(self, job_id: str, *, after: int, tick_s: float, reader: str = "") -> Iterator[StoredEvent | None]:
        """Yield the events with numbers above `after` until the job ends, and None whenever there is no new event.

        Stops early if the job's backend is gone. `reader` is the user's name on the backend that runs the job, or "".
        """
        requested_at, name = 0.0, reader or secrets.token_urlsafe(9)
        while True:
            if time.monotonic() - requested_at > BEAT_S:
                self._board.want(job_id, name)
                requested_at = time.monotonic()
            snapshot = self._board.look(job_id, after=after)
            for event in snapshot.events:
                after = event.number
                yield event
            if snapshot.status or not snapshot.alive:
                return
            yield None
            time.sleep(tick_s)

    def cancel(self, job_id: str, *, reader: str) -> None:
        """Tell the job's backend that a user of this backend no longer wants the job. Raises NotFound."""
        self._board.look(job_id)
        self._board.unwant(job_id, reader)

    def cancelled(self, job_id: str) -> bool:
        """Wait up to two heartbeats for the decision of the job's backend, and return whether the job was cancelled.

        Raises NotFound.
        """
        until = time.monotonic() + 2 * BEAT_S
        while time.monotonic() < until:
            state = self._board.look(job_id).state
            if state in ("done", "failed", "cancelled"):
                return state == "cancelled"
            time.sleep(POST_S)
        return False

    # Run by the thread.

    def _run_thread(self) -> None:
        while not self._ending.wait(POST_S):
            self._relay_once()
        self._relay_once()

    def _relay_once(self) -> None:
        try:
            now = time.monotonic()
            beat = now >= self._next_beat
            self._post_events(beat=beat)
            if beat:
                self._next_beat = now + BEAT_S
                self._read_requests()
            if now >= self._next_sweep:
                self._next_sweep = now + _SWEEP_S
                self._board.sweep()
        except StorageError as error:
            log.warning("other backends do not hear of this one's jobs: %s", error)
        except Exception as error:  # noqa: BLE001 - logged, and the thread continues
            log_failure(error, doing="telling other backends of jobs")

    def _post_events(self, *, beat: bool) -> None:
        with self._lock:
            watched = list(self._watched.values())
        updates, posted = [], []
        for entry in watched:
            news = entry.job.events_after(entry.posted, wait_s=0)
            if news or beat:
                updates.append(_job_update(entry.job, news))
                posted.append((entry, news))
        if updates:
            self._board.post(updates)
        with self._lock:
            for entry, news in posted:
                entry.posted += len(news)
                if news and isinstance(news[-1].payload, Finished | Failed):
                    del self._watched[entry.job.id]

    def _read_requests(self) -> None:
        with self._lock:
            ids = list(self._watched)
        if not ids:
            return
        for job_id, wish in self._board.wishes(ids).items():
            with self._lock:
                if job_id in self._watched:
                    self._watched[job_id].has_remote_waiter = wish.wanted
            for reader in wish.cancels:
                self._cancel(job_id, reader)


def _job_update(job: Job, news: tuple[JobEvent, ...]) -> JobUpdate:
    status = 0
    if news and isinstance(news[-1].payload, Finished):
        status = 200
    elif news and isinstance(news[-1].payload, Failed):
        status = describe(news[-1].payload.error, reference=news[-1].payload.reference).status
    return JobUpdate(
        job_id=job.id, state=str(job.state), status=status, events=tuple(_stored_event(e, job.id) for e in news)
    )


def _stored_event(event: JobEvent, job_id: str) -> StoredEvent:
    kind, data = wire_event(event, job_id=job_id, reader="")
    return StoredEvent(number=event.id, kind=kind, data=dump(data))
