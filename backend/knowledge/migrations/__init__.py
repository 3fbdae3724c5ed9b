"""Applies the numbered, append-only migrations in `BOOK/NNNN_name.DIALECT.sql`.

An empty line separates the statements in a file. A released migration is never edited (a test checks the checksums).
Every change is a new migration, with one file per dialect. The table `migrations` records the applied migrations with
their checksums, and SQLite's `user_version` still holds the number of applied migrations.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import sqlalchemy as sa

from backend.errors import StorageError

RECORD, HISTORY = "record", "history"
"""The two sets of tables ("books"), each with its own folder of migrations.

The two sets are in separate files on SQLite, and share one database on PostgreSQL.
"""

_ADVISORY_LOCK = 0x636C_6169_6D6C_6967
"""Key of the advisory lock that allows only one process at a time to change the tables on PostgreSQL."""

_FILE = re.compile(r"(\d{4})_(\w+)\.(sqlite|postgresql)\.sql")
_TABLE = """
    CREATE TABLE IF NOT EXISTS migrations (
        book TEXT NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, checksum TEXT NOT NULL, applied TEXT NOT NULL,
        PRIMARY KEY (book, number)
    )
"""
_APPLIED = sa.text("SELECT number, name, checksum FROM migrations WHERE book = :book ORDER BY number")
_NOTE = sa.text(
    "INSERT INTO migrations (book, number, name, checksum, applied) VALUES (:book, :number, :name, :checksum, :applied)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One migration file.

    The fields are its number and name, its statements in order, and the first 16 hex characters of its checksum.
    """

    number: int
    name: str
    statements: tuple[str, ...]
    checksum: str


@cache
def steps(book: str, dialect: str) -> tuple[Migration, ...]:
    """Return all migrations of a book for "sqlite" or "postgresql", in order from number 1."""
    folder = Path(__file__).parent / book
    found = sorted((m, path) for path in folder.iterdir() if (m := _parse_file_name(path.name)) and m[2] == dialect)
    return tuple(_load_step(number, name, path) for (number, name, _), path in found)


def lock_migrations(connection: sa.Connection) -> None:
    """On PostgreSQL, wait for other processes, then lock the migrations until the caller's transaction ends."""
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})")


def migrate(connection: sa.Connection, book: str) -> None:
    """Apply the missing migrations inside the caller's transaction.

    On PostgreSQL, only one process at a time applies migrations. Raises StorageError if the tables come from a newer
    version or from different migrations.
    """
    dialect = connection.dialect.name
    known = steps(book, dialect)
    if dialect == "postgresql":
        lock_migrations(connection)
    connection.exec_driver_sql(_TABLE)
    if dialect == "sqlite":
        _adopt_old_file(connection, book, known)
    applied = {row.number: row.checksum for row in connection.execute(_APPLIED, {"book": book})}
    if applied.keys() - {step.number for step in known}:
        raise StorageError("The knowledge base was written by a newer version of Claimlight.")
    for step in known:
        if step.number not in applied:
            for statement in step.statements:
                connection.exec_driver_sql(statement)
            _record_step(connection, book, step)
        elif applied[step.number] != step.checksum:
            raise StorageError(f"Step {step.number} of the knowledge base's tables was taken by another program.")


def _adopt_old_file(connection: sa.Connection, book: str, known: tuple[Migration, ...]) -> None:
    """Record the applied migrations of a database file that is older than the table `migrations`."""
    done = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    if done > len(known):
        raise StorageError("The knowledge base was written by a newer version of Claimlight.")
    if not connection.execute(_APPLIED, {"book": book}).first():
        for step in known[:done]:
            _record_step(connection, book, step)


def _record_step(connection: sa.Connection, book: str, step: Migration) -> None:
    applied = datetime.now(UTC).isoformat(timespec="seconds")
    row = {"book": book, "number": step.number, "name": step.name, "checksum": step.checksum, "applied": applied}
    connection.execute(_NOTE, row)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA user_version = {step.number}")


def _parse_file_name(file_name: str) -> tuple[int, str, str] | None:
    found = _FILE.fullmatch(file_name)
    return (int(found[1]), found[2], found[3]) if found else None


def _load_step(number: int, name: str, path: Path) -> Migration:
    # Read the file as text, so that different line endings do not change the checksum.
    text = path.read_text(encoding="utf-8")
    statements = [part.strip() for part in text.split("\n\n")]
    return Migration(
        number=number,
        name=name,
        statements=tuple(s for s in statements if s and not s.startswith("--")),
        checksum=hashlib.sha256(text.encode()).hexdigest()[:16],
    )
