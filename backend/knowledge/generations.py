"""Generations of current affairs (docs/design.md#current-affairs).

A new generation is built while the current one is in use. A pointer then switches to the new generation in one
transaction, and the old generation is removed later. A passage is stored once and may belong to any number of generations.
A passage that belongs to no generation is always visible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

import sqlalchemy as sa

from backend.domain.article import Namespace
from backend.errors import StorageError
from backend.knowledge.concurrent_writes import lock_passages, write_with_retry
from backend.knowledge.database import RecordDatabase
from backend.knowledge.tables import meta, passages, provenance

POINTER = "current_generation"
"""Key in `meta` that holds the number of the current generation. The key is absent before the first switch."""

_CHUNK = 500
_metadata = sa.MetaData()

generations = sa.Table(
    "generations",
    _metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("begun", sa.Text),
    sa.Column("switched", sa.Text),
    sa.Column("retired", sa.Text),
)
"""The table of generations. Times are ISO 8601 in UTC, or "" if the event has not happened yet."""

members = sa.Table(
    "generation_members",
    _metadata,
    sa.Column("generation", sa.Integer, primary_key=True),
    sa.Column("passage_id", sa.Text, primary_key=True),
    sa.Column("trusted", sa.Integer),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leftovers:
    """Passages that belong only to outdated generations.

    Passages in `kept` are cited by a verdict or were found for a claim. Passages in `spare` are not needed.
    """

    kept: tuple[str, ...]
    spare: tuple[str, ...]


class Generations:
    """Reads and writes generations. Every method may raise StorageError.

    Only one process refreshes at a time (see `alone`). `changed` is called inside every transaction that changes the
    passages that readers see.
    """

    def __init__(self, database: RecordDatabase, changed: Callable[[sa.Connection], None]) -> None:
        self._database = database
        self._changed = changed

    def alone(self) -> AbstractContextManager[bool]:
        """Yield True and lock out other refreshes, or yield False if a refresh is already running in any process."""
        return self._database.alone("generations")

    def live(self) -> int:
        """Return the number of the current generation, or 0 before the first switch.

        A request uses the same number until it completes.
        """
        with self._database.read() as db:
            return _current_number(db)

    def live_since(self) -> str:
        """Return when the current generation came into use, or "" before the first switch."""
        with self._database.read() as db:
            query = sa.select(generations.c.switched).where(generations.c.number == _current_number(db))
            return str(db.execute(query).scalar_one_or_none() or "")

    def size(self, number: int) -> int:
        """Return the number of passages in a generation."""
        with self._database.read() as db:
            query = sa.select(sa.func.count()).select_from(members).where(members.c.generation == number)
            return int(db.execute(query).scalar_one())

    def hidden(self, ids: Sequence[str], live: int) -> frozenset[str]:
        """Return the ids that belong only to generations other than `live`."""
        live_memberships = sa.func.sum(sa.case((members.c.generation == live, 1), else_=0))
        query = (
            sa.select(members.c.passage_id)
            .join(passages, passages.c.id == members.c.passage_id)
            .where(passages.c.namespace == Namespace.CURRENT)
            .group_by(members.c.passage_id)
            .having(live_memberships == 0)
        )
        with self._database.read() as db:
            chunks = (ids[start : start + _CHUNK] for start in range(0, len(ids), _CHUNK))
            found = (db.execute(query.where(members.c.passage_id.in_(chunk))).scalars() for chunk in chunks)
            return frozenset(name for names in found for name in names)

    def begin(self, now: str) -> int:
        """Begin a new generation, which readers do not see yet, and return its number."""
        with self._database.write() as db:
            number = 1 + max(
                _current_number(db), int(db.execute(sa.select(sa.func.max(generations.c.number))).scalar() or 0)
            )
            db.execute(sa.insert(generations).values(number=number, begun=now, switched="", retired=""))
        return number

    def join(self, number: int, trusted: Mapping[str, bool]) -> None:
        """Add passages to a generation that is being built.

        `trusted` maps the id of each passage to whether the passage leaves quarantine at the switch.
        """
        with self._database.write() as db:
            self._check_being_built(db, number)
            known = sa.select(members.c.passage_id).where(members.c.generation == number)
            old = set(db.execute(known.where(members.c.passage_id.in_(list(trusted)))).scalars())
            rows = [
                {"generation": number, "passage_id": name, "trusted": int(leaves_quarantine)}
                for name, leaves_quarantine in trusted.items()
                if name not in old
            ]
            if rows:
                db.execute(sa.insert(members), rows)

    def switch(self, number: int, now: str) -> None:
        """Switch readers to this generation and retire the previous one, in one transaction."""
        write_with_retry(self._database, lambda db: self._switch(db, number, now))

    def _switch(self, db: sa.Connection, number: int, now: str) -> None:
        released = sa.select(members.c.passage_id).where(members.c.generation == number, members.c.trusted == 1)
        self._check_being_built(db, number)
        live = _current_number(db)
        if number < live:
            raise StorageError("A newer generation of current affairs is in use already.")
        lock_passages(db, db.execute(released).scalars().all())
        db.execute(sa.update(generations).where(generations.c.number == live).values(retired=now))
        db.execute(sa.update(generations).where(generations.c.number == number).values(switched=now))
        db.execute(sa.update(passages).where(passages.c.id.in_(released)).values(quarantined=0))
        if not db.execute(sa.update(meta).where(meta.c.key == POINTER).values(value=str(number))).rowcount:
            db.execute(sa.insert(meta).values(key=POINTER, value=str(number)))
        self._changed(db)

    def outdated(self, *, retired_before: str, begun_before: str) -> tuple[int, ...]:
        """Return the numbers of generations that are no longer needed.

        They were either replaced before `retired_before`, or begun before `begun_before` without ever coming into use.
        """
        replaced = sa.and_(generations.c.retired != "", generations.c.retired < retired_before)
        given_up = sa.and_(generations.c.switched == "", generations.c.begun < begun_before)
        with self._database.read() as db:
            query = sa.select(generations.c.number).where(generations.c.number != _current_number(db))
            return tuple(db.execute(query.where(sa.or_(replaced, given_up))).scalars())

    def leftovers(self, numbers: Sequence[int]) -> Leftovers:
        """Return the passages that belong only to these generations."""
        others = sa.select(members.c.passage_id).where(members.c.generation.not_in(numbers))
        claimed = sa.select(provenance.c.passage_id).where(provenance.c.claim_hash != "")
        needed = sa.or_(passages.c.verification_count > 0, passages.c.id.in_(claimed))
        query = (
            sa.select(passages.c.id, needed.label("needed"))
            .where(passages.c.namespace == Namespace.CURRENT)
            .where(passages.c.id.in_(sa.select(members.c.passage_id).where(members.c.generation.in_(numbers))))
            .where(passages.c.id.not_in(others))
        )
        with self._database.read() as db:
            rows = db.execute(query).all()
        return Leftovers(
            kept=tuple(row.id for row in rows if row.needed), spare=tuple(row.id for row in rows if not row.needed)
        )

    def make_permanent(self, ids: Sequence[str]) -> None:
        """Turn passages of current affairs into ordinary evidence, which outlives their generation."""
        write_with_retry(self._database, lambda db: self._make_permanent(db, ids))

    def _make_permanent(self, db: sa.Connection, ids: Sequence[str]) -> None:
        lock_passages(db, ids)
        for start in range(0, len(ids), _CHUNK):
            chunk = list(ids[start : start + _CHUNK])
            db.execute(sa.update(passages).where(passages.c.id.in_(chunk)).values(namespace=Namespace.NEWS))
        self._changed(db)

    def drop(self, numbers: Sequence[int]) -> None:
        """Delete the rows of these generations and of their memberships."""
        with self._database.write() as db:
            db.execute(sa.delete(members).where(members.c.generation.in_(numbers)))
            db.execute(sa.delete(generations).where(generations.c.number.in_(numbers)))

    def _check_being_built(self, db: sa.Connection, number: int) -> None:
        switched = db.execute(sa.select(generations.c.switched).where(generations.c.number == number)).scalar()
        if switched != "":
            raise StorageError(f"Generation {number} of current affairs is not being built.")


def _current_number(db: sa.Connection) -> int:
    return int(db.execute(sa.select(meta.c.value).where(meta.c.key == POINTER)).scalar_one_or_none() or 0)
