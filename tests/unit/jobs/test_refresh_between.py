"""Refreshes of several backends and their reports: the outcome is stored before completion, and no search is repeated."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from backend.errors import CurrentAffairsRefreshFailed, EngineFailed
from backend.jobs.refresh.job import RefreshJob
from backend.jobs.refresh.schedule import SOON, Schedule, again_after
from tests.fake_search import FakeSearchEngine
from tests.job_world import eventually
from tests.time_limits import PATIENCE_S
from tests.unit.jobs.test_refresh import NOW, RefreshWorld


@pytest.fixture
def world(tmp_path: Path) -> Iterator[RefreshWorld]:
    made = RefreshWorld(tmp_path / "data")
    yield made
    made.knowledge.close()


class Slow:
    """A current-affairs store that waits for permission to record an outcome."""

    def __init__(self, current: object) -> None:
        self._current = current
        self.noting, self.leave = threading.Event(), threading.Event()

    def __getattr__(self, name: str) -> object:
        return getattr(self._current, name)

    def note(self, outcome: str) -> None:
        self.noting.set()
        assert self.leave.wait(PATIENCE_S)
        self._current.note(outcome)  # type: ignore[attr-defined]


def job(world: RefreshWorld, day: int, current: object = None) -> RefreshJob:
    refresh = world.refresh(*world.day(day))
    return RefreshJob(refresh, current or world.knowledge.current, clock=lambda: NOW, seconds=60.0)  # type: ignore[arg-type]


def test_refresh_is_running_until_its_outcome_is_stored(world: RefreshWorld) -> None:
    slow = Slow(world.knowledge.current)
    one = job(world, 1, slow)
    one.start()
    assert slow.noting.wait(30)
    assert (one.state().running, one.state().last) == (True, {})
    slow.leave.set()
    assert one.wait(30)
    assert (one.state().running, one.state().last["ok"]) == (False, True)


def test_refresh_of_another_backend_is_reported_but_not_stored(world: RefreshWorld) -> None:
    job(world, 1).run_now()
    loser, third = job(world, 2), job(world, 2)
    with world.knowledge.current.alone() as mine:
        assert mine
        loser.start()
        assert loser.wait(30)
    assert "Another Claimlight" in loser.state().last["message"]
    assert third.state().last["ok"] is True
    world.knowledge.current.note('{"finished": "2026-11-23T00:00:00+00:00", "ok": true}')
    assert loser.state().last["ok"] is True


def test_backend_that_lost_the_race_does_not_search_again(world: RefreshWorld) -> None:
    """The schedule starts near the current time, so that its first run is far away and only the test refreshes."""
    hours = 24.0 * 18_000
    due = NOW + timedelta(hours=hours)
    now = [datetime.now(UTC) + timedelta(hours=1)]
    late = job(world, 2)
    schedule = Schedule(late, hours=hours, clock=lambda: now[0])
    schedule.start()
    try:
        world.run(world.refresh(*world.day(1)))
        now[0] = due - timedelta(minutes=1)
        schedule.refresh()
        assert late.wait(60)
        assert (world.seen(1) > 6, world.seen(2)) == (True, 0)
        assert schedule.next_time() == due.isoformat(timespec="seconds")
        now[0] = due
        schedule.refresh()
        assert late.wait(60)
        assert (world.seen(1), world.seen(2) > 6) == (0, True)
    finally:
        schedule.close()


@pytest.mark.parametrize("ahead", [timedelta(minutes=1), timedelta(days=900)])
def test_clock_set_back_does_not_stop_refreshes(world: RefreshWorld, ahead: timedelta) -> None:
    world.run(world.refresh(*world.day(1)))
    late = job(world, 2)
    schedule = Schedule(late, hours=24, clock=lambda: NOW - ahead)
    schedule.refresh()
    assert late.wait(60)
    assert world.seen(2) > 6


@pytest.mark.parametrize(
    ("failures", "hours", "minutes"), [(1, 24, 30), (2, 24, 60), (4, 24, 240), (30, 24, 1440), (1, 0.25, 15)]
)
def test_failed_refresh_is_retried_on_the_same_day(failures: int, hours: float, minutes: int) -> None:
    assert again_after(NOW.isoformat(), failures, hours, NOW) == NOW + timedelta(minutes=minutes)


def test_old_or_future_failure_is_retried_soon() -> None:
    assert again_after((NOW - timedelta(hours=9)).isoformat(), 1, 24, NOW) == NOW + timedelta(seconds=30)
    assert again_after((NOW + timedelta(days=9)).isoformat(), 1, 24, NOW) == NOW + timedelta(minutes=30)


def failing_job(world: RefreshWorld, moment: datetime) -> RefreshJob:
    refresh = world.refresh(FakeSearchEngine(EngineFailed("It broke.", engine="fake")), {})
    return RefreshJob(refresh, world.knowledge.current, clock=lambda: moment, seconds=60.0)


def test_failed_manual_refresh_schedules_no_retry_while_data_is_fresh(world: RefreshWorld) -> None:
    """A retry would do nothing while the data is fresh."""
    world.run(world.refresh(*world.day(1)))
    now = [datetime.fromisoformat(world.knowledge.current.state().since)]
    failing = failing_job(world, now[0])
    schedule = Schedule(failing, hours=24.0 * 18_000, clock=lambda: now[0])
    schedule.start()
    try:
        planned = schedule.next_time()
        with pytest.raises(CurrentAffairsRefreshFailed):
            failing.run_now()
        schedule.look_after()
        assert schedule.next_time() == planned
    finally:
        schedule.close()


def test_schedule_is_brought_forward_after_a_failure(world: RefreshWorld) -> None:
    """A laptop that was offline at its scheduled hour used to keep yesterday's news until the next day."""
    moment = datetime.now(UTC)
    failing = failing_job(world, moment)
    now = [moment - SOON]
    schedule = Schedule(failing, hours=24.0 * 18_000, clock=lambda: now[0])
    schedule.start()
    now[0] = moment
    try:
        far = (moment + timedelta(days=2)).isoformat()
        eventually(lambda: bool(failing.state().last) and schedule.next_time() >= far)
        assert failing.wait(PATIENCE_S)
        schedule.look_after()
        half_hour = (moment + timedelta(minutes=30)).isoformat(timespec="seconds")
        assert schedule.next_time() == half_hour
        schedule.look_after()
        assert schedule.next_time() == half_hour
    finally:
        schedule.close()
