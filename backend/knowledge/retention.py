"""How many days the user keeps past answers; the number is stored in the history's own file.

Old answers are removed when the history is opened, added to or read, so that none is ever shown or outlives the next use.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from backend.knowledge.upsert import Sql

FOR_EVER = 0
LONGEST_DAYS = 3_650

_CHOOSE = 'INSERT INTO retention ("only", days) VALUES (1, ?) ON CONFLICT ("only") DO UPDATE SET days = excluded.days'


def days(db: Sql) -> int:
    """Days an answer is kept; FOR_EVER without a limit."""
    row = db.execute("SELECT days FROM retention").fetchone()
    return FOR_EVER if row is None else int(row[0])


def choose(db: Sql, chosen: int) -> None:
    """Keep answers for this many days from now on, 0..LONGEST_DAYS."""
    db.execute(_CHOOSE, (chosen,))


def cutoff(chosen: int, now: datetime) -> str:
    """The oldest time that is kept, as the table writes it ("" without a limit). `now` is in UTC."""
    return "" if chosen == FOR_EVER else (now - timedelta(days=chosen)).isoformat(timespec="seconds")


def has_old(db: Sql, oldest: str) -> bool:
    """Whether an answer is older than that."""
    return db.execute("SELECT 1 FROM verdicts WHERE time < ? LIMIT 1", (oldest,)).fetchone() is not None


def drop_old(db: Sql, oldest: str) -> int:
    """Remove older answers; return how many."""
    return db.execute("DELETE FROM verdicts WHERE time < ?", (oldest,)).rowcount
