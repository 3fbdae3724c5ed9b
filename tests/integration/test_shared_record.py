"""Several backends on one PostgreSQL database start at the same time and change the same passages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from backend.domain.article import Namespace
from backend.errors import ConfigurationError
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.postgres import PostgresDatabase
from backend.knowledge.shared_index import ChromaServer
from backend.knowledge.startup import Servers, open_knowledge
from backend.knowledge.store import Store
from backend.sources.registry import SourceRegistry
from tests.contract.test_record_contract import add
from tests.unit.knowledge.world import WordEmbedder, some_passages

BACKENDS = 4
ROUNDS = 12


@pytest.fixture
def stores(database_url: str) -> Iterator[tuple[Store, ...]]:
    with ExitStack() as stack:
        databases = [PostgresDatabase(database_url) for _ in range(2)]
        for database in databases:
            stack.callback(database.close)
        yield tuple(Store(database) for database in databases)


def run_at_the_same_time(*works: Callable[[], object]) -> list[BaseException]:
    """Run the functions at the same moment, and return the errors that they raise."""
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


def test_backends_that_start_at_once_on_a_new_database_all_start(database_url: str) -> None:
    opened: list[PostgresDatabase] = []
    assert run_at_the_same_time(*[lambda: opened.append(PostgresDatabase(database_url))] * BACKENDS) == []
    assert len(opened) == BACKENDS
    for database in opened:
        database.close()


def test_concurrent_changes_to_the_same_passages_all_succeed(stores: tuple[Store, ...]) -> None:
    one, other = stores
    # The tables return rows in insertion order, which differs from the order in which `count_use` locks them.
    found = sorted(some_passages(400), key=lambda p: p.id, reverse=True)
    add(one, found, Namespace.CURRENT)
    ids = [p.id for p in found]
    generation = one.generations.begin("now")
    one.generations.join(generation, dict.fromkeys(ids, True))
    failures = []
    for _ in range(ROUNDS):
        failures += run_at_the_same_time(
            lambda: one.count_use(dict.fromkeys(ids, 0.5), "now"),
            lambda: other.generations.make_permanent(ids),
            lambda: one.count_citation(ids),
        )
    failures += run_at_the_same_time(
        lambda: one.count_use(dict.fromkeys(ids, 0.5), "now"), lambda: other.generations.switch(generation, "now")
    )
    failures += run_at_the_same_time(lambda: one.count_use(dict.fromkeys(ids, 0.5), "now"), lambda: other.remove(ids))
    assert failures == []
    assert one.counts()["passages"] == 0


def start_knowledge_base(folder: Path, **servers: Any) -> KnowledgeBase:
    return open_knowledge(folder, WordEmbedder(), SourceRegistry.load(None), servers=Servers(**servers))


def test_a_database_with_a_private_index_has_one_owner(
    tmp_path: Path,
    database_url: str,
    chroma_url: str,
) -> None:
    both = {"database_url": database_url, "chroma": ChromaServer(url=chroma_url)}
    owner = start_knowledge_base(tmp_path / "one", database_url=database_url)
    for folder, servers in (("two", {"database_url": database_url}), ("three", both)):
        with pytest.raises(ConfigurationError, match="already using this database") as refused:
            start_knowledge_base(tmp_path / folder, **servers)
        assert "CHROMA_URL" in refused.value.hint
    owner.close()
    beside = [start_knowledge_base(tmp_path / name, **both) for name in ("four", "five")]
    with pytest.raises(ConfigurationError, match="already using this database"):
        start_knowledge_base(tmp_path / "six", database_url=database_url)
    for knowledge in beside:
        knowledge.close()
    start_knowledge_base(tmp_path / "six", database_url=database_url).close()
