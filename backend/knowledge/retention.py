"""For how many days the reader wants past answers kept; the number lies in the history's own file.

Old answers go when the history is opened, added to or looked into, so that none is ever shown, and none outlives the next use.
"""

from __future__ import annotations

import sqlite3
from datetime import datetime, timedelta

FOR_EVER = 0
LONGEST_DAYS = 3_650

_SCHEMA = """
CREATE TABLE IF NOT EXISTS retention (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    days INTEGER NOT NULL CHECK (days >= 0)
) STRICT
"""


def prepare(db: sqlite3.Connection) -> None:
    """The table that holds the number."""
    db.execute(_SCHEMA)


def days(db: sqlite3.Connection) -> int:
    """Days an answer is kept; FOR_EVER without a limit of time."""
    row = db.execute("SELECT days FROM retention").fetchone()
    return FOR_EVER if row is None else int(row[0])


def choose(db: sqlite3.Connection, chosen: int) -> None:
    """Keep answers for this many days from now on, 0..LONGEST_DAYS."""
    db.execute("INSERT OR REPLACE INTO retention (only, days) VALUES (1, ?)", (chosen,))


def cutoff(chosen: int, now: datetime) -> str:
    """The oldest time that is kept, as the table writes it ("" without a limit). `now` is in UTC."""
    return "" if chosen == FOR_EVER else (now - timedelta(days=chosen)).isoformat(timespec="seconds")


def has_old(db: sqlite3.Connection, oldest: str) -> bool:
    """Whether an answer is older than that."""
    return db.execute("SELECT 1 FROM verdicts WHERE time < ? LIMIT 1", (oldest,)).fetchone() is not None


def drop_old(db: sqlite3.Connection, oldest: str) -> int:
    """Remove answers that are older; how many there were."""
    return db.execute("DELETE FROM verdicts WHERE time < ?", (oldest,)).rowcount
