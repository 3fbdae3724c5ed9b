"""Writing to a record that others write to at the same moment: rows locked in one order, and what lost once is done once more."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

import sqlalchemy as sa

from backend.errors import StorageConflict
from backend.knowledge.database import Record
from backend.knowledge.tables import passages

CHUNK = 500
"""Ids in one statement."""

_Answer = TypeVar("_Answer")

log = logging.getLogger(__name__)


def written(database: Record, work: Callable[[sa.Connection], _Answer]) -> _Answer:
    """Do the work in one transaction; once more from its beginning when another writer was in the way. Raises StorageError."""
    try:
        with database.write() as db:
            return work(db)
    except StorageConflict as error:
        log.info("a change is made once more: %s", error)
    with database.write() as db:
        return work(db)


def lock_passages(db: sa.Connection, ids: Sequence[str]) -> None:
    """Keep others from changing these rows until the transaction ends; always in one order, so that nobody waits in a circle."""
    if db.dialect.name != "postgresql":
        # A single writer at a time.
        return
    ordered = sorted(ids)
    for start in range(0, len(ordered), CHUNK):
        wanted = passages.c.id.in_(ordered[start : start + CHUNK])
        # The byte order of `sorted`, whatever language the database was made for.
        db.execute(sa.select(passages.c.id).where(wanted).order_by(passages.c.id.collate("C")).with_for_update()).all()
