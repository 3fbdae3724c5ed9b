"""Lets users browse the passages, their provenance, and the growth of the knowledge base."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

import sqlalchemy as sa

from backend.knowledge.database import RecordDatabase
from backend.knowledge.rows import to_stored_passage
from backend.knowledge.tables import passages, provenance, triples
from backend.knowledge.values import StoredPassage

_COLUMNS_WITHOUT_VECTOR = [column for column in passages.c if column.name != "vector"]
HOURLY_UNTIL_DAYS = 3
"""Maximum age in days at which the growth of a knowledge base is shown by hour instead of by day."""


class PassageFilter(StrEnum):
    """The passages to show: all passages, passages that a verdict may use, or passages in quarantine."""

    ALL = "all"
    TRUSTED = "trusted"
    QUARANTINED = "quarantined"


class BrowseOrder(StrEnum):
    """The order of the passages: newest first, or most accessed first."""

    NEWEST = "newest"
    MOST_USED = "used"


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowseQuery:
    """A request for one page of passages: at most `limit` passages after the first `skip`.

    An empty `domain` selects all domains.
    """

    domain: str = ""
    held: PassageFilter = PassageFilter.ALL
    order: BrowseOrder = BrowseOrder.NEWEST
    skip: int = 0
    limit: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundBy:
    """One way in which a passage was found.

    The fields are the search engine, its tier, the hash of the claim, and when the passage was first found (ISO 8601, UTC).
    """

    engine: str
    tier: str
    claim_hash: str
    first_seen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthPoint:
    """The number of passages that were added in one hour or day and still exist; `leads` of them are in quarantine."""

    time: str
    added: int
    leads: int


class Browser:
    """Read-only access to the passages. Every method may raise StorageError."""

    def __init__(self, database: RecordDatabase) -> None:
        self._database = database

    def page(self, browse_query: BrowseQuery) -> tuple[tuple[StoredPassage, ...], int]:
        """Return the passages of one page, and the total number of passages on all pages."""
        conditions = list(_conditions(browse_query))
        rank = passages.c.number if browse_query.order is BrowseOrder.NEWEST else passages.c.access_count
        rows = sa.select(*_COLUMNS_WITHOUT_VECTOR).where(*conditions).order_by(rank.desc(), passages.c.number.desc())
        count = sa.select(sa.func.count()).select_from(passages).where(*conditions)
        with self._database.read() as db:
            found = db.execute(rows.offset(browse_query.skip).limit(browse_query.limit)).mappings()
            return tuple(to_stored_passage(dict(row)) for row in found), int(db.execute(count).scalar_one())

    def origins(self, passage_id: str) -> tuple[FoundBy, ...]:
        """Return the ways in which a passage was found, oldest first, or () for a seed fact."""
        of_passage = provenance.c.passage_id == passage_id
        query = sa.select(provenance).where(of_passage).order_by(provenance.c.first_seen, provenance.c.claim_hash)
        with self._database.read() as db:
            return tuple(
                FoundBy(engine=row.engine, tier=row.tier, claim_hash=row.claim_hash, first_seen=row.first_seen)
                for row in db.execute(query)
            )

    def statements(self, passage_id: str) -> int:
        """Return the number of triples extracted from this passage."""
        query = sa.select(sa.func.count()).select_from(triples).where(triples.c.passage_id == passage_id)
        with self._database.read() as db:
            return int(db.execute(query).scalar_one())

    def growth(self) -> tuple[GrowthPoint, ...]:
        """Return the growth in chronological order, by hour for a young knowledge base and by day for an older one."""
        hour = sa.func.substr(passages.c.timestamp, 1, len("2026-11-22T10"))
        query = sa.select(hour, sa.func.count(), sa.func.sum(passages.c.quarantined)).group_by(hour)
        with self._database.read() as db:
            rows = db.execute(query).all()
        # Skip invalid timestamps, which earlier versions accepted on import.
        hours = sorted((found, row[0], row[1], row[2]) for row in rows if (found := _parse_hour(row[0])))
        by_hour = bool(hours) and hours[-1][0] - hours[0][0] < timedelta(days=HOURLY_UNTIL_DAYS)
        grown: dict[str, GrowthPoint] = {}
        for _, name, added, leads in hours:
            time = name if by_hour else name[: len("2026-11-22")]
            before = grown.get(time, GrowthPoint(time=time, added=0, leads=0))
            grown[time] = GrowthPoint(time=time, added=before.added + added, leads=before.leads + leads)
        return tuple(grown.values())


def _parse_hour(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        return None


def _conditions(browse_query: BrowseQuery) -> Iterator[sa.ColumnElement[bool]]:
    if browse_query.domain:
        yield passages.c.domain == browse_query.domain
    if browse_query.held is not PassageFilter.ALL:
        yield passages.c.quarantined == int(browse_query.held is PassageFilter.QUARANTINED)
