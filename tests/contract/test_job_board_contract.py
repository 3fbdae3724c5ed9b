"""The contract of the job board on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.errors import NotFound
from backend.knowledge.database import Database
from backend.knowledge.job_board import KEEP_S, SILENT_S, WANTED_S, JobBoard, JobUpdate, StoredEvent, WaiterRequests
from backend.knowledge.postgres import PostgresDatabase


class Now:
    time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture(params=["sqlite", "postgresql"])
def board(request: pytest.FixtureRequest, tmp_path: Path, now: Now) -> Iterator[JobBoard]:
    sqlite = request.param == "sqlite"
    database = Database(tmp_path) if sqlite else PostgresDatabase(request.getfixturevalue("database_url"))
    yield JobBoard(database, clock=now)
    database.close()


def event(number: int, kind: str = "stage") -> StoredEvent:
    return StoredEvent(number=number, kind=kind, data='{"text": "ä %s ?"}')


def test_events_are_read_in_order_and_once_each(board: JobBoard) -> None:
    board.post([JobUpdate(job_id="a", state="running", events=(event(1), event(2)))])
    board.post([JobUpdate(job_id="a", state="done", status=200, events=(event(2), event(3, "result")))])
    glance = board.look("a", after=1)
    assert glance.events == (event(2), event(3, "result"))
    assert (glance.state, glance.status, glance.alive) == ("done", 200, True)


def test_an_unknown_job_is_not_found(board: JobBoard) -> None:
    with pytest.raises(NotFound):
        board.look("never")
    board.want("never", "x")
    board.unwant("never", "")
    with pytest.raises(NotFound):
        board.look("never")


def test_a_job_without_updates_is_lost_and_later_deleted(board: JobBoard, now: Now) -> None:
    board.post(
        [JobUpdate(job_id="a", state="running", events=(event(1),)), JobUpdate(job_id="b", state="done", status=200)]
    )
    now.time += SILENT_S + 1
    assert not board.look("a").alive
    assert board.look("b").alive
    board.post([JobUpdate(job_id="a", state="running")])
    assert board.look("a").alive
    now.time += KEEP_S + 1
    with pytest.raises(NotFound):
        board.look("b")
    board.sweep()
    now.time -= KEEP_S + 1
    with pytest.raises(NotFound):
        board.look("a")


def test_waiter_requests_reach_the_backend_that_runs_the_job(board: JobBoard, now: Now) -> None:
    board.post([JobUpdate(job_id="a", state="running"), JobUpdate(job_id="b", state="running")])
    board.want("a", "x")
    assert board.wishes(["a", "b", "c"]) == {
        "a": WaiterRequests(wanted=True, cancels=()),
        "b": WaiterRequests(wanted=False, cancels=()),
    }
    now.time += WANTED_S + 1
    assert not board.wishes(["a"])["a"].wanted
    board.want("a", "x")
    board.unwant("a", "x")
    board.unwant("a", "x")
    assert board.wishes(["a"]) == {"a": WaiterRequests(wanted=False, cancels=("x",))}


def test_a_cancel_affects_only_the_client_that_sent_it(board: JobBoard) -> None:
    board.post([JobUpdate(job_id="a", state="running"), JobUpdate(job_id="b", state="running")])
    board.want("a", "x")
    board.unwant("a", "y")
    assert board.wishes(["a"]) == {"a": WaiterRequests(wanted=True, cancels=("y",))}
    board.want("a", "y")
    board.unwant("a", "x")
    assert set(board.wishes(["a"])["a"].cancels) == {"x", "y"}
    assert not board.wishes(["a"])["a"].wanted, "who has cancelled does not wait again by looking once more"
    board.want("b", "x")
    assert board.wishes(["b"]) == {"b": WaiterRequests(wanted=True, cancels=())}


def test_an_anonymous_cancel_counts_for_the_only_waiter(board: JobBoard) -> None:
    board.post([JobUpdate(job_id="a", state="running"), JobUpdate(job_id="b", state="running")])
    board.want("a", "x")
    board.unwant("a", "")
    assert not board.wishes(["a"])["a"].wanted
    board.want("b", "x")
    board.want("b", "y")
    board.unwant("b", "")
    assert board.wishes(["b"]) == {"b": WaiterRequests(wanted=True, cancels=("",))}
