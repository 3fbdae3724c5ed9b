"""Daily budgets survive restarts, reset at midnight, and apply even if no write succeeds (S18)."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from backend.knowledge.database import Database
from backend.knowledge.spending import KEPT_DAYS, Purpose, Spending


class ManualClock:
    def __init__(self) -> None:
        self.time = datetime(2026, 11, 22, 23, 50, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time


@pytest.fixture
def manual_clock() -> ManualClock:
    return ManualClock()


Opened = Callable[[], Spending]


@pytest.fixture
def open_spending(tmp_path: Path, manual_clock: ManualClock) -> Opened:
    return lambda: Spending(Database(tmp_path), manual_clock)


def test_a_reached_cap_survives_a_restart(open_spending: Opened) -> None:
    allowance = open_spending().allowance(Purpose.SEARCHES, 3)
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    again = open_spending().allowance(Purpose.SEARCHES, 3)
    assert (again.take(), again.left(), again.state().used) == (False, False, 3)


def test_midnight_resets_spending_and_a_clock_set_back_does_not(
    open_spending: Opened, manual_clock: ManualClock
) -> None:
    allowance = open_spending().allowance(Purpose.SEARCHES, 1)
    assert (allowance.take(), allowance.take()) == (True, False)
    manual_clock.time += timedelta(minutes=11)
    assert (allowance.take(), allowance.take()) == (True, False)
    manual_clock.time -= timedelta(minutes=11)
    assert not allowance.take()


def test_purposes_are_counted_separately_and_without_cap_unlimited(open_spending: Opened) -> None:
    spending = open_spending()
    calls, tokens = spending.allowance(Purpose.LLM_CALLS, 1), spending.allowance(Purpose.LLM_TOKENS, 0)
    assert calls.take()
    assert not calls.take()
    for _ in range(3):
        tokens.note(700)
    assert (tokens.left(), tokens.state().used) == (True, 2100)


def test_an_amount_beyond_the_cap_is_refused(open_spending: Opened) -> None:
    allowance = open_spending().allowance(Purpose.LLM_TOKENS, 100)
    assert (allowance.take(60), allowance.take(60), allowance.take(40)) == (True, False, True)


def test_a_cost_noted_afterwards_may_exceed_the_cap_once(open_spending: Opened) -> None:
    allowance = open_spending().allowance(Purpose.LLM_TOKENS, 100)
    allowance.note(130)
    assert not allowance.left()


def test_concurrent_threads_never_exceed_the_cap(open_spending: Opened) -> None:
    spending = open_spending()
    allowance, got = spending.allowance(Purpose.SEARCHES, 20), list[bool]()
    threads = [threading.Thread(target=lambda: got.extend(allowance.take() for _ in range(10))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (sum(got), allowance.state().used) == (20, 20)


def test_cap_holds_in_memory_if_nothing_can_be_written(tmp_path: Path, manual_clock: ManualClock) -> None:
    allowance = Spending(Database(tmp_path), manual_clock).allowance(Purpose.SEARCHES, 4)
    assert allowance.take()
    with sqlite3.connect(tmp_path / "knowledge.sqlite3") as other:
        for event in ("INSERT", "UPDATE"):
            other.execute(
                f"CREATE TRIGGER full_{event} BEFORE {event} ON spending BEGIN SELECT RAISE(ABORT, 'full'); END"
            )
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    assert allowance.state().used == 4
    with sqlite3.connect(tmp_path / "knowledge.sqlite3") as other:
        other.execute("DROP TRIGGER full_INSERT")
        other.execute("DROP TRIGGER full_UPDATE")
    assert not allowance.take()


def test_old_days_are_deleted(tmp_path: Path, manual_clock: ManualClock) -> None:
    spending = Spending(Database(tmp_path), manual_clock)
    for _ in range(KEPT_DAYS + 10):
        spending.take(Purpose.SEARCHES, 1, 0)
        manual_clock.time += timedelta(days=1)
    with sqlite3.connect(tmp_path / "knowledge.sqlite3") as db:
        assert db.execute("SELECT count(*) FROM spending").fetchone()[0] <= KEPT_DAYS + 1
