"""BM25 over the database: consistent with the rows, for every script, rebuilt for older files, empty after a deletion."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from backend.errors import StorageError, StorageTooSlow
from backend.knowledge.base import KnowledgeBase
from backend.knowledge.database import FILE_NAME, Database
from backend.knowledge.full_text import full_text_of
from backend.knowledge.migrations import RECORD, steps
from backend.knowledge.schema import WORDS_VERSION_KEY
from backend.knowledge.store import Store
from tests.each_row import each_row
from tests.unit.knowledge.world import Opener, passage, some_passages

TEXTS = (
    "東京都は日本の首都です。",
    "대한민국의 수도는 서울이다.",
    "दिल्ली भारत की राजधानी है।",
    "กรุงเทพเป็นเมืองหลวงของประเทศไทย",
    "Zürich liegt in der Schweiz.",
    "القاهرة هي عاصمة مصر.",
    "Москва — столица России.",
    "Ἀθῆναι is how Athens was written; Αθήνα is how it is.",
)


def found(knowledge: KnowledgeBase, question: str) -> list[str]:
    return [knowledge.passage(name).passage.text for name, _ in knowledge.full_text(question, 3)]


@each_row(
    ("question", "text"),
    [
        ("日本の首都はどこですか", TEXTS[0]),
        ("서울은 어디에 있는가", TEXTS[1]),
        ("भारत की राजधानी क्या है", TEXTS[2]),
        ("เมืองหลวงของประเทศไทย", TEXTS[3]),
        ("Zurich", TEXTS[4]),
        ("عاصِمة مِصر", TEXTS[5]),
        ("столица россии", TEXTS[6]),
        ("Αθηνα", TEXTS[7]),
    ],
)
def test_words_of_every_script_are_found(knowledge: KnowledgeBase, question: str, text: str) -> None:
    knowledge.ingest([passage(one, f"https://site{n}.org/") for n, one in enumerate(TEXTS)])
    assert found(knowledge, question)[0] == text


def test_forms_of_a_word_or_number_match_each_other(knowledge: KnowledgeBase) -> None:
    text = "Light travels 299,792,458 metres per second."
    knowledge.ingest([passage(text), *some_passages(5)])
    assert found(knowledge, "lights traveling")[0] == text
    assert found(knowledge, "299792458")[0] == text


def test_a_rejected_row_leaves_no_words(knowledge: KnowledgeBase) -> None:
    with pytest.raises(StorageError):
        knowledge.ingest([passage("Unicornish prose."), passage("lone \ud800 surrogate")])
    assert knowledge.full_text("unicornish", 3) == ()


def test_deletion_removes_index_entries_of_every_script(knowledge: KnowledgeBase, tmp_path: Path) -> None:
    knowledge.ingest([passage(text, "https://gone.org/a") for text in TEXTS])
    knowledge.ingest([passage("Whales are mammals.")])
    assert knowledge.forget(domain="gone.org") == len(TEXTS)
    with sqlite3.connect(tmp_path / "data" / FILE_NAME) as db:
        db.create_function("search_words", 1, lambda text: text)
        db.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab (main, passages_fts, row)")
        assert {row[0] for row in db.execute("SELECT term FROM temp.terms")} == {"whale", "ar", "mammal", "a", "titl"}
    db.close()


def old_file(folder: Path) -> None:
    """Create a database with one passage, as the first release wrote it."""
    folder.mkdir()
    with sqlite3.connect(folder / FILE_NAME) as db:
        for statement in steps(RECORD, "sqlite")[0].statements:
            db.execute(statement)
        db.execute("PRAGMA user_version = 1")
        columns = "namespace, text, vector, model_id, quarantined, kind, published, start_offset, end_offset, retrieved"
        more = (
            "source, source_type, source_credibility, details, timestamp, last_accessed, domain, text_length, language"
        )
        values = (
            "id",
            "static_gk",
            "東京都は日本の首都です。",
            bytes(256),
            "m",
            0,
            "seed",
            "",
            -1,
            -1,
            "",
            "https://a.org/",
        )
        rest = ("unknown", 0.5, "", "", "", "a.org", 12, "ja")
        db.execute(f"INSERT INTO passages (id, {columns}, {more}) VALUES ({', '.join('?' * 20)})", (*values, *rest))
    db.close()


def test_index_of_an_older_file_is_rebuilt(tmp_path: Path) -> None:
    old_file(tmp_path / "data")
    database = Database(tmp_path / "data")
    store = Store(database)
    assert [name for name, _ in store.full_text("日本", 3)] == ["id"]
    assert store.remove(["id"]) == 1
    assert store.full_text("日本", 3) == ()
    database.close()


def test_index_of_another_version_is_rebuilt(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="backend.knowledge.schema")
    Database(tmp_path / "empty").close()
    assert caplog.messages == []
    old_file(tmp_path / "data")
    Database(tmp_path / "data").close()
    with sqlite3.connect(tmp_path / "data" / FILE_NAME) as db:
        db.execute("UPDATE meta SET value = 'older' WHERE key = ?", (WORDS_VERSION_KEY,))
        db.execute("INSERT INTO passages_fts (passages_fts) VALUES ('delete-all')")
    db.close()
    caplog.clear()
    database = Database(tmp_path / "data")
    assert ["entered anew" in message for message in caplog.messages] == [True]
    assert [name for name, _ in Store(database).full_text("日本", 3)] == ["id"]
    database.close()


MERGES = 1_010
"""Number of merges, more than SQLite 3.40 can handle."""


def test_index_is_usable_after_a_thousand_deletions(tmp_path: Path) -> None:
    """Each deletion merges the index. Older SQLite versions then failed permanently with "database disk image is malformed"."""
    store = Store(Database(tmp_path))
    words = full_text_of("sqlite")
    add = "INSERT INTO passages_fts (rowid, text, details) VALUES (7000000, 'a dam', '')"
    remove = "INSERT INTO passages_fts (passages_fts, rowid, text, details) VALUES ('delete', 7000000, 'a dam', '')"
    with store.database.write() as db:
        for _ in range(MERGES):
            db.exec_driver_sql(add)
            db.exec_driver_sql(remove)
            words.remove_deleted_words(db)
    with store.database.read() as db:
        assert words.search(db, "a dam", 3) == ()
        assert db.exec_driver_sql("SELECT count(*) FROM passages_fts WHERE passages_fts MATCH 'dam'").scalar() == 0


def test_index_with_too_many_levels_is_rebuilt_at_the_next_start(opener: Opener, tmp_path: Path) -> None:
    knowledge = opener(folder=tmp_path)
    knowledge.ingest([passage("The Velbrook dam was closed.")])
    knowledge.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as raw:
        for _ in range(MERGES):
            raw.execute("INSERT INTO passages_fts (rowid, text, details) VALUES (7000000, 'a dam', '')")
            raw.execute(
                "INSERT INTO passages_fts (passages_fts, rowid, text, details) VALUES ('delete', 7000000, 'a dam', '')"
            )
            with suppress(sqlite3.DatabaseError):
                raw.execute("INSERT INTO passages_fts (passages_fts) VALUES ('optimize')")
            if raw.execute("SELECT length(block) FROM passages_fts_data WHERE id = 10").fetchone()[0] > 4_000:
                break
        raw.commit()
    again = opener(folder=tmp_path)
    assert [found for found, _ in again.full_text("Velbrook dam", 3)] == [passage("The Velbrook dam was closed.").id]
    assert again.forget(passage_id=passage("The Velbrook dam was closed.").id) == 1


def test_a_file_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    Database(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute(f"PRAGMA user_version = {len(steps(RECORD, 'sqlite')) + 1}")
    db.close()
    with pytest.raises(StorageError, match="newer version"):
        Database(tmp_path)


def test_updated_text_is_found_by_its_new_words_only(tmp_path: Path) -> None:
    old_file(tmp_path / "data")
    database = Database(tmp_path / "data")
    with database.write() as db:
        db.exec_driver_sql("UPDATE passages SET text = 'Whales are mammals.' WHERE id = 'id'")
    store = Store(database)
    assert store.full_text("日本", 3) == ()
    assert [name for name, _ in store.full_text("whale", 3)] == ["id"]
    database.close()


def test_a_slow_query_raises_storage_too_slow(tmp_path: Path) -> None:
    database = Database(tmp_path)
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
    with pytest.raises(StorageTooSlow), database.read_within(0.05) as db:
        db.exec_driver_sql(endless).scalar_one()
    with database.read() as db:
        assert (
            db.exec_driver_sql(
                "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 300000) SELECT count(*) FROM n"
            ).scalar_one()
            == 300_000
        )
    database.close()


def test_query_without_time_raises_storage_too_slow(opener: Opener) -> None:
    knowledge = opener()
    knowledge.ingest(some_passages(30))
    assert knowledge.look_up("Fact 3 says").missing == ()
