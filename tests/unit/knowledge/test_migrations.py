"""Database migrations: append-only, applied only once, from every earlier version (R1)."""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path

import pytest

from backend.errors import StorageError
from backend.knowledge.database import FILE_NAME, Database
from backend.knowledge.migrations import HISTORY, RECORD, steps
from backend.knowledge.store import Store
from tests.conftest import ROOT

RELEASED = {
    RECORD: {
        "0001_passages": "de6d8bc78195d41e",
        "0002_words": "a1eb703a1ed0d484",
        "0003_graph": "aef83f37bebbd296",
        "0004_generations": "958b80ccf4835f19",
        "0005_spending": "78b0f9b647147dd5",
        "0006_jobs": "ee995dcc972fe04c",
    },
    HISTORY: {"0001_verdicts": "ef9b2754793c9213", "0002_asked_and_kept": "a920d8522208b67b"},
}
"""Checksums of the SQLite migrations. A released migration is never edited; each release appends its own lines."""
OLD = ROOT / "tests" / "fixtures" / "records"
DIALECTS = ("sqlite", "postgresql")


def old_database(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE_NAME
    file.write_bytes(gzip.decompress((OLD / f"{name}.sqlite3.gz").read_bytes()))
    return file


def tables(file: Path) -> dict[str, str]:
    with sqlite3.connect(file) as db:
        found = db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    db.close()
    return {name: "".join(sql.split()) for name, sql in found}


@pytest.mark.parametrize("book", [RECORD, HISTORY])
def test_released_steps_are_never_edited(book: str) -> None:
    found = {f"{step.number:04d}_{step.name}": step.checksum for step in steps(book, "sqlite")}
    assert RELEASED[book].items() <= found.items()


@pytest.mark.parametrize("book", [RECORD, HISTORY])
def test_both_databases_have_every_step(book: str) -> None:
    named = [[(step.number, step.name) for step in steps(book, dialect)] for dialect in DIALECTS]
    assert named[0] == named[1]
    assert [number for number, _ in named[0]] == list(range(1, len(named[0]) + 1))


@pytest.mark.parametrize("name", sorted(path.name.split(".")[0] for path in OLD.glob("record-*.gz")))
def test_every_earlier_schema_is_migrated_with_its_rows(tmp_path: Path, name: str) -> None:
    Database(tmp_path / "new").close()
    file = old_database(tmp_path / "old", name)
    database = Database(file.parent)
    store = Store(database)
    counts = store.counts()
    found = store.full_text("Halden bridge", 3) + store.full_text("日本", 3)
    rows = store.fetch([passage for passage, _ in found])
    database.close()
    assert tables(file) == tables(tmp_path / "new" / FILE_NAME)
    assert (counts["passages"], counts["accesses"]) == (2, 1)
    assert {row.passage.text for row in rows.values()} == {
        "The Halden bridge was opened in 1931.",
        "東京都は日本の首都です。",
    }
    assert max(row.avg_relevance for row in rows.values()) == pytest.approx(0.8)


def test_fact_check_text_stored_by_earlier_versions_is_removed(tmp_path: Path) -> None:
    with sqlite3.connect(old_database(tmp_path, "record-0002")) as db:
        db.execute("UPDATE passages SET kind = 'article', source_type = 'fact_checker' WHERE text LIKE 'The Halden%'")
    db.close()
    database = Database(tmp_path)
    store = Store(database)
    assert store.counts()["passages"] == 1
    assert not store.full_text("Halden bridge", 3)
    database.close()


def test_texts_supplied_by_apis_are_no_longer_marked_as_read(tmp_path: Path) -> None:
    with sqlite3.connect(old_database(tmp_path, "record-0002")) as db:
        (handed_out,) = db.execute("SELECT id FROM passages WHERE text LIKE 'The Halden%'").fetchone()
        db.execute("UPDATE passages SET kind = 'article', start_offset = 0, end_offset = 9")
        db.execute("DELETE FROM provenance")
        note = "INSERT INTO provenance (passage_id, engine, tier, claim_hash, first_seen) VALUES (?, 'crossref', '', '', '')"
        db.execute(note, (handed_out,))
    db.close()
    database = Database(tmp_path)
    store = Store(database)
    found = store.fetch([passage for passage, _ in store.full_text("Halden bridge", 3) + store.full_text("日本", 3)])
    database.close()
    assert {row.passage.id == handed_out: row.passage.verbatim for row in found.values()} == {True: False, False: True}


def test_steps_are_recorded_and_applied_once(tmp_path: Path) -> None:
    old_database(tmp_path, "record-0002")
    for _ in range(2):
        Database(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        noted = db.execute("SELECT number, name, checksum FROM migrations ORDER BY number").fetchall()
        assert db.execute("PRAGMA user_version").fetchone()[0] == len(noted)
    db.close()
    assert noted == [(step.number, step.name, step.checksum) for step in steps(RECORD, "sqlite")]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("INSERT INTO migrations VALUES ('record', 9999, 'later', 'x', '')", "newer version"),
        ("UPDATE migrations SET checksum = 'other' WHERE number = 2", "another program"),
        ("PRAGMA user_version = 9999", "newer version"),
    ],
)
def test_a_foreign_database_is_refused_and_not_changed(tmp_path: Path, change: str, message: str) -> None:
    Database(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.execute(change)
    db.close()
    before = tables(tmp_path / FILE_NAME)
    for _ in range(2):
        with pytest.raises(StorageError, match=message):
            Database(tmp_path)
    assert tables(tmp_path / FILE_NAME) == before


def test_a_failed_step_leaves_the_old_schema(tmp_path: Path) -> None:
    file = old_database(tmp_path, "record-0001")
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE triples (number INTEGER)")
    db.close()
    before = tables(file)
    with pytest.raises(StorageError):
        Database(tmp_path)
    assert tables(file) == before
