"""The database interface, its SQLite implementation, and the conversion of SQLite and PostgreSQL errors."""

from __future__ import annotations

import errno
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import sqlalchemy as sa

from backend.errors import StorageConflict, StorageError, StorageReadOnly, StorageTooSlow
from backend.knowledge.full_text_words import search_words
from backend.knowledge.schema import prepare

FILE_NAME = "knowledge.sqlite3"
BUSY_TIMEOUT_S = 5.0
ENDING = "Claimlight is ending, so nothing more is kept."
_UNWRITABLE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY)
# SQLite's error codes when a full disk keeps it from creating its auxiliary files.
_UNWRITABLE_BESIDE = (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN)
_STEPS_BETWEEN_CHECKS = 10_000
"""Number of SQLite virtual-machine steps between checks of the time limit. These steps take about a millisecond."""
# The schema must be trusted because the full-text triggers call `search_words`. This is safe in the user's own file.
_PRAGMAS = (
    "journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON", "secure_delete = ON", "trusted_schema = ON",
)  # fmt: skip
_UNWRITABLE_ERRNOS = (errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EACCES, errno.EPERM)


class Record(Protocol):
    """The part of `RecordDatabase` that most code needs. Every method may raise StorageError."""

    def read(self) -> AbstractContextManager[sa.Connection]:
        """Yield a connection with a consistent view for a few queries."""
        ...

    def write(self) -> AbstractContextManager[sa.Connection]:
        """Yield a connection in one transaction, which is committed if the block ends without an error."""
        ...

    def alone(self, what: str, /) -> AbstractContextManager[bool]:
        """Yield True and hold the lock with this name, or yield False if any process already holds it."""
        ...


class RecordDatabase(Protocol):
    """The interface of the knowledge base's database.

    The implementations are `Database` and `backend.knowledge.postgres.PostgresDatabase`.

    Every method may raise StorageError.
    """

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the database at the same time."""
        ...

    def read(self) -> AbstractContextManager[sa.Connection]:
        """Yield a connection with a consistent view for a few queries."""
        ...

    def read_within(self, seconds: float) -> AbstractContextManager[sa.Connection]:
        """Yield a connection as `read` does. A query that exceeds the time limit raises StorageTooSlow."""
        ...

    def write(self) -> AbstractContextManager[sa.Connection]:
        """Yield a connection in one transaction, which is committed if the block ends without an error.

        Raises StorageReadOnly if the database cannot be written.
        """
        ...

    def alone(self, what: str) -> AbstractContextManager[bool]:
        """Yield True and hold the lock with this name, or yield False if any process already holds it. Never waits."""
        ...

    def shrink_log(self, tables: Sequence[str]) -> None:
        """Remove the deleted text of these tables from the database files as well, possibly in the background."""
        ...

    def close(self) -> None:
        """Close every connection."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SqliteFile:
    """One of Claimlight's SQLite files.

    `what` names the store in error messages, `prepare` creates or updates the tables, and `functions` are SQL functions.
    """

    name: str = FILE_NAME
    what: str = "knowledge base"
    prepare: Callable[[sa.Connection], None] = prepare
    functions: Mapping[str, Callable[[str], str]] = field(default_factory=lambda: {"search_words": search_words})

    def configure(self, connection: Any, _record: Any) -> None:
        """Set up a new connection."""
        # Let SQLAlchemy, not the driver, decide where a transaction begins.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
        for name, function in self.functions.items():
            connection.create_function(name, 1, function, deterministic=True)


class Database:
    """The SQLite database, in WAL mode with synchronous=NORMAL, so that a committed row survives kill -9 (R1).

    The database allows many readers, but only one writer at a time.
    """

    shared = False

    def __init__(self, folder: Path, file: SqliteFile | None = None) -> None:
        """Open or create `knowledge.sqlite3` or the given file in a folder. Raises StorageError.

        The permissions are set to 0700 for the folder and 0600 for the file.
        """
        file = file or SqliteFile()
        self.path, self._what = folder / file.name, file.what
        self._write_lock = threading.Lock()
        self._alone: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._closed = False
        with storage_errors(self._what):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.chmod(0o700)
            self.path.touch(mode=0o600, exist_ok=True)
            self.path.chmod(0o600)
            self._engine = sa.create_engine(
                sa.URL.create("sqlite", database=str(self.path)), connect_args={"timeout": BUSY_TIMEOUT_S}
            )
            sa.event.listen(self._engine, "connect", file.configure)
            sa.event.listen(self._engine, "begin", _begin_transaction)
        with self.write() as connection:
            file.prepare(connection)

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """Yield a connection with a consistent view for a few queries."""
        self._check_open()
        with storage_errors(self._what), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def read_within(self, seconds: float) -> Iterator[sa.Connection]:
        """Yield a connection as `read` does. A query that exceeds the time limit raises StorageTooSlow."""
        if seconds <= 0:
            raise StorageTooSlow("There is no time left for the knowledge base.")
        with self.read() as connection:
            raw: Any = connection.connection.dbapi_connection
            until = time.monotonic() + seconds
            raw.set_progress_handler(lambda: time.monotonic() >= until, _STEPS_BETWEEN_CHECKS)
            try:
                yield connection
            finally:
                raw.set_progress_handler(None, 0)

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """Yield a connection in one transaction, which is committed if the block ends without an error."""
        with self._write_lock, storage_errors(self._what):
            self._check_open()
            with self._engine.begin() as connection:
                yield connection

    def _check_open(self) -> None:
        if self._closed:
            # Another process may have opened the folder in the meantime.
            raise StorageReadOnly(ENDING)

    @contextmanager
    def alone(self, what: str) -> Iterator[bool]:
        """Lock out other threads. The folder's lock already locks out other processes."""
        lock = self._alone[what]
        free = lock.acquire(blocking=False)
        try:
            yield free
        finally:
            if free:
                lock.release()

    def shrink_log(self, tables: Sequence[str]) -> None:  # noqa: ARG002 - there is one log for all
        """Write the write-ahead log to the database file and truncate the log, so that it contains no deleted text."""
        with self._write_lock, storage_errors(self._what):
            self._check_open()
            with self._engine.connect() as connection:
                raw = connection.connection.dbapi_connection
                if raw is not None:
                    raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Wait for the running write, and close every connection. Later writes raise StorageReadOnly."""
        with self._write_lock:
            self._closed = True
        self._engine.dispose()


@contextmanager
def storage_errors(what: str = "knowledge base") -> Iterator[None]:
    """Convert errors of the database and the operating system to StorageError and its subclasses.

    `what` is the name of the store in the error messages.
    """
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise _to_storage_error(error.orig, what) from error
    except sa.exc.TimeoutError as error:
        raise StorageError(f"The {what} has no connection left.") from error
    except sqlite3.Error as error:
        raise _to_storage_error(error, what) from error
    except OSError as error:
        if error.errno in _UNWRITABLE_ERRNOS:
            raise StorageReadOnly("The data folder cannot be written: it is full or read-only.") from error
        raise StorageError("The data folder cannot be used.") from error
    except UnicodeEncodeError as error:
        raise StorageError("A text that is no valid Unicode cannot be stored.") from error


# PostgreSQL's codes for an exceeded time limit, for a server that is full or read-only, and for a conflict.
_PG_TOO_SLOW = frozenset({"57014", "55P03"})
_PG_UNWRITABLE = frozenset({"53100", "25006"})
_PG_CONFLICT = frozenset({"40P01", "40001"})


def _to_storage_error(error: BaseException | None, what: str) -> StorageError:
    state = getattr(error, "sqlstate", None)
    if state in _PG_TOO_SLOW:
        return StorageTooSlow(f"The {what} did not answer in time.")
    if state in _PG_CONFLICT:
        return StorageConflict(f"The {what} was being changed by others at the same moment.")
    if state in _PG_UNWRITABLE:
        return StorageReadOnly(f"The {what} cannot be written: its server is full or read-only.")
    # The low byte of an extended result code is the primary result code.
    code = getattr(error, "sqlite_errorcode", 0)
    if code & 0xFF == sqlite3.SQLITE_INTERRUPT:
        return StorageTooSlow(f"The {what} did not answer in time.")
    if code & 0xFF in _UNWRITABLE or code in _UNWRITABLE_BESIDE:
        return StorageReadOnly(f"The {what} cannot be written: the disk is full or read-only.")
    return StorageError(f"The {what} cannot be read or written.")


def _begin_transaction(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN")
