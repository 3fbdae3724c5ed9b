"""Schedules refreshes: every so many hours since the last one, across restarts."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.interval import IntervalTrigger

from backend.errors import RefreshFailed
from backend.jobs.refresh.job import RefreshJob

log = logging.getLogger("claimlight.refresh")

SOON = timedelta(seconds=30)
"""Delay after a start, so that the first claims do not wait behind a refresh."""
TIDY_MINUTES = 15
AGAIN = timedelta(minutes=30)
"""Delay after a failed refresh; doubles with each further failure, up to the schedule's hours."""


class Schedule:
    """Owns one background thread between `start` and `close`. With `hours` 0 nothing is refreshed unasked."""

    def __init__(self, job: RefreshJob, *, hours: float, clock: Callable[[], datetime]) -> None:
        self.job = job
        self._hours = hours
        self._clock = clock
        self._scheduler = BackgroundScheduler(timezone=UTC, daemon=True)
        self._failures, self._seen = 0, ""

    @property
    def hours(self) -> float:
        """Hours between two refreshes; 0 for never."""
        return self._hours

    def start(self) -> None:
        """Start; an overdue refresh begins soon, and several missed ones count as one."""
        shared = {"coalesce": True, "max_instances": 1, "misfire_grace_time": None}
        self._scheduler.add_job(
            self.look_after, IntervalTrigger(minutes=TIDY_MINUTES, timezone=UTC), id="tidy", **shared
        )
        if self._hours > 0:
            trigger = IntervalTrigger(seconds=round(self._hours * 3600), timezone=UTC)
            self._scheduler.add_job(
                self.refresh,
                trigger,
                id="refresh",
                next_run_time=first_time(self.job.state().current.since, self._hours, self._clock()),
                **shared,
            )
        self._scheduler.start()

    def next_time(self) -> str:
        """When the next refresh begins, ISO 8601 in UTC; "" if none is planned."""
        job = self._scheduler.get_job("refresh")
        moment = getattr(job, "next_run_time", None)
        return moment.astimezone(UTC).isoformat(timespec="seconds") if moment else ""

    def look_after(self) -> None:
        """Remove what nobody reads any more, and try again soon after a failure.

        A second try would not renew what is still fresh, so none is planned (see `refresh`).
        """
        self.job.tidy()
        state = self.job.state()
        finished = str(state.last.get("finished", ""))
        if state.running or finished == self._seen:
            return
        self._seen = finished
        self._failures = 0 if state.last.get("ok") else self._failures + 1
        planned = self._scheduler.get_job("refresh")
        now = self._clock()
        if self._failures and planned and not is_fresh(state.current.since, self._hours, now):
            again = again_after(finished, self._failures, self._hours, now)
            if again < planned.next_run_time:
                self._scheduler.modify_job("refresh", next_run_time=again)
                log.info("the refresh failed; it is tried again at %s", again.isoformat(timespec="seconds"))

    def refresh(self) -> None:
        """Refresh now, or only reschedule if another backend has already refreshed the shared record."""
        since, now = self.job.state().current.since, self._clock()
        if is_fresh(since, self._hours, now):
            due = first_time(since, self._hours, now)
            if self._scheduler.get_job("refresh"):
                self._scheduler.modify_job("refresh", next_run_time=due)
            log.info("current affairs were renewed at %s; next time %s", since, due)
            return
        try:
            self.job.start()
        except RefreshFailed as error:
            log.info("the scheduled refresh did not begin: %s", error)

    def close(self) -> None:
        """Start no further refresh; cancel a running one and wait for it."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
        self.job.close()


def is_fresh(since: str, hours: float, now: datetime) -> bool:
    """Whether the last refresh is younger than `hours`; a time in the future means that the clock was set back."""
    return bool(since) and timedelta(0) <= now - datetime.fromisoformat(since) < timedelta(hours=hours)


def again_after(finished: str, failures: int, hours: float, now: datetime) -> datetime:
    """When to retry after so many failures in a row, the last one at `finished` (ISO 8601); never at once."""
    pause = min(AGAIN * 2.0 ** min(failures - 1, 10), timedelta(hours=hours))
    return max(min(datetime.fromisoformat(finished), now) + pause, now + SOON)


def first_time(since: str, hours: float, now: datetime) -> datetime:
    """`hours` after the last refresh (ISO 8601, "" for none), but not before half a minute from now, nor later than `hours`.

    A last time in the future means that the clock was set back.
    """
    last = datetime.fromisoformat(since) if since else now - timedelta(hours=hours)
    return min(max(last + timedelta(hours=hours), now + SOON), now + timedelta(hours=hours) + SOON)
