"""Two real backend processes on one PostgreSQL and one Chroma server share their passages and jobs (R1, R4)."""

from __future__ import annotations

import shutil
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from backend.knowledge.job_board import SILENT_S
from tests.api_world import EventStream, World
from tests.e2e.backend_process import BackendProcess
from tests.servers import new_database

KNOWN = {"claim": "The Great Wall of China is visible from space with the naked eye."}
FORGOTTEN = {"claim": "The Earth is flat"}
"""One test deletes the evidence for this claim, so no other test uses the claim."""
UNKNOWN = {"claim": "The Halden bridge collapsed in 2023"}


@dataclass(frozen=True)
class Two:
    """Both services with the data folders `one` and `two`. Searches of the first service hang until the block ends."""

    folder: Path
    database_url: str
    first: World
    second: World
    first_process: BackendProcess
    searched: socket.socket
    closing: ExitStack

    def follow(self, world: World, path: str, value: object) -> EventStream:
        """Follow an event stream and close it at the end."""
        stream = world.stream(path, value)
        self.closing.callback(_hang_up, stream)
        return stream

    def searching(self, claim: dict[str, str]) -> EventStream:
        """Start a job of the first backend that waits for its search."""
        stream = self.follow(self.first, "/api/verify", claim)
        self.searched.settimeout(30)
        self.closing.enter_context(self.searched.accept()[0])
        return stream


@contextmanager
def started(folder: Path, database_url: str, chroma_url: str) -> Iterator[Two]:
    """Yield both backends, ready for use."""
    shared = {"DATABASE_URL": database_url, "CHROMA_URL": chroma_url}
    with ExitStack() as stack:
        hanging = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        engine = {
            "CLAIMLIGHT_ENGINES": "searxng",
            "CLAIMLIGHT_SEARXNG_URL": f"http://127.0.0.1:{hanging.getsockname()[1]}",
        }
        one = BackendProcess(folder / "one", settings=shared | engine)
        other = BackendProcess(folder / "two", settings=shared | {"CLAIMLIGHT_OFFLINE": "true"})
        for process in (one, other):
            stack.callback(process.kill)
            process.start()
        first, second = (World(port=process.port, services=None) for process in (one, other))
        yield Two(folder, database_url, first, second, one, hanging, stack)


@pytest.fixture(scope="module")
def shared_two(tmp_path_factory: pytest.TempPathFactory, postgres_server: str, chroma_url: str) -> Iterator[Two]:
    with started(tmp_path_factory.mktemp("two"), new_database(postgres_server), chroma_url) as running:
        yield running


@pytest.fixture
def two_backends(shared_two: Two) -> Two:
    """The backends without history. The tests of this module share the backends, and only the last test stops one of them."""
    shared_two.first.post("/api/history/delete", {"all": True})
    return shared_two


def _hang_up(stream: EventStream) -> None:
    # The server may be gone, or the test may have disconnected.
    with suppress(OSError):
        stream.hang_up()
    stream.response.close()


def eventually(holds: Callable[[], bool], seconds: float = 60.0) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.2)
    return False


def knowledge(world: World) -> dict[str, object]:
    found: dict[str, object] = world.post("/api/knowledge/stats", {}).json()
    return found


def test_answer_is_read_and_deleted_through_another_backend(two_backends: Two) -> None:
    result = two_backends.first.post("/api/verify", FORGOTTEN).json()
    assert result["verdict"] == "False"
    path = f"/api/verify/{result['job_id']}"
    assert eventually(lambda: two_backends.second.post(path, {}).status == 200), two_backends.second.post(
        path, {}
    ).json()
    assert two_backends.second.post(path, {}).json() == result
    # The result is stored in the history slightly before the job's events are stored on the job board.
    assert eventually(
        lambda: next(iter(two_backends.follow(two_backends.second, f"{path}/events", {"after": 0})))[1] == "accepted"
    )
    events = list(two_backends.follow(two_backends.second, f"{path}/events", {"after": 0}))
    assert events[-1][1:] == ("result", result)
    assert [number for number, kind, _ in events if kind != "heartbeat"] == list(range(1, len(events) + 1))
    listed = two_backends.second.post("/api/history/list", {}).json()["entries"]
    assert [entry["session_id"] for entry in listed] == [result["session_id"]]
    size = knowledge(two_backends.first)["passages"]
    assert knowledge(two_backends.second)["passages"] == size
    gone = result["evidence"][0]["id"]
    assert two_backends.second.post("/api/knowledge/forget", {"passage_id": gone}).json()["forgotten"] == 1
    assert knowledge(two_backends.first)["passages"] == int(str(size)) - 1
    found = two_backends.first.post("/api/knowledge/search", {"query": FORGOTTEN["claim"]}).json()
    assert gone not in str(found)


def test_status_of_a_backend_without_a_data_folder(two_backends: Two) -> None:
    """The data folder never exists, so its free space is unknown; /api/status used to fail with an internal error."""
    found = two_backends.first.call("GET", "/api/status").json()
    assert found["knowledge"]["index"] in ("chroma server", "behind")
    assert found["disk"]["free_mb"] > 0
    assert (two_backends.folder / "one").stat().st_mode & 0o777 == 0o700
    shutil.rmtree(two_backends.folder / "two")
    assert two_backends.second.call("GET", "/api/status").status == 200


def test_unreadable_database_does_not_prevent_the_answer(two_backends: Two) -> None:
    """A failure to read the fingerprint's revision at the very end used to make the whole answer fail."""
    with psycopg.connect(two_backends.database_url, autocommit=True) as db:
        db.execute("ALTER TABLE claimlight.meta RENAME TO meta_away")
        reply = two_backends.second.post("/api/verify", KNOWN)
        db.execute("ALTER TABLE claimlight.meta_away RENAME TO meta")
    assert reply.status == 200, reply.json()
    assert reply.json()["verdict"] == "Not Enough Evidence"
    assert "knowledge_unreadable" in {issue["code"] for issue in reply.json()["issues"]}
    assert two_backends.second.post("/api/verify", KNOWN).json()["verdict"] == "False"


def test_running_job_is_followed_and_cancelled_through_another_backend(two_backends: Two) -> None:
    stream = two_backends.searching(UNKNOWN)
    job_id = stream.until("accepted")[2]["job_id"]
    path = f"/api/verify/{job_id}"
    assert eventually(lambda: two_backends.second.post(path, {}).status == 202)
    followed = two_backends.follow(two_backends.second, f"{path}/events", {"after": 0})
    assert followed.until("accepted")[2]["job_id"] == job_id
    stream.hang_up()
    assert two_backends.second.post(f"{path}/cancel", {}).json() == {"job_id": job_id, "cancelled": True}
    assert followed.until("error")[2]["error"]["code"] == "cancelled"


def test_jobs_excluded_from_the_history_are_never_posted(two_backends: Two) -> None:
    quiet = two_backends.first.post("/api/verify", {**KNOWN, "options": {"remember": False}}).json()
    # Later events have reached the board, so no event of the silent job is still in transit.
    later = two_backends.first.post("/api/verify", KNOWN).json()
    assert eventually(lambda: two_backends.second.post(f"/api/verify/{later['job_id']}", {}).status == 200)
    assert two_backends.second.post(f"/api/verify/{quiet['job_id']}", {}).status == 404
    assert two_backends.first.post(f"/api/verify/{quiet['job_id']}", {}).status == 200


def test_answers_and_interrupted_jobs_of_a_dead_backend_are_visible(two_backends: Two) -> None:
    """The last test of this module, because it kills the first backend."""
    result = two_backends.first.post("/api/verify", KNOWN).json()
    stream = two_backends.searching(UNKNOWN)
    job_id = stream.until("accepted")[2]["job_id"]
    assert eventually(lambda: two_backends.second.post(f"/api/verify/{job_id}", {}).status == 202)
    followed = two_backends.follow(two_backends.second, f"/api/verify/{job_id}/events", {"after": 0})
    two_backends.first_process.kill()
    with psycopg.connect(two_backends.database_url, autocommit=True) as db:
        # Make the job look as if its backend was last seen this long ago.
        db.execute("UPDATE claimlight.jobs SET seen = seen - %s WHERE id = %s", (SILENT_S, job_id))
    assert two_backends.second.post(f"/api/verify/{result['job_id']}", {}).json() == result
    assert "stopped" in followed.until("error")[2]["error"]["message"]
    assert two_backends.second.post(f"/api/verify/{job_id}", {}).status == 404
