"""Shares jobs, their events, and requests about them between backends that use the same database (R4).

Events are stored in their wire shape. Rows are removed ten minutes after the last heartbeat of their job. Jobs with the
option `remember` turned off are never stored.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from backend.errors import NotFound
from backend.knowledge.database import RecordDatabase
from backend.knowledge.upsert import add_new, put

KEEP_S = 600.0
SILENT_S = 12.0
"""Seconds without a heartbeat after which a job's backend is considered lost."""
WANTED_S = 10.0
"""Seconds for which one poll by a user of another backend keeps a job alive."""

_metadata = sa.MetaData()
_jobs = sa.Table(
    "jobs",
    _metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("state", sa.Text),
    sa.Column("status", sa.Integer),
    sa.Column("seen", sa.Float),
    sa.Column("wanted_until", sa.Float),
)
_events = sa.Table(
    "job_events",
    _metadata,
    sa.Column("job_id", sa.Text, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text),
    sa.Column("data", sa.Text),
)
_cancels = sa.Table(
    "job_cancels",
    _metadata,
    sa.Column("job_id", sa.Text, primary_key=True),
    sa.Column("reader", sa.Text, primary_key=True),
)
_wishes = sa.Table(
    "job_wishes",
    _metadata,
    sa.Column("job_id", sa.Text, primary_key=True),
    sa.Column("reader", sa.Text, primary_key=True),
    sa.Column("until", sa.Float),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent:
    """One event of a job. `number` counts from 1 within the job, and `data` is JSON."""

    number: int
    kind: str
    data: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobUpdate:
    """An update of one job, with its state and its new events in order.

    `status` is the HTTP status of the job's result, or 0 while the job is running.
    """

    job_id: str
    state: str
    status: int = 0
    events: tuple[StoredEvent, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JobSnapshot:
    """A job as seen from another backend.

    `alive` is true if the job has ended, or if its backend has sent a heartbeat recently.
    """

    state: str
    status: int
    alive: bool
    events: tuple[StoredEvent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WaiterRequests:
    """The requests of other backends for one job: whether a user is waiting for it, and which users cancelled it."""

    wanted: bool
    cancels: tuple[str, ...]


class JobBoard:
    """The jobs in the shared database. Safe for use by many threads and processes.

    Every method may raise StorageError.
    """

    def __init__(self, database: RecordDatabase, *, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock

    # Called by the backend that runs the jobs

    def post(self, notices: Sequence[JobUpdate]) -> None:
        """Store updates of jobs. An update without events is a heartbeat."""
        now = self._clock()
        with self._database.write() as db:
            for notice in sorted(notices, key=lambda n: n.job_id):
                row = {"id": notice.job_id, "state": notice.state, "status": notice.status, "seen": now}
                # Backends of the previous version read and write this column.
                add_new(db, _jobs, [row | {"wanted_until": 0.0}])
                db.execute(sa.update(_jobs).where(_jobs.c.id == notice.job_id).values(row))
                rows = [
                    {"job_id": notice.job_id, "number": e.number, "kind": e.kind, "data": e.data} for e in notice.events
                ]
                put(db, _events, rows)

    def wishes(self, job_ids: Sequence[str]) -> dict[str, WaiterRequests]:
        """Return the requests of other backends for each job in `job_ids` that is stored."""
        alive = sa.select(_wishes.c.job_id).where(_wishes.c.until > self._clock())
        with self._database.read() as db:
            jobs = db.execute(sa.select(_jobs.c.id).where(_jobs.c.id.in_(job_ids))).scalars().all()
            wanted = set(db.execute(alive.where(_wishes.c.job_id.in_(job_ids))).scalars())
            rows = db.execute(sa.select(_cancels).where(_cancels.c.job_id.in_(job_ids))).all()
        cancels = {name: tuple(row.reader for row in rows if row.job_id == name) for name in jobs}
        return {name: WaiterRequests(wanted=name in wanted, cancels=cancels[name]) for name in jobs}

    def sweep(self) -> None:
        """Remove jobs whose last heartbeat was more than ten minutes ago."""
        with self._database.write() as db:
            db.execute(sa.delete(_jobs).where(_jobs.c.seen < self._clock() - KEEP_S))

    # Called by the backend that a user is connected to

    def look(self, job_id: str, *, after: int = 0) -> JobSnapshot:
        """Return the state of a job, and its events with a number above `after`. Raises NotFound."""
        with self._database.read() as db:
            job = db.execute(sa.select(_jobs).where(_jobs.c.id == job_id)).one_or_none()
            query = sa.select(_events).where(_events.c.job_id == job_id, _events.c.number > after)
            rows = db.execute(query.order_by(_events.c.number)).all()
        now = self._clock()
        if job is None or job.seen < now - KEEP_S:
            raise NotFound(
                "This check is no longer known.", hint="Results are kept for ten minutes. Please check again."
            )
        return JobSnapshot(
            state=job.state,
            status=job.status,
            alive=bool(job.status) or job.seen >= now - SILENT_S,
            events=tuple(StoredEvent(number=row.number, kind=row.kind, data=row.data) for row in rows),
        )

    def want(self, job_id: str, reader: str) -> None:
        """Record that a user of this backend is waiting for the job, unless the same user has cancelled it."""
        until = {"job_id": job_id, "reader": reader, "until": self._clock() + WANTED_S}
        with self._database.write() as db:
            if _lock_job(db, job_id) and not _has_cancelled(db, job_id, reader):
                put(db, _wishes, [until])

    def unwant(self, job_id: str, reader: str) -> None:
        """Record that a user no longer wants the job.

        If `reader` is empty and exactly one user of other backends is waiting for the job, the request applies to that
        user.
        """
        with self._database.write() as db:
            if not _lock_job(db, job_id):
                return
            of_job = _wishes.c.job_id == job_id
            waiting = (
                db.execute(sa.select(_wishes.c.reader).where(of_job, _wishes.c.until > self._clock())).scalars().all()
            )
            # Without a name, several waiting users cannot be told apart.
            cancelling_readers = [reader] if reader else waiting if len(waiting) == 1 else []
            db.execute(sa.delete(_wishes).where(of_job, _wishes.c.reader.in_(cancelling_readers)))
            add_new(
                db, _cancels, [{"job_id": job_id, "reader": name} for name in sorted({reader, *cancelling_readers})]
            )


def _lock_job(db: sa.Connection, job_id: str) -> bool:
    # Lock the row until the transaction ends, so that no clean-up removes the job while rows are added for it.
    return (
        db.execute(sa.select(_jobs.c.id).where(_jobs.c.id == job_id).with_for_update(key_share=True)).first()
        is not None
    )


def _has_cancelled(db: sa.Connection, job_id: str, reader: str) -> bool:
    query = sa.select(_cancels.c.reader).where(_cancels.c.job_id == job_id, _cancels.c.reader == reader)
    return db.execute(query).first() is not None
