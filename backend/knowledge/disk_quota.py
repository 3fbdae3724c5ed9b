"""Measures the disk space of the database, and selects the passages to remove when a limit is exceeded (R8)."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from backend.domain.article import Namespace
from backend.knowledge.database import Record
from backend.knowledge.generations import members
from backend.knowledge.tables import passages, triples

_SQLITE_BYTES = (
    "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
)
PER_PASSAGE, PER_CHARACTER, PER_TRIPLE = 3_000, 1.2, 400
"""Estimated bytes per passage, character and triple on PostgreSQL, including vectors, words, provenance and indexes.

The measured size of a passage was 3,026 bytes at 96 characters and 6,087 bytes at 2,593 characters."""


_LIVE = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(passages.c.text_length), 0))


class DiskQuota:
    """Measures the disk space of the database. Every method may raise StorageError."""

    def __init__(self, database: Record) -> None:
        self._database = database

    def bytes(self) -> int:
        """Return the number of bytes used by the database, excluding freed pages, which are reused.

        On PostgreSQL, the number is estimated from the rows, because the server's files do not shrink and may also contain
        the data of other programs.
        """
        with self._database.read() as db:
            if db.dialect.name == "sqlite":
                return int(db.exec_driver_sql(_SQLITE_BYTES).scalar_one())
            count, characters = db.execute(_LIVE).one()
            triple_count = int(db.execute(sa.select(sa.func.count()).select_from(triples)).scalar_one())
            return int(PER_PASSAGE * count + PER_CHARACTER * int(characters) + PER_TRIPLE * triple_count)

    def passages(self) -> int:
        """Return the number of passages."""
        with self._database.read() as db:
            return int(db.execute(sa.select(sa.func.count()).select_from(passages)).scalar_one())

    def spare(self, limit: int) -> tuple[str, ...]:
        """Return the ids of up to `limit` passages to remove, starting with the least recently used leads.

        Trusted passages that no verdict cites follow the leads. Seed facts are never included, and neither are current
        affairs, because they are refreshed as a whole.
        """
        current_affairs_ids = sa.select(members.c.passage_id)
        query = (
            sa.select(passages.c.id)
            .where(passages.c.namespace == Namespace.NEWS, passages.c.verification_count == 0)
            .where(passages.c.id.not_in(current_affairs_ids))
            .order_by(passages.c.quarantined.desc(), passages.c.last_accessed, passages.c.number)
        )
        with self._database.read() as db:
            return tuple(db.execute(query.limit(limit)).scalars())


def folder_bytes(folder: Path | None) -> int:
    """Return the total size in bytes of the files below the folder, ignoring files that disappear during the count."""
    total = 0
    for file in folder.rglob("*") if folder else ():
        try:
            total += file.stat().st_size
        except OSError:
            continue
    return total
