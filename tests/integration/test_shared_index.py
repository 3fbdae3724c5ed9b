"""The index on a real Chroma server that stops, restarts, or receives no notification of new passages (R1)."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from backend.domain.article import Namespace
from backend.errors import StorageError, StorageTooSlow
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.database import Database, RecordDatabase
from backend.knowledge.index import ChromaServerIndex
from backend.knowledge.postgres import PostgresDatabase
from backend.knowledge.shared_index import BEHIND, ChromaServer, PollingIntervals, SharedIndex
from backend.knowledge.store import Store
from backend.sources.registry import SourceRegistry
from scripts.scaling.servers import Unavailable, chroma, free_port
from tests.contract.test_record_contract import MODEL, add
from tests.unit.knowledge.world import Clock, WordEmbedder, passage, some_passages

QUICK = PollingIntervals(look_s=0.1, count_s=0.3)
FACT = passage("The Halden bridge was opened in 1931 by the mayor.")


class Server:
    """A Chroma server on one port that can be stopped and restarted with the same files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = free_port()
        self._running = ExitStack()

    def start(self) -> str:
        self._folder.mkdir(exist_ok=True)
        try:
            return self._running.enter_context(chroma(self._folder, port=self._port))
        except Unavailable as reason:
            pytest.skip(f"NO CHROMA SERVER: {reason}")

    def end(self) -> None:
        self._running.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path / "chroma")
    yield found
    found.end()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RecordDatabase]:
    sqlite = request.param == "sqlite"
    opened: RecordDatabase = (
        Database(tmp_path / "data") if sqlite else PostgresDatabase(request.getfixturevalue("database_url"))
    )
    yield opened
    opened.close()


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[RecordDatabase]:
    """The database of tests about the connection to the index, which does not depend on the kind of database."""
    opened = Database(tmp_path / "data")
    yield opened
    opened.close()


def eventually(holds: Callable[[], bool], seconds: float = 60.0) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(0.05)
    return False


def test_full_text_search_works_when_the_index_server_is_unreachable(server: Server, sqlite: RecordDatabase) -> None:
    store = Store(sqlite)
    index = SharedIndex(ChromaServer(url=server.start()), store, WordEmbedder(), pace=QUICK)
    knowledge = KnowledgeBase(store, index, WordEmbedder(), SourceRegistry.load(None), clock=Clock())
    knowledge.ingest([FACT, *some_passages(20)], quarantined=False)
    assert eventually(lambda: knowledge.look_up("Halden bridge mayor").missing == ())
    server.end()
    found = knowledge.look_up("Halden bridge mayor")
    assert found.missing == ("vector index",)
    assert found.candidates[0].passage == FACT
    assert found.candidates[0].similarity > 0.3
    later = passage("The Halden tunnel was opened in 1999.")
    assert knowledge.ingest([later], quarantined=False).new == 1
    assert knowledge.stats()["index"] == "behind"
    server.start()
    assert eventually(lambda: knowledge.look_up("Halden tunnel 1999").missing == ())
    assert knowledge.wait_for_index(30)
    assert later.id in index.ids(Namespace.NEWS)
    assert knowledge.stats()["index"] == "chroma server"
    knowledge.close()


def test_rows_of_a_killed_backend_are_added_to_the_index(chroma_url: str, database: RecordDatabase) -> None:
    store = Store(database)
    index = SharedIndex(ChromaServer(url=chroma_url), store, WordEmbedder(), pace=QUICK)
    assert index.wait(30)
    add(store, [FACT])
    assert eventually(lambda: index.ids(Namespace.NEWS) == store.ids(Namespace.NEWS, MODEL) == {FACT.id})
    index.close()


def test_repair_keeps_its_token_until_it_is_done(chroma_url: str, database: RecordDatabase) -> None:
    """A process that is killed while it fills the index leaves its notification behind."""
    store, seen = Store(database), list[str | None]()

    class Watched(Store):
        def vectors(self, ids, model_id=""):  # type: ignore[no-untyped-def]
            seen.append(store.meta_get(BEHIND))
            return super().vectors(ids, model_id)

    add(store, some_passages(30))
    index = SharedIndex(ChromaServer(url=chroma_url), Watched(database), WordEmbedder(), pace=QUICK)
    assert index.wait(30)
    assert seen
    assert all(seen)
    assert store.meta_get(BEHIND) == ""
    index.close()


def test_broken_connection_does_not_affect_other_clients(chroma_url: str, sqlite: RecordDatabase) -> None:
    store = Store(sqlite)
    add(store, some_passages(30))
    index = SharedIndex(ChromaServer(url=chroma_url), store, WordEmbedder(), pace=QUICK)
    assert index.wait(30)
    old = index._connection()
    old.close()
    entered, go = threading.Event(), threading.Event()
    answers: list[object] = []
    asked: list[object] = []

    def ask(client: object) -> object:
        asked.append(client)
        if len(asked) == 1:
            entered.set()
            go.wait(30)
        return client.count(Namespace.NEWS)  # type: ignore[attr-defined]

    slow = threading.Thread(target=lambda: answers.append(index._query_server(ask)))
    slow.start()
    assert entered.wait(30)
    # Another client encounters the broken connection first and opens a new one, which is used from then on.
    vector = WordEmbedder().embed(["Fact 3"])
    assert index.query(Namespace.NEWS, vector, 3)
    serving = index._serving
    go.set()
    slow.join(30)
    assert answers == [30]
    assert index._serving is serving
    assert index.query(Namespace.NEWS, vector, 3)
    index.close()


@pytest.mark.parametrize("failure", [StorageTooSlow, StorageError])
def test_failed_query_does_not_close_connections_of_others(
    chroma_url: str, sqlite: RecordDatabase, failure: type[StorageError]
) -> None:
    """A late upsert used to close the connection of the monitor's own request, which was then repeated endlessly."""
    store = Store(sqlite)
    add(store, some_passages(30))
    index = SharedIndex(ChromaServer(url=chroma_url), store, WordEmbedder(), pace=QUICK)
    assert index.wait(30)
    entered, go, answers = threading.Event(), threading.Event(), list[int]()

    def ask(client: ChromaServerIndex) -> None:
        entered.set()
        go.wait(30)
        answers.append(client.count(Namespace.NEWS))

    slow = threading.Thread(target=lambda: index._query_server(ask))
    slow.start()
    assert entered.wait(30)

    def fail(_: object) -> None:
        raise failure("This one failed.")

    with pytest.raises(StorageTooSlow):
        index._query_server(fail)
    go.set()
    slow.join(30)
    assert answers == [30]
    index.close()


def test_index_of_a_large_database_is_not_used_until_it_is_checked(chroma_url: str, sqlite: RecordDatabase) -> None:
    store, go = Store(sqlite), threading.Event()

    class Waiting(Store):
        def ids(self, namespace, model_id):  # type: ignore[no-untyped-def]
            go.wait(30)
            return super().ids(namespace, model_id)

    add(store, some_passages(30))
    index = SharedIndex(ChromaServer(url=chroma_url), Waiting(sqlite), WordEmbedder(), pace=QUICK, waited_for=29)
    vector = WordEmbedder().embed(["Fact 3"])
    with pytest.raises(StorageTooSlow, match="looked through"):
        index.query(Namespace.NEWS, vector, 3)
    assert index.state == "behind"
    go.set()
    assert index.wait(30)
    assert index.query(Namespace.NEWS, vector, 3)
    index.close()


def test_checked_index_is_used_while_other_backends_start(chroma_url: str, database: RecordDatabase) -> None:
    store = Store(database)

    class Restless(Store):
        """Whenever this backend fills the index, another backend starts and leaves a notification."""

        def ids(self, namespace, model_id):  # type: ignore[no-untyped-def]
            store.meta_set(BEHIND, secrets.token_hex(8))
            return super().ids(namespace, model_id)

    add(store, some_passages(30))
    index = SharedIndex(ChromaServer(url=chroma_url), Restless(database), WordEmbedder(), pace=QUICK, waited_for=29)
    assert eventually(index._checked.is_set)
    assert index.query(Namespace.NEWS, WordEmbedder().embed(["Fact 3"]), 3)
    assert store.meta_get(BEHIND)
    assert index.state == "behind"
    index.close()


def test_two_databases_share_one_index_server_independently(chroma_url: str, tmp_path: Path) -> None:
    place = ChromaServer(url=chroma_url)
    stores = [Store(Database(tmp_path / name)) for name in ("one", "two")]
    for number, store in enumerate(stores):
        add(store, some_passages(20)[number * 10 : number * 10 + 10])
    indexes = [SharedIndex(place, store, WordEmbedder(), pace=QUICK) for store in stores]
    assert all(index.wait(30) for index in indexes)
    for store, index in zip(stores, indexes, strict=True):
        assert index.ids(Namespace.NEWS) == store.ids(Namespace.NEWS, MODEL)
    for store, index in zip(stores, indexes, strict=True):
        index.close()
        store.close()
