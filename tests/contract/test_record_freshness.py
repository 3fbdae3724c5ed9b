"""Generations, daily spending and the order in which passages are removed, on SQLite and on a real PostgreSQL server."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from backend.domain.article import Namespace, Passage
from backend.domain.graph import Triple
from backend.domain.patience import Stop, never
from backend.errors import StorageError
from backend.graph.rules import RuleReader
from backend.knowledge.current import CurrentAffairs
from backend.knowledge.database import Database, RecordDatabase
from backend.knowledge.graph_updater import ALONE, GraphUpdater
from backend.knowledge.index import ExactIndex
from backend.knowledge.postgres import PostgresDatabase
from backend.knowledge.spending import Purpose, Spending
from backend.knowledge.store import Store
from backend.knowledge.values import IngestReport, Provenance
from tests.contract.test_record_contract import add
from tests.unit.knowledge.world import DIMENSIONS, some_passages

NOW, LATER = "2026-11-22T09:00:00+00:00", "2026-11-23T09:00:00+00:00"


class Slow(RuleReader):
    """Extracts triples by rules, but counts as slow, like a language model."""

    slow, batch = True, 1

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def read(self, passages: Sequence[Passage], stop: Stop = never) -> tuple[tuple[Triple, ...], ...]:
        self.asked += len(passages)
        return super().read(passages, stop)


class Endless:
    """An unlimited `Allowance`."""

    cap = 0

    def take(self, amount: int = 1) -> bool:
        return amount > 0

    def left(self) -> bool:
        return True

    def note(self, amount: int) -> None:
        """Ignore the amount."""


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RecordDatabase]:
    if request.param == "sqlite":
        opened: RecordDatabase = Database(tmp_path)
    else:
        opened = PostgresDatabase(request.getfixturevalue("database_url"))
    yield opened
    opened.close()


@pytest.fixture
def store(database: RecordDatabase) -> Store:
    return Store(database)


def test_a_generation_is_hidden_until_the_switch_and_the_one_before_from_then_on(store: Store) -> None:
    first, second = some_passages(12)[:6], some_passages(12)[6:]
    numbers = []
    for members in (first, second):
        number = store.generations.begin(NOW)
        store.generations.join(number, {p.id: True for p in members})
        add(store, members, Namespace.CURRENT)
        assert store.generations.hidden([p.id for p in members], store.generations.live()) == {p.id for p in members}
        revision = store.revision
        store.generations.switch(number, NOW)
        assert store.revision > revision
        numbers.append(number)
    live = store.generations.live()
    everything = [p.id for p in (*first, *second)]
    assert (live, store.generations.size(live), store.generations.live_since()) == (numbers[1], 6, NOW)
    assert store.generations.hidden(everything, live) == {p.id for p in first}
    assert store.generations.hidden(everything, numbers[0]) == {p.id for p in second}
    assert not any(store.known([p.id for p in second]).values())


def test_a_generation_is_switched_to_once_and_never_backwards(store: Store) -> None:
    slow, quick = store.generations.begin(NOW), store.generations.begin(NOW)
    store.generations.switch(quick, NOW)
    for refused in (slow, quick, 99):
        with pytest.raises(StorageError):
            store.generations.switch(refused, NOW)
    with pytest.raises(StorageError):
        store.generations.join(quick, {"a": True})


def test_abandoned_generations_are_recognised_and_dropped(store: Store) -> None:
    cited, found, spare, shared = some_passages(4)
    old = store.generations.begin(NOW)
    store.generations.join(old, {p.id: False for p in (cited, found, spare, shared)})
    add(store, [cited, found, spare, shared], Namespace.CURRENT)
    store.generations.switch(old, NOW)
    store.count_citation([cited.id])
    store.note_provenance([found.id], Provenance(engine="x", claim="A claim"), NOW)
    new = store.generations.begin(NOW)
    store.generations.join(new, {shared.id: False})
    store.generations.switch(new, NOW)
    assert store.generations.outdated(retired_before=NOW, begun_before=NOW) == ()
    assert store.generations.outdated(retired_before=LATER, begun_before=NOW) == (old,)
    left = store.generations.leftovers([old])
    assert (set(left.kept), set(left.spare)) == ({cited.id, found.id}, {spare.id})
    store.generations.make_permanent(left.kept)
    store.generations.drop([old])
    assert {row.namespace for row in store.fetch([cited.id, found.id]).values()} == {Namespace.NEWS}
    assert store.generations.hidden([cited.id, found.id, shared.id], new) == frozenset()


def test_only_one_backend_refreshes_at_a_time(store: Store) -> None:
    with store.generations.alone() as mine:
        assert mine
        with store.generations.alone() as other:
            assert not other
    with store.generations.alone() as again:
        assert again


def test_spending_is_stored_capped_and_counted_per_day(database: RecordDatabase) -> None:
    time = [datetime(2026, 11, 22, 23, 59, tzinfo=UTC)]
    allowance = Spending(database, lambda: time[0]).allowance(Purpose.SEARCHES, 2)
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    assert not Spending(database, lambda: time[0]).allowance(Purpose.SEARCHES, 2).take()
    time[0] += timedelta(minutes=2)
    assert allowance.take()
    allowance.note(10**12)
    assert allowance.state().used == 10**12 + 1


def test_leads_are_removed_before_trusted_passages_and_cited_ones_never(store: Store) -> None:
    lead, trusted, cited, seed, current = some_passages(5)
    add(store, [lead, cited])
    add(store, [trusted], quarantined=False)
    add(store, [seed], Namespace.STATIC, quarantined=False)
    number = store.generations.begin(NOW)
    store.generations.join(number, {current.id: False})
    add(store, [current])
    store.count_citation([cited.id])
    assert store.quota.spare(9) == (lead.id, trusted.id)
    assert store.quota.spare(1) == (lead.id,)
    assert store.quota.passages() == 5
    assert store.quota.bytes() > 10_000


def test_no_generation_is_removed_during_a_refresh(store: Store) -> None:
    found, time = some_passages(4), [datetime(2026, 11, 22, tzinfo=UTC)]
    current = CurrentAffairs(store, ExactIndex(DIMENSIONS), lambda _: IngestReport(new=0, unchanged=0), lambda: time[0])
    for members in (found[:2], found[2:]):
        number = current.begin()
        current.add(number, members, ())
        add(store, members, Namespace.CURRENT)
        current.switch(number)
    time[0] += timedelta(hours=1)
    with current.alone() as mine:
        assert mine
        assert current.sweep() == 0
        assert len(store.known([p.id for p in found])) == 4
        assert current.sweep(inside=True) == 1
    assert len(store.known([p.id for p in found])) == 2


def test_backends_share_the_daily_allowance_of_graph_questions(database: RecordDatabase) -> None:
    taken = Counter[int]()

    def ask(number: int) -> None:
        allowance = (
            Store(database).spending(lambda: datetime(2026, 11, 22, tzinfo=UTC)).allowance(Purpose.GRAPH_READINGS, 20)
        )
        while allowance.take():
            taken[number] += 1

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert taken.total() == 20


def test_only_one_backend_queries_slow_graph_readers(store: Store) -> None:
    found, reader = some_passages(4), Slow()
    add(store, found, quarantined=False)
    updater = GraphUpdater(store, (reader,), lambda: NOW, questions=Endless())
    with store.alone(ALONE) as mine:
        assert mine
        updater.catch_up()
        assert updater.wait(30)
        assert reader.asked == 0
    updater.catch_up()
    assert updater.wait(30)
    assert reader.asked == len(found)
    updater.close()
