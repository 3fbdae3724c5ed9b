"""What several backends do to one PostgreSQL at the same moment: starting, and changing the same passages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from backend.domain.article import Namespace
from backend.knowledge.postgres import PostgresDatabase
from backend.knowledge.store import Store
from tests.contract.test_record_contract import add
from tests.servers import database_url, postgres_server  # noqa: F401 - fixtures
from tests.unit.knowledge.world import some_passages

BACKENDS = 4
ROUNDS = 12


@pytest.fixture
def stores(database_url: str) -> Iterator[tuple[Store, ...]]:  # noqa: F811 - the fixture
    with ExitStack() as stack:
        databases = [PostgresDatabase(database_url) for _ in range(2)]
        for database in databases:
            stack.callback(database.close)
        yield tuple(Store(database) for database in databases)


def together(*works: Callable[[], object]) -> list[BaseException]:
    """What they raise when they begin at the same moment."""
    failures: list[BaseException] = []
    barrier = threading.Barrier(len(works))

    def run(work: Callable[[], object]) -> None:
        barrier.wait()
        try:
            work()
        except BaseException as error:  # noqa: BLE001 - told to the test
            failures.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


def test_backends_that_start_at_once_on_a_new_database_all_start(database_url: str) -> None:  # noqa: F811 - the fixture
    opened: list[PostgresDatabase] = []
    assert together(*[lambda: opened.append(PostgresDatabase(database_url))] * BACKENDS) == []
    assert len(opened) == BACKENDS
    for database in opened:
        database.close()


def test_changes_to_the_same_passages_in_any_order_all_go_through(stores: tuple[Store, ...]) -> None:
    one, other = stores
    # What the tables return is in the order of insertion, which is not the order in which `count_use` locks.
    found = sorted(some_passages(400), key=lambda p: p.id, reverse=True)
    add(one, found, Namespace.CURRENT)
    ids = [p.id for p in found]
    generation = one.generations.begin("now")
    one.generations.join(generation, dict.fromkeys(ids, True))
    failures = []
    for _ in range(ROUNDS):
        failures += together(
            lambda: one.count_use(dict.fromkeys(ids, 0.5), "now"),
            lambda: other.generations.settle(ids),
            lambda: one.count_citation(ids),
        )
    failures += together(
        lambda: one.count_use(dict.fromkeys(ids, 0.5), "now"), lambda: other.generations.switch(generation, "now")
    )
    failures += together(lambda: one.count_use(dict.fromkeys(ids, 0.5), "now"), lambda: other.remove(ids))
    assert failures == []
    assert one.counts()["passages"] == 0
