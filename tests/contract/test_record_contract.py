"""The contract of every `RecordDatabase`, on the SQLite file and on a real PostgreSQL server."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
import sqlalchemy as sa

from backend.domain.article import Namespace, Passage
from backend.errors import StorageError, StorageTooSlow
from backend.graph.rules import RuleReader
from backend.knowledge.database import Database, RecordDatabase
from backend.knowledge.full_text import PostgresFullText, SqliteFullText
from backend.knowledge.migrations import RECORD, steps
from backend.knowledge.paths import paths
from backend.knowledge.postgres import PostgresDatabase
from backend.knowledge.store import Store
from backend.knowledge.values import NewPassage, Provenance
from backend.sources.registry import SourceRegistry
from tests.unit.knowledge.world import DIMENSIONS, WordEmbedder, passage, some_passages

MODEL = "words@00000001"
TEXTS = (
    "The Halden bridge was opened in 1931 by the mayor.",
    "東京都は日本の首都です。",
    "दिल्ली भारत की राजधानी है।",
    "Light travels 299,792,458 metres per second.",
    "The U.S. Senate voted on the bill.",
)


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


def add(
    store: Store, found: Sequence[Passage], namespace: Namespace = Namespace.NEWS, *, quarantined: bool = True
) -> int:
    registry, vectors = SourceRegistry.load(None), WordEmbedder().embed([p.text for p in found])
    rows = [
        NewPassage(passage=p, vector=v, rating=registry.rate(p.source)) for p, v in zip(found, vectors, strict=True)
    ]
    return store.add(
        rows, namespace=namespace, quarantined=quarantined, model_id=MODEL, now="2026-01-01T00:00:00+00:00"
    )


def texts() -> list[Passage]:
    return [passage(text, f"https://site{number}.org/a") for number, text in enumerate(TEXTS)]


def test_rows_are_read_as_they_were_stored(store: Store) -> None:
    found = texts()
    assert add(store, found) == len(found)
    rows = store.fetch([p.id for p in found])
    assert [rows[p.id].passage for p in found] == found
    names, vectors = store.vectors([p.id for p in found], MODEL)
    expected = dict(zip((p.id for p in found), WordEmbedder().embed(TEXTS), strict=True))
    assert vectors.shape == (len(found), DIMENSIONS)
    assert all(np.array_equal(expected[name], vector) for name, vector in zip(names, vectors, strict=True))


def test_storing_a_row_twice_adds_it_once(store: Store) -> None:
    assert add(store, texts()[:2]) == 2
    revision = store.revision
    assert add(store, texts()[:2]) == 0
    assert store.revision == revision
    assert add(store, texts()[:3]) == 1


QUESTIONS = [
    ("When was the Halden bridge opened?", 0),
    ("bridges opening", 0),
    ("日本の首都はどこですか", 1),
    ("भारत की राजधानी", 2),
    ("299792458 metres", 3),
    ("US senate votes", 4),
]


def test_words_are_found_in_every_script(store: Store) -> None:
    add(store, [*texts(), *some_passages(50)])
    best = {question: store.full_text(question, 3)[0] for question, _ in QUESTIONS}
    assert {question: name for question, (name, _) in best.items()} == {
        question: texts()[number].id for question, number in QUESTIONS
    }
    assert min(score for _, score in best.values()) > 0


def test_rarer_words_weigh_more_and_only_they_are_looked_up_in_a_large_database(store: Store) -> None:
    common = [passage(f"The council met about roads, item {n}.", f"https://a{n}.org/") for n in range(60)]
    rare = passage("A zebra was seen near the council.", "https://b.org/")
    add(store, [*common, rare])
    assert store.full_text("council zebra", 3)[0][0] == rare.id
    with store.database.read() as db:
        retriever = SqliteFullText if db.dialect.name == "sqlite" else PostgresFullText
        whole, few = retriever(10_000), retriever(20)
        assert len(whole.search(db, "council zebra", 30)) == 30
        assert [name for name, _ in few.search(db, "council zebra", 30)] == [rare.id]
        assert len(few.search(db, "council", 30)) == 30


def test_a_query_without_words_finds_nothing(store: Store) -> None:
    add(store, texts())
    assert store.full_text("?! …", 5) == ()
    assert store.full_text("xylophone", 5) == ()
    assert store.full_text("' | ! & :* \" ( ) <-> OR NEAR", 5) is not None


def test_uses_and_citations_are_counted(store: Store) -> None:
    add(store, texts())
    one, two = texts()[:2]
    store.count_use({one.id: 0.5, two.id: 1.0, "unknown": 1.0}, "2026-02-01T00:00:00+00:00")
    store.count_use({one.id: 1.0}, "2026-02-02T00:00:00+00:00")
    store.count_citation([one.id])
    row = store.fetch([one.id])[one.id]
    assert (row.access_count, row.verification_count, row.quarantined) == (2, 1, False)
    assert row.avg_relevance == pytest.approx(0.75)
    assert row.last_accessed == "2026-02-02T00:00:00+00:00"
    assert store.counts() == {
        "passages": 5, "quarantined": 4, "domains": 5, "accesses": 3,
        "namespaces": {"static_gk": 0, "current_affairs_24h": 0, "news_evidence": 5},
    }  # fmt: skip


def test_a_passage_found_for_one_claim_is_matched_by_that_claim(store: Store) -> None:
    add(store, texts())
    mine, shared, other = texts()[:3]
    store.note_provenance([mine.id, shared.id, "unknown"], Provenance(engine="e", tier="t", claim="My claim"), "now")
    store.note_provenance([shared.id, other.id], Provenance(engine="e", tier="t", claim="Another one"), "now")
    store.note_provenance([mine.id], Provenance(engine="e", tier="t", claim="my  CLAIM"), "later")
    assert store.matching(claim="My claim") == (mine.id,)
    assert set(store.matching(domains=["site0.org", "site1.org"])) == {mine.id, shared.id}


def test_a_removed_passage_is_removed_from_every_table(store: Store, database: RecordDatabase) -> None:
    add(store, texts(), Namespace.STATIC, quarantined=False)
    store.note_provenance([p.id for p in texts()], Provenance(engine="e", tier="t", claim="c"), "now")
    gone = texts()[0]
    reader = RuleReader()
    store.graph.keep(reader.reader, reader.version, {gone.id: reader.read([gone])[0]}, "now")
    assert store.remove([gone.id, "unknown"]) == 1
    assert store.known([gone.id]) == {}
    assert store.full_text("Halden bridge", 5) == ()
    assert store.graph.counts()["triples"] == 0
    assert store.forgotten([gone.id]) == {gone.id}
    with database.read() as db:
        assert db.execute(sa.text("SELECT count(*) FROM provenance")).scalar_one() == len(TEXTS) - 1


def test_graph_triples_are_stored_and_followed(store: Store) -> None:
    said = passage("Marie Curie was born in Warsaw. Warsaw is the capital of Poland.")
    add(store, [said], quarantined=False)
    reader = RuleReader()
    assert [p.id for p in store.graph.unread(reader.reader, reader.version, 10)] == [said.id]
    for _ in range(2):
        store.graph.keep(reader.reader, reader.version, {said.id: reader.read([said])[0]}, "now")
    assert store.graph.unread(reader.reader, reader.version, 10) == ()
    assert store.graph.counts()["triples"] == len(reader.read([said])[0])
    assert said.id in paths(store.graph, "Marie Curie was born in Warsaw")
    assert paths(store.graph, "Nobody ever heard of Quibblezanzibar") == {}


def test_values_are_stored_and_replaced(store: Store) -> None:
    assert store.meta_get("key") is None
    store.meta_set("key", "one")
    store.meta_set("key", "two")
    assert store.meta_get("key") == "two"


def test_a_generation_is_hidden_until_it_becomes_current(store: Store) -> None:
    add(store, texts(), Namespace.CURRENT)
    ids = [p.id for p in texts()]
    first = store.generations.begin("2026-01-01")
    store.generations.join(first, {ids[0]: True, ids[1]: False})
    assert store.generations.live() == 0
    store.generations.switch(first, "2026-01-02")
    assert store.generations.live() == first
    assert store.generations.hidden(ids, first) == frozenset()
    second = store.generations.begin("2026-01-03")
    store.generations.join(second, {ids[2]: False})
    store.generations.switch(second, "2026-01-04")
    assert store.generations.hidden(ids, second) == {ids[0], ids[1]}
    gone = store.generations.outdated(retired_before="2026-02", begun_before="2026-02")
    assert gone == (first,)
    assert set(store.generations.leftovers(gone).spare) == {ids[0], ids[1]}
    store.generations.drop(gone)


def test_a_slow_query_raises_its_own_error_and_the_next_one_succeeds(database: RecordDatabase) -> None:
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(StorageTooSlow), database.read_within(0.1) as db:
        db.execute(sa.text(endless)).scalar_one()
    with database.read() as db:
        assert db.execute(sa.text("SELECT 1")).scalar_one() == 1


def test_a_failed_write_leaves_nothing(database: RecordDatabase, store: Store) -> None:
    def half() -> None:
        with database.write() as db:
            db.execute(sa.text("INSERT INTO meta (key, value) VALUES ('half', 'done')"))
            db.execute(sa.text("INSERT INTO no_such_table VALUES (1)"))

    with pytest.raises(StorageError):
        half()
    assert store.meta_get("half") is None


def test_a_lone_surrogate_is_refused(store: Store) -> None:
    with pytest.raises(StorageError):
        add(store, [passage("lone \ud800 surrogate")])
    assert store.counts()["passages"] == 0


def test_applied_migrations_are_recorded_with_checksums(database: RecordDatabase) -> None:
    with database.read() as db:
        dialect = db.dialect.name
        rows = db.execute(sa.text("SELECT number, checksum FROM migrations WHERE book = 'record' ORDER BY number"))
        assert [tuple(row) for row in rows] == [(step.number, step.checksum) for step in steps(RECORD, dialect)]


def test_concurrent_writes_lose_nothing(store: Store) -> None:
    everything = some_passages(120)
    failures: list[BaseException] = []

    def work(number: int) -> None:
        try:
            mine = everything[number * 20 : number * 20 + 40]
            add(store, mine)
            store.count_use(dict.fromkeys((p.id for p in reversed(mine)), 0.5), "now")
        except BaseException as error:
            failures.append(error)
            raise

    threads = [threading.Thread(target=work, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert store.counts()["passages"] == 120
    assert store.counts()["accesses"] == 200
