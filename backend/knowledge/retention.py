"""Manages the retention period, the number of days for which past verdicts are kept. It is stored with the history.

Expired verdicts are removed whenever the history is opened, extended or read, so they are never shown.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from backend.knowledge.upsert import Sql

FOR_EVER = 0
LONGEST_DAYS = 3_650

_CHOOSE = 'INSERT INTO retention ("only", days) VALUES (1, ?) ON CONFLICT ("only") DO UPDATE SET days = excluded.days'


def days(db: Sql) -> int:
    """Return the number of days for which a verdict is kept, or FOR_EVER if there is no limit."""
    row = db.execute("SELECT days FROM retention").fetchone()
    return FOR_EVER if row is None else int(row[0])


def set_days(db: Sql, chosen: int) -> None:
    """Set the number of days for which verdicts are kept, 0..LONGEST_DAYS."""
    db.execute(_CHOOSE, (chosen,))


def cutoff(chosen: int, now: datetime) -> str:
    """Return the earliest time of a verdict that is kept, in the format of the table, or "" if there is no limit.

    `now` is in UTC.
    """
    return "" if chosen == FOR_EVER else (now - timedelta(days=chosen)).isoformat(timespec="seconds")


def has_old(db: Sql, oldest: str) -> bool:
    """Return whether any verdict is older than `oldest`."""
    return db.execute("SELECT 1 FROM verdicts WHERE time < ? LIMIT 1", (oldest,)).fetchone() is not None


def drop_old(db: Sql, oldest: str) -> int:
    """Remove verdicts older than `oldest`, and return the number of removed verdicts."""
    return db.execute("DELETE FROM verdicts WHERE time < ?", (oldest,)).rowcount
