"""Clients that ask this backend for another backend's job, which only the shared job board and history know."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from backend.api import wire
from backend.api.events import HEARTBEAT
from backend.api.remote_jobs import StreamPosition
from backend.api.shown import shown
from backend.errors import StorageError
from backend.jobs.job_relay import JobRelay
from backend.jobs.runner import JobLimits
from backend.knowledge.database import Database
from backend.knowledge.job_board import SILENT_S, JobBoard, JobSnapshot, JobUpdate, StoredEvent
from tests.api_world import EventStream, World, make_verdict, world
from tests.job_world import claim, eventually

JOB = "/api/verify/theirs"
LIMITS = JobLimits(workers=1, queue_size=1, sharing=1)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "shared")
    yield opened
    opened.close()


@pytest.fixture
def board(database: Database) -> JobBoard:
    return JobBoard(database)


class CountingBoard(JobBoard):
    """Counts the failed lookups."""

    failed = 0

    def look(self, job_id: str, *, after: int = 0) -> JobSnapshot:
        try:
            return super().look(job_id, after=after)
        except StorageError:
            self.failed += 1
            raise


@pytest.fixture
def counting_board(database: Database) -> CountingBoard:
    """The board that `running_service` uses."""
    return CountingBoard(database)


@pytest.fixture
def running_service(tmp_path: Path, counting_board: CountingBoard) -> Iterator[World]:
    (tmp_path / "own").mkdir()
    with world(tmp_path / "own", limits=LIMITS, relay=JobRelay(counting_board)) as running:
        yield running


def post_running_job(board: JobBoard) -> None:
    accepted = {"job_id": "theirs", "session_id": "s", "claim": "x", "reader": ""}
    events = (StoredEvent(number=1, kind="accepted", data=json.dumps(accepted)),)
    board.post([JobUpdate(job_id="theirs", state="running", events=events)])


def lost_job(database: Database) -> None:
    """Post a running job whose backend was last seen a while ago."""
    post_running_job(JobBoard(database, clock=lambda: time.time() - SILENT_S - 5))


def following_stream(running_service: World) -> EventStream:
    stream = running_service.stream(f"{JOB}/events", {"after": 0})
    assert stream.until("accepted")[2]["job_id"] == "theirs"
    return stream


def stored_answer(running_service: World) -> wire.Json:
    found = wire.result(make_verdict(claim()), job_id="theirs")
    running_service.services.history.add(found)
    return found


def read(result: wire.Json) -> wire.Json:
    """Return the result as a client that names no language receives it."""
    return json.loads(json.dumps(shown(result, "en")))


def test_followers_of_remote_jobs_count_as_waiters(running_service: World, board: JobBoard) -> None:
    post_running_job(board)
    streams = [following_stream(running_service) for _ in range(LIMITS.max_waiters)]
    refused = running_service.post(f"{JOB}/events", {"after": 0})
    assert (refused.status, refused.json()["error"]["code"]) == (503, "overloaded")
    assert int(refused.headers["retry-after"]) >= 1
    assert running_service.post("/api/verify", {"claim": "The Earth is flat"}).status == 503
    assert running_service.call("GET", "/api/health").status == 200
    streams.pop().hang_up()
    eventually(lambda: running_service.services.jobs.state().waiters < LIMITS.max_waiters)
    streams.append(following_stream(running_service))
    for stream in streams:
        stream.hang_up()
    eventually(lambda: running_service.services.jobs.state().waiters == 0)
    assert running_service.post("/api/verify", {"claim": "The Earth is flat"}).status == 200


def test_cancel_is_forwarded_when_all_slots_are_taken(running_service: World, board: JobBoard) -> None:
    post_running_job(board)
    streams = [following_stream(running_service) for _ in range(LIMITS.max_waiters)]
    assert running_service.post(f"{JOB}/cancel", {"reader": "me"}).json() == {"job_id": "theirs", "cancelled": False}
    assert board.wishes(["theirs"])["theirs"].cancels == ("me",)
    for stream in streams:
        stream.hang_up()


def test_answer_stored_before_a_crash_is_found(running_service: World, database: Database) -> None:
    lost_job(database)
    assert running_service.post(JOB, {}).status == 404
    result = stored_answer(running_service)
    reply = running_service.post(JOB, {})
    assert (reply.status, reply.json()) == (200, read(result))
    events = list(running_service.stream(f"{JOB}/events", {"after": 0}))
    assert [(number, kind) for number, kind, _ in events] == [(1, "accepted"), (2, "result")]
    assert events[-1][2] == read(result)


def test_follower_gets_the_answer_when_the_backend_dies(
    running_service: World, database: Database, board: JobBoard
) -> None:
    post_running_job(board)
    stream = following_stream(running_service)
    result = stored_answer(running_service)
    lost_job(database)
    assert stream.until("result")[2] == read(result)


def test_job_of_a_dead_backend_is_reported_as_interrupted(running_service: World, database: Database) -> None:
    lost_job(database)
    kind, told = list(running_service.stream(f"{JOB}/events", {"after": 0}))[-1][1:]
    assert (kind, told["error"]["code"]) == ("error", "not_found")


@contextmanager
def unreadable(database: Database) -> Iterator[None]:
    """Make the database unreadable inside the block."""
    with database.write() as db:
        db.execute(sa.text("ALTER TABLE job_events RENAME TO job_events_away"))
    yield
    with database.write() as db:
        db.execute(sa.text("ALTER TABLE job_events_away RENAME TO job_events"))


def test_brief_database_failure_does_not_end_a_stream(
    running_service: World, database: Database, board: JobBoard, counting_board: CountingBoard
) -> None:
    post_running_job(board)
    stream = following_stream(running_service)
    with unreadable(database):
        eventually(lambda: counting_board.failed >= 2)
    told = wire.result(make_verdict(claim()), job_id="theirs")
    events = (StoredEvent(number=2, kind="result", data=json.dumps(told)),)
    board.post([JobUpdate(job_id="theirs", state="done", status=200, events=events)])
    assert stream.until("result")[::2] == (2, read(told))


def test_unreadable_database_is_not_reported_as_unknown_job(
    running_service: World, database: Database, board: JobBoard
) -> None:
    post_running_job(board)
    with unreadable(database):
        asked = ((JOB, {}), (f"{JOB}/cancel", {"reader": "me"}), (f"{JOB}/events", {"after": 0}))
        replies = [running_service.post(path, body) for path, body in asked]
    assert [(reply.status, reply.json()["error"]["code"]) for reply in replies] == [(503, "storage")] * 3
    assert running_service.post(JOB, {}).status == 202


def test_hanging_database_ends_the_stream_after_heartbeats() -> None:
    """Each failed read takes five seconds, and 48 of these reads used to pass without a message to the client."""
    now = [0.0]

    def hanging(_after: int) -> Iterator[None]:
        now[0] += 5.0
        raise StorageError("It does not answer.")
        yield

    stream = StreamPosition("me", lambda: False, clock=lambda: now[0]).stream(hanging)
    assert [next(stream), next(stream)] == [HEARTBEAT, HEARTBEAT]
    with pytest.raises(StorageError):
        next(stream)
    assert now[0] == 15.0
