"""Schedules each refresh a fixed number of hours after the previous one, even across restarts."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.interval import IntervalTrigger

from backend.errors import CurrentAffairsRefreshFailed
from backend.jobs.refresh.job import RefreshJob

log = logging.getLogger("claimlight.refresh")

SOON = timedelta(seconds=30)
"""Delay after startup, so that the first claims do not have to wait for a refresh."""
TIDY_MINUTES = 15
AGAIN = timedelta(minutes=30)
"""Delay after a failed refresh. The delay doubles with each further failure, up to the interval of the schedule."""


class Schedule:
    """Starts refreshes in a background thread, from `start` to `close`. If `hours` is 0, no refresh is scheduled."""

    def __init__(self, job: RefreshJob, *, hours: float, clock: Callable[[], datetime]) -> None:
        self.job = job
        self._hours = hours
        self._clock = clock
        self._scheduler = BackgroundScheduler(timezone=UTC, daemon=True)
        self._failures, self._seen = 0, ""

    @property
    def hours(self) -> float:
        """The interval between two refreshes in hours, or 0 if no refresh is scheduled."""
        return self._hours

    def start(self) -> None:
        """Start the thread. An overdue refresh begins soon; several missed refreshes count as one."""
        job_options = {"coalesce": True, "max_instances": 1, "misfire_grace_time": None}
        self._scheduler.add_job(
            self.look_after, IntervalTrigger(minutes=TIDY_MINUTES, timezone=UTC), id="tidy", **job_options
        )
        if self._hours > 0:
            trigger = IntervalTrigger(seconds=round(self._hours * 3600), timezone=UTC)
            self._scheduler.add_job(
                self.refresh,
                trigger,
                id="refresh",
                next_run_time=first_time(self.job.state().current.since, self._hours, self._clock()),
                **job_options,
            )
        self._scheduler.start()

    def next_time(self) -> str:
        """Return the time of the next refresh, ISO 8601 in UTC, or "" if no refresh is scheduled."""
        job = self._scheduler.get_job("refresh")
        moment = getattr(job, "next_run_time", None)
        return moment.astimezone(UTC).isoformat(timespec="seconds") if moment else ""

    def look_after(self) -> None:
        """Remove generations that no request reads any more, and retry soon after a failed refresh.

        No retry is scheduled while the current affairs are still fresh, because it would do nothing (see `refresh`).
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
        """Refresh now, or only reschedule if another backend has already refreshed the shared database."""
        since, now = self.job.state().current.since, self._clock()
        if is_fresh(since, self._hours, now):
            due = first_time(since, self._hours, now)
            if self._scheduler.get_job("refresh"):
                self._scheduler.modify_job("refresh", next_run_time=due)
            log.info("current affairs were renewed at %s; next time %s", since, due)
            return
        try:
            self.job.start()
        except CurrentAffairsRefreshFailed as error:
            log.info("the scheduled refresh did not begin: %s", error)

    def close(self) -> None:
        """Stop scheduling, cancel a running refresh and wait until it stops."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
        self.job.close()


def is_fresh(since: str, hours: float, now: datetime) -> bool:
    """Return whether the last refresh is less than `hours` old. A time in the future means that the clock was set back."""
    return bool(since) and timedelta(0) <= now - datetime.fromisoformat(since) < timedelta(hours=hours)


def again_after(finished: str, failures: int, hours: float, now: datetime) -> datetime:
    """Return the retry time after this many consecutive failures, which is at least half a minute from now.

    `finished` is the time of the last failure (ISO 8601).
    """
    pause = min(AGAIN * 2.0 ** min(failures - 1, 10), timedelta(hours=hours))
    return max(min(datetime.fromisoformat(finished), now) + pause, now + SOON)


def first_time(since: str, hours: float, now: datetime) -> datetime:
    """Return the time `hours` after the last refresh, at least half a minute and at most about `hours` from now.

    `since` is the time of the last refresh (ISO 8601), or "". A time in the future means that the clock was set back.
    """
    last = datetime.fromisoformat(since) if since else now - timedelta(hours=hours)
    return min(max(last + timedelta(hours=hours), now + SOON), now + timedelta(hours=hours) + SOON)
