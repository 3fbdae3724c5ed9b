"""The subscription of a user who waits for a job."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import TracebackType

from backend.jobs.job import End, Failed, Finished, Job, JobEvent

Leave = Callable[["Subscription"], None]


class Subscription:
    """The subscription of one user to a job. Counts as one waiter until it is closed.

    The user may reconnect or cancel under the name `reader`. `resumable` means that the user knows the job's id and may
    reconnect after losing the connection. The job then gets a short grace period instead of being cancelled when its
    last waiter leaves.
    """

    def __init__(self, job: Job, *, reader: str, resumable: bool, leave: Leave) -> None:
        self.job = job
        self.reader = reader
        self.resumable = resumable
        self._leave = leave

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Stop waiting. Further calls have no effect."""
        leave, self._leave = self._leave, _ignore_close
        leave(self)

    def events(self, *, after: int = 0, tick_s: float = 0.5) -> Iterator[JobEvent | None]:
        """Yield the events with ids above `after` in order until the end, and None after each `tick_s` seconds without one."""
        last_id = after
        while True:
            news = self.job.events_after(last_id, wait_s=tick_s)
            if not news and self.job.outcome is not None:
                return
            if not news:
                yield None
            for event in news:
                last_id = event.id
                yield event
                if isinstance(event.payload, Finished | Failed):
                    return

    def outcome(self, *, gone: Callable[[], bool], tick_s: float = 0.5) -> End | None:
        """Wait for the end of the job and return its last event, or None once `gone()` returns true."""
        for event in self.events(tick_s=tick_s):
            if event is None and gone():
                return None
        return self.job.outcome


def _ignore_close(_: Subscription) -> None:
    """Do nothing. Replaces the callback of a closed subscription."""
