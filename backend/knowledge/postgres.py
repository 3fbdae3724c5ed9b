"""The record in PostgreSQL, for several backends at once (docs/scaling.md); same tables, same contract as the SQLite file."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from backend.errors import ConfigurationError, StorageTooSlow
from backend.knowledge.database import storage_errors
from backend.knowledge.migrations import HISTORY, migrate
from backend.knowledge.schema import prepare

SCHEMA = "claimlight"
"""Our tables' room in the database, so that those of other programs are never touched."""

_CONNECT_S = 5
_POOL = 10
_SPARE = 30
_FORGETTING = ("passages", "passage_words", "provenance", "triples", "verdicts")


class PostgresDatabase:
    """Readers see one moment (REPEATABLE READ), writers lock rows; every committed row survives a crash (R1)."""

    shared = True

    def __init__(self, url: str) -> None:
        """Connect, make or bring up to date the tables. Raises ConfigurationError, or StorageError as every method."""
        options = f"-csearch_path={SCHEMA} -ctimezone=UTC"
        with storage_errors():
            self._engine = sa.create_engine(
                _driver_url(url),
                pool_size=_POOL,
                max_overflow=_SPARE,
                pool_timeout=_CONNECT_S,
                pool_pre_ping=True,
                hide_parameters=True,
                connect_args={"connect_timeout": _CONNECT_S, "options": options, "application_name": "claimlight"},
            )
            self._readers = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with self.write() as connection:
            connection.exec_driver_sql(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            prepare(connection)
            migrate(connection, HISTORY)

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A consistent view for a few queries."""
        with storage_errors(), self._readers.begin() as connection:
            yield connection

    @contextmanager
    def read_within(self, seconds: float) -> Iterator[sa.Connection]:
        """As `read`; a query that is still running when the time is up ends with StorageTooSlow."""
        if seconds <= 0:
            raise StorageTooSlow("There is no time left for the knowledge base.")
        with self.read() as connection:
            connection.exec_driver_sql(f"SET LOCAL statement_timeout = {max(1, int(seconds * 1000))}")
            yield connection

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """One transaction, committed when the block ends without an error."""
        with storage_errors(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def alone(self, what: str) -> Iterator[bool]:
        """True for as long as the block lasts and nobody else, in any process, is inside one of the same name; False at once else."""
        key = int.from_bytes(hashlib.sha256(f"claimlight {what}".encode()).digest()[:8], "big", signed=True)
        with storage_errors():
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            with storage_errors():
                free = bool(connection.execute(_TRY_LOCK, {"key": key}).scalar_one())
            yield free
        finally:
            # Ends the session, and with it the lock, whatever state it is in.
            connection.invalidate()
            connection.close()

    def shrink_log(self) -> None:
        """Give the room of deleted rows back; what the server keeps in its log and backups is in its owner's hands."""
        with storage_errors(), self._engine.connect() as connection:
            quiet = connection.execution_options(isolation_level="AUTOCOMMIT")
            quiet.exec_driver_sql(f"VACUUM {', '.join(_FORGETTING)}")

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()


def _driver_url(url: str) -> sa.URL:
    try:
        found = sa.make_url(url)
    except sa.exc.ArgumentError:
        raise ConfigurationError("DATABASE_URL is no address of a database.", hint=_EXAMPLE) from None
    if found.get_backend_name() not in ("postgresql", "postgres"):
        raise ConfigurationError("DATABASE_URL must name a PostgreSQL database.", hint=_EXAMPLE)
    if importlib.util.find_spec("psycopg") is None:
        hint = "Install it with: .venv/bin/pip install -r requirements-postgres.txt"
        raise ConfigurationError("PostgreSQL's driver psycopg is not installed.", hint=hint)
    return found.set(drivername="postgresql+psycopg")


_TRY_LOCK = sa.text("SELECT pg_try_advisory_lock(:key)")
_EXAMPLE = "For example postgresql://name:password@host:5432/database; without DATABASE_URL, everything is kept in the data folder."
