"""The disk quota on both databases: only the excess is removed, only once, and never because of other programs' data (R8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import sqlalchemy as sa

from backend.knowledge.base import KnowledgeBase
from backend.knowledge.capacity import Capacity, Holdings
from backend.knowledge.database import Database, RecordDatabase
from backend.knowledge.index import ExactIndex
from backend.knowledge.postgres import PostgresDatabase
from backend.knowledge.store import Store
from backend.sources.registry import SourceRegistry
from tests.unit.knowledge.world import DIMENSIONS, Clock, WordEmbedder, passage

WORDS = "word " * 60
COUNT = 800


class MemoryIndex(ExactIndex):
    """A `MaintainedIndex` without files."""

    state, busy = "exact", False

    def size(self) -> int:
        return 0

    def compact(self) -> None:
        """Does nothing, because there are no files on disk."""

    def purge_deleted(self) -> None:
        """Does nothing, because there are no files on disk."""

    def wait(self, timeout_s: float) -> bool:
        return timeout_s >= 0

    def close(self) -> None:
        """Does nothing, because nothing is open."""


@pytest.fixture(params=["sqlite", "postgresql"])
def open_record(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], RecordDatabase]]:
    """Opens the same database repeatedly, as several backends do. With SQLite there is only one connection."""
    with ExitStack() as stack:
        if request.param == "sqlite":
            one = Database(tmp_path)
            stack.callback(one.close)
            yield lambda: one
            return
        url = request.getfixturevalue("database_url")

        def open_connection() -> RecordDatabase:
            database = PostgresDatabase(url)
            stack.callback(database.close)
            return database

        yield open_connection


@pytest.fixture
def server_record(database_url: str) -> Iterator[PostgresDatabase]:
    database = PostgresDatabase(database_url)
    yield database
    database.close()


def filled_knowledge_base(store: Store, count: int = COUNT) -> KnowledgeBase:
    knowledge = KnowledgeBase(store, MemoryIndex(DIMENSIONS), WordEmbedder(), SourceRegistry.load(None), clock=Clock())
    found = [passage(f"Lead {n} tells of boat{n}. {WORDS}", f"https://site{n % 9}.com/{n}") for n in range(count)]
    knowledge.ingest(found)
    return knowledge


def removals_of_checks(capacity: Capacity, count: int) -> list[int]:
    """Return how many passages each check removed. Report enough additions before each check to trigger it."""
    removed = []
    for _ in range(count):
        capacity.added(500)
        removed.append(capacity.clean_up_if_due())
    return removed


def test_excess_is_removed_once(open_record: Callable[[], RecordDatabase]) -> None:
    store = Store(open_record())
    filled_knowledge_base(store)
    before = store.quota.bytes()
    capacity = Capacity(Holdings(store, MemoryIndex(DIMENSIONS)), int(before * 0.95), sweep=lambda: 0)
    removed = removals_of_checks(capacity, 8)
    assert 0 < sum(removed) < COUNT * 0.2
    # SQLite does not always free its pages completely, so a second check may still remove a few passages.
    assert removed[2:] == [0] * 6
    assert store.quota.bytes() < before * 0.95


def test_tables_of_other_programs_do_not_count_towards_the_quota(server_record: PostgresDatabase) -> None:
    database = server_record
    store = Store(database)
    filled_knowledge_base(store, 300)
    capacity = Capacity(Holdings(store, MemoryIndex(DIMENSIONS)), 2 * store.quota.bytes(), sweep=lambda: 0)
    with database.write() as db:
        db.execute(
            sa.text("CREATE TABLE public.others AS SELECT repeat(md5(i::text), 40) FROM generate_series(1, 9000) i")
        )
    assert removals_of_checks(capacity, 3) == [0, 0, 0]


def test_two_backends_do_not_remove_the_same_excess_twice(open_record: Callable[[], RecordDatabase]) -> None:
    store, other = Store(open_record()), Store(open_record())
    filled_knowledge_base(store)
    cap = int(store.quota.bytes() * 0.95)
    capacity = Capacity(Holdings(other, MemoryIndex(DIMENSIONS)), cap, sweep=lambda: 0)
    capacity.added(500)
    with store.alone("room") as mine:
        assert mine
        assert capacity.clean_up_if_due() == 0
    assert removals_of_checks(capacity, 1)[0] > 0


def test_estimate_is_close_to_the_size_of_the_tables(server_record: PostgresDatabase) -> None:
    database = server_record
    store = Store(database)
    filled_knowledge_base(store)
    ours = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = CAST('claimlight' AS regnamespace) AND relkind = 'r'"
    with database.read() as db:
        taken = int(db.execute(sa.text(ours)).scalar_one())
    # Test vectors have 64 dimensions; those of the product have 384.
    assert 0.5 < taken / (store.quota.bytes() - COUNT * 4 * (384 - DIMENSIONS)) < 1.5
