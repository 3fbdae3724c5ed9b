"""Writes to a database that other processes also write to.

Rows are locked in a fixed order, and a transaction is retried once after a conflict.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

import sqlalchemy as sa

from backend.errors import StorageConflict
from backend.knowledge.database import Record
from backend.knowledge.tables import passages

CHUNK = 500
"""Maximum number of ids per SQL statement."""

_Answer = TypeVar("_Answer")

log = logging.getLogger(__name__)


def write_with_retry(database: Record, work: Callable[[sa.Connection], _Answer]) -> _Answer:
    """Run `work` in one transaction, and retry it once after a conflict. Raises StorageError."""
    try:
        with database.write() as db:
            return work(db)
    except StorageConflict as error:
        log.info("a change is made once more: %s", error)
    with database.write() as db:
        return work(db)


def lock_passages(db: sa.Connection, ids: Sequence[str]) -> None:
    """Lock the rows of these passages until the transaction ends, always in the same order to prevent deadlocks."""
    if db.dialect.name != "postgresql":
        # SQLite allows only one writer at a time.
        return
    ordered = sorted(ids)
    for start in range(0, len(ordered), CHUNK):
        wanted = passages.c.id.in_(ordered[start : start + CHUNK])
        # PostgreSQL must order by bytes, as `sorted` does, regardless of the database's collation.
        db.execute(sa.select(passages.c.id).where(wanted).order_by(passages.c.id.collate("C")).with_for_update()).all()
