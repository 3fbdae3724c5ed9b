"""Ownership of a PostgreSQL database after the server ends the session that holds a backend's lock, as on a restart (R2)."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa

from backend.errors import ConfigurationError, StorageReadOnly
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.postgres import PostgresDatabase
from backend.knowledge.record_ownership import RecordOwnership
from backend.knowledge.startup import Servers, open_knowledge
from backend.sources.registry import SourceRegistry
from tests.job_world import eventually
from tests.unit.knowledge.world import WordEmbedder, passage

LOOK_S = 0.1
LOCKS = "FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"


@pytest.fixture
def databases(database_url: str) -> Iterator[Callable[[], PostgresDatabase]]:
    open_named_folder: list[PostgresDatabase] = []

    def open_connection() -> PostgresDatabase:
        open_named_folder.append(PostgresDatabase(database_url))
        return open_named_folder[-1]

    yield open_connection
    for database in open_named_folder:
        database.close()


def end_sessions(url: str) -> None:
    """End every session that holds a lock, all at the same moment."""
    with psycopg.connect(url, autocommit=True) as db:
        assert db.execute(f"SELECT pg_terminate_backend(pid) {LOCKS}").fetchall()
        eventually(lambda: not db.execute(f"SELECT 1 {LOCKS}").fetchall())


def lock_is_held(url: str) -> bool:
    with psycopg.connect(url, autocommit=True) as db:
        return bool(db.execute(f"SELECT 1 {LOCKS}").fetchall())


def change(database: PostgresDatabase) -> None:
    with database.write():
        pass


@pytest.mark.parametrize("together", [False, True])
def test_a_lost_lock_is_reacquired(
    databases: Callable[[], PostgresDatabase],
    database_url: str,
    together: bool,
) -> None:
    database = databases()
    with closing(RecordOwnership(database, together=together, look_s=LOOK_S)):
        end_sessions(database_url)
        eventually(lambda: lock_is_held(database_url))
        change(database)
        with pytest.raises(ConfigurationError, match="already using this database"):
            RecordOwnership(databases(), together=not together)


def test_former_owner_writes_nothing_and_reclaims_nothing(
    databases: Callable[[], PostgresDatabase],
    database_url: str,
) -> None:
    """The index of the resuming backend does not contain the passages that the other backend stored."""
    first, second = databases(), databases()
    with closing(RecordOwnership(first, together=False, look_s=3600)) as place:
        end_sessions(database_url)
        other = RecordOwnership(second, together=False, look_s=3600)
        with pytest.raises(StorageReadOnly, match="taken over"):
            change(first)
        change(second)
        other.close()
        assert place._session is not None
        assert not place._is_alive(place._session)
        assert not place._reacquire()
        with pytest.raises(StorageReadOnly, match="taken over"):
            change(first)
        assert not lock_is_held(database_url)


def test_backends_without_an_index_resume_when_the_owner_is_gone(
    databases: Callable[[], PostgresDatabase],
    database_url: str,
) -> None:
    first, second = databases(), databases()
    with closing(RecordOwnership(first, together=True, look_s=LOOK_S)):
        lone = None
        while lone is None:
            end_sessions(database_url)
            try:
                lone = RecordOwnership(second, together=False, look_s=3600)
            except ConfigurationError:
                continue
        with pytest.raises(StorageReadOnly, match="taken over"):
            change(first)
        lone.close()
        eventually(lambda: lock_is_held(database_url))
        eventually(lambda: first.token() == "together")
        change(first)


def test_new_owner_waits_for_a_running_change(databases: Callable[[], PostgresDatabase]) -> None:
    first, second = databases(), databases()
    first.take_over("one")
    entered = threading.Event()

    def take_over() -> None:
        second.take_over("two")
        entered.set()

    with first.write():
        other = threading.Thread(target=take_over)
        other.start()
        assert not entered.wait(0.3)
    assert entered.wait(30)
    other.join()


def test_second_backend_of_the_same_kind_starts_without_waiting(
    databases: Callable[[], PostgresDatabase],
) -> None:
    first, second = databases(), databases()
    with closing(RecordOwnership(first, together=True, look_s=3600)), first.write():
        RecordOwnership(second, together=True, look_s=3600, wait_s=0.2).close()


def test_new_owner_gives_up_on_a_change_that_never_ends(
    databases: Callable[[], PostgresDatabase],
    database_url: str,
) -> None:
    first, second = databases(), databases()
    with closing(RecordOwnership(first, together=True, look_s=3600)):
        with first.write():
            end_sessions(database_url)
            with pytest.raises(ConfigurationError, match="does not end") as told:
                RecordOwnership(second, together=False, wait_s=0.2)
        assert "pg_stat_activity" in told.value.hint
        eventually(lambda: not lock_is_held(database_url))
        change(first)


def test_former_owner_does_not_block_a_start(
    databases: Callable[[], PostgresDatabase],
    database_url: str,
) -> None:
    """A lock that was briefly taken every five seconds used to make a simultaneous start fail."""

    class Counting(PostgresDatabase):
        sessions = 0

        @contextmanager
        def session(self) -> Iterator[sa.Connection]:
            self.sessions += 1
            with super().session() as session:
                yield session

    with (
        closing(Counting(database_url)) as first,
        closing(RecordOwnership(first, together=False, look_s=3600)) as place,
    ):
        end_sessions(database_url)
        RecordOwnership(databases(), together=False, look_s=3600).close()
        before = first.sessions
        assert not place._reacquire()
        assert first.sessions == before


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no such limit")
def test_unacknowledged_query_ends_within_half_a_minute(databases: Callable[[], PostgresDatabase]) -> None:
    with databases().session() as session:
        driver = session.connection.driver_connection
        assert driver is not None
        with socket.socket(fileno=os.dup(driver.fileno())) as line:
            assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000


def test_knowledge_base_of_a_former_owner_answers_without_storing(tmp_path: Path, database_url: str) -> None:
    def open_named_folder(name: str) -> KnowledgeBase:
        servers = Servers(database_url=database_url)
        return open_knowledge(tmp_path / name, WordEmbedder(), SourceRegistry.load(None), servers=servers)

    fact = passage("The Halden bridge was opened in 1931 by the mayor.")
    with closing(open_named_folder("one")) as first:
        first.ingest([fact], quarantined=False)
        end_sessions(database_url)
        with closing(open_named_folder("two")) as second:
            with pytest.raises(StorageReadOnly, match="taken over"):
                first.ingest([passage("The Halden tunnel was opened in 1999.")])
            assert first.look_up("Halden bridge mayor").candidates[0].passage == fact
            assert second.stats()["passages"] == 1
