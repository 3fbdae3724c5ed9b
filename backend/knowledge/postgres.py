"""The PostgreSQL database, which several backends can share (docs/scaling.md).

The tables and the interface are the same as those of the SQLite database.
"""

from __future__ import annotations

import hashlib
import importlib.util
import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import sqlalchemy as sa

from backend.errors import ConfigurationError, StorageError, StorageReadOnly, StorageTooSlow
from backend.knowledge.database import storage_errors
from backend.knowledge.migrations import HISTORY, lock_migrations, migrate
from backend.knowledge.schema import prepare
from backend.knowledge.tables import meta
from backend.knowledge.upsert import put

SCHEMA = "claimlight"
"""The schema that contains Claimlight's tables, so that other programs' tables are never changed."""

_CONNECT_S = 5
_POOL = 10
_SPARE = 30
CONNECTIONS = _POOL + _SPARE
"""Maximum number of connections per process."""
_VACUUM_S = 300
_CLOSE_S = 5.0
_ALIVE = {"keepalives_idle": 60, "keepalives_interval": 15, "keepalives_count": 4, "tcp_user_timeout": 30_000}
"""Keep-alive settings, so that an idle session that holds a lock notices when its server is gone.

They also keep firewalls from dropping the connection. The last setting (in milliseconds) ends a query that is never
acknowledged, which the operating system would otherwise resend for a quarter of an hour."""

ENTER_S = 30.0
"""Seconds that a new owner waits for running writes to end. Claimlight's writes take far less time."""

OWNER_KEY = "owner"
"""Key in `meta` that holds the token of the backends that may write (backend.knowledge.record_ownership)."""
TAKEN_OVER = "Another Claimlight has taken over this database. Stop that one, then start this one again."

log = logging.getLogger(__name__)


class PostgresDatabase:
    """The PostgreSQL database. A committed row survives a crash (R1).

    Readers see a snapshot (REPEATABLE READ), and writers lock the rows that they change.
    """

    shared = True

    def __init__(self, url: str) -> None:
        """Connect, and create or update the tables.

        Raises ConfigurationError or, like every other method, StorageError.
        """
        self._tables_to_vacuum: set[str] = set()
        self._vacuum_lock = threading.Lock()
        self._vacuum_thread: threading.Thread | None = None
        self._token = ""
        options = f"-csearch_path={SCHEMA} -ctimezone=UTC"
        with storage_errors():
            self._engine = sa.create_engine(
                _driver_url(url),
                pool_size=_POOL,
                max_overflow=_SPARE,
                pool_timeout=_CONNECT_S,
                pool_pre_ping=True,
                hide_parameters=True,
                connect_args={
                    "connect_timeout": _CONNECT_S,
                    "options": options,
                    "application_name": "claimlight",
                    **_ALIVE,
                },
            )
            self._readers = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with self.write() as connection:
            # If several backends start on a new database together, even IF NOT EXISTS fails for all but one of them.
            lock_migrations(connection)
            connection.exec_driver_sql(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
            prepare(connection)
            migrate(connection, HISTORY)

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """Yield a connection with a consistent view for a few queries."""
        with storage_errors(), self._readers.begin() as connection:
            yield connection

    @contextmanager
    def read_within(self, seconds: float) -> Iterator[sa.Connection]:
        """Yield a connection as `read` does. A query that exceeds the time limit raises StorageTooSlow."""
        if seconds <= 0:
            raise StorageTooSlow("There is no time left for the knowledge base.")
        with self.read() as connection:
            connection.exec_driver_sql(f"SET LOCAL statement_timeout = {max(1, int(seconds * 1000))}")
            yield connection

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """Yield a connection in one transaction, which is committed if the block ends without an error.

        Raises StorageReadOnly after another owner has taken over.
        """
        with storage_errors(), self._engine.begin() as connection:
            # Lock the row until the transaction ends, so that a new owner sees every earlier write.
            if self._token and connection.execute(_SELECT_TOKEN.with_for_update(read=True)).scalar() != self._token:
                raise StorageReadOnly(TAKEN_OVER)
            yield connection

    def take_over(self, token: str, *, wait_s: float = ENTER_S) -> None:
        """Wait for running writes, and then allow only backends with this token to write. Raises StorageTooSlow."""
        try:
            with storage_errors(), self._engine.begin() as connection:
                # Do not use ON CONFLICT … WHERE, because it locks the row, and therefore waits, even if nothing changes.
                if connection.execute(_SELECT_TOKEN).scalar() != token:
                    connection.exec_driver_sql(f"SET LOCAL lock_timeout = {max(1, int(wait_s * 1000))}")
                    put(connection, meta, [{"key": OWNER_KEY, "value": token}])
        except StorageTooSlow:
            raise StorageTooSlow("A change that another program began in this database does not end.") from None
        self._token = token

    def token(self) -> str:
        """Return the current token, or "" if no token has ever been set."""
        with self.read() as connection:
            return str(connection.execute(_SELECT_TOKEN).scalar() or "")

    @contextmanager
    def alone(self, what: str) -> Iterator[bool]:
        """Yield True and hold the lock with this name, or yield False if any process already holds it. Never waits."""
        key = {"key": lock_key(what)}
        with self.session() as connection:
            with storage_errors():
                free = bool(connection.execute(_TRY_ALONE, key).scalar_one())
            try:
                yield free
            finally:
                # Unlock explicitly, because another process may try before the server notices the end of this session.
                if free:
                    with suppress(sa.exc.DBAPIError):
                        connection.execute(_END_ALONE, key)

    @contextmanager
    def session(self) -> Iterator[sa.Connection]:
        """Yield a session for advisory locks. The server releases them when the session ends, for whatever reason."""
        with storage_errors():
            connection = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            yield connection
        finally:
            connection.invalidate()
            connection.close()

    def shrink_log(self, tables: Sequence[str]) -> None:
        """Reclaim the space of deleted rows in the background, so that no request waits for it.

        The server's own logs and backups are the responsibility of the server's operator.
        """
        with self._vacuum_lock:
            self._tables_to_vacuum |= set(tables)
            if self._vacuum_thread is None:
                self._vacuum_thread = threading.Thread(target=self._vacuum, name="postgres-vacuum", daemon=True)
                self._vacuum_thread.start()

    def wait(self, timeout_s: float) -> bool:
        """Wait for the work started by `shrink_log`, and return whether it has finished."""
        thread = self._vacuum_thread
        if thread is not None:
            thread.join(timeout_s)
        return thread is None or not thread.is_alive()

    def _vacuum(self) -> None:
        while True:
            with self._vacuum_lock:
                tables, self._tables_to_vacuum = sorted(self._tables_to_vacuum), set()
                if not tables:
                    self._vacuum_thread = None
                    return
            try:
                with storage_errors(), self._engine.connect() as connection:
                    autocommit_connection = connection.execution_options(isolation_level="AUTOCOMMIT")
                    autocommit_connection.exec_driver_sql(f"SET statement_timeout = {_VACUUM_S * 1000}")
                    try:
                        autocommit_connection.exec_driver_sql(f"VACUUM {', '.join(tables)}")
                    finally:
                        # Do not return the session to the pool, because its settings have changed.
                        connection.invalidate()
            except StorageError as error:
                log.warning("the room of deleted rows is left to the server's own vacuum: %s", error)

    def close(self) -> None:
        """Close every connection."""
        self.wait(_CLOSE_S)
        self._engine.dispose()


def lock_key(what: str) -> int:
    """Return the number that identifies a named lock on the server."""
    return int.from_bytes(hashlib.sha256(f"claimlight {what}".encode()).digest()[:8], "big", signed=True)


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


_TRY_ALONE = sa.text("SELECT pg_try_advisory_lock(:key)")
_END_ALONE = sa.text("SELECT pg_advisory_unlock(:key)")
_SELECT_TOKEN = sa.select(meta.c.value).where(meta.c.key == OWNER_KEY)
_EXAMPLE = "For example postgresql://name:password@host:5432/database; without DATABASE_URL, everything is kept in the data folder."
