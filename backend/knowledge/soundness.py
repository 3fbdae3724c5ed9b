"""Checks the database file before opening it for writing, because a write could destroy data that is recoverable."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from backend.errors import StorageDamaged

FULLY_CHECKED_BYTES = 128 * 1024 * 1024
"""Maximum size in bytes of a file whose pages are all checked, which takes about half a second.

For a larger file, only the length and the list of tables are checked."""

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def check_sound(file: Path, *, fully_checked: int = FULLY_CHECKED_BYTES) -> None:
    """Raise StorageDamaged if the file is damaged. A missing or empty file counts as undamaged.

    The file and its write-ahead log are not changed.
    """
    if not file.is_file() or file.stat().st_size == 0:
        return
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
            damage = _describe_damage(db, file, fully_checked)
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DAMAGED:
            # Not damage: an unwritable folder or a locked file causes an error later, when the file is opened.
            return
        damage = str(error)
    if damage:
        raise StorageDamaged(
            f"The file {file} of the knowledge base is damaged ({damage}). Nothing in it was changed. "
            "Put a copy of the data folder back, or move it away to begin with an empty one."
        )


def _describe_damage(db: sqlite3.Connection, file: Path, fully_checked: int) -> str:
    """Return SQLite's description of the damage, or "" if the file is undamaged."""
    db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if file.stat().st_size <= fully_checked:
        result = str(db.execute("PRAGMA quick_check(1)").fetchone()[0])
        return "" if result == "ok" else result.splitlines()[-1]
    pages, size = (int(db.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "page_size"))
    logged = file.with_name(f"{file.name}-wal")
    # Some pages may be in the write-ahead log and not yet in the file.
    short = file.stat().st_size < pages * size and not (logged.is_file() and logged.stat().st_size)
    return "it is cut off" if short else ""
