"""The database interface, its SQLite implementation with settings and permissions, and the errors of both databases."""

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
# SQLite's error codes for a full disk while it creates auxiliary files.
_UNWRITABLE_BESIDE = (sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN)
_STEPS_BETWEEN_CHECKS = 10_000
"""Steps of SQLite's virtual machine, about a millisecond, between two checks of the time limit."""
# The schema must be trusted because the full-text triggers call `search_words`; this is safe in the user's own file.
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
        """Yield True if no other block of the same name is running in any process, and lock others out meanwhile."""
        ...


class RecordDatabase(Protocol):
    """The database of the knowledge base: `Database`, or `backend.knowledge.postgres.PostgresDatabase`.

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
        """Yield a connection like `read`; a query that exceeds the time limit raises StorageTooSlow."""
        ...

    def write(self) -> AbstractContextManager[sa.Connection]:
        """Yield a connection in one transaction, which is committed if the block ends without an error.

        Raises StorageReadOnly if nothing can be written.
        """
        ...

    def alone(self, what: str) -> AbstractContextManager[bool]:
        """Yield True if no other block of the same name is running in any process, else False; never waits."""
        ...

    def shrink_log(self, tables: Sequence[str]) -> None:
        """Also remove the deleted text of these tables from the files, possibly in the background."""
        ...

    def close(self) -> None:
        """Close every connection."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SqliteFile:
    """One of Claimlight's SQLite files: its name, its name in errors, its tables, and the SQL functions that it uses."""

    name: str = FILE_NAME
    what: str = "knowledge base"
    prepare: Callable[[sa.Connection], None] = prepare
    functions: Mapping[str, Callable[[str], str]] = field(default_factory=lambda: {"search_words": search_words})

    def configure(self, connection: Any, _record: Any) -> None:
        """Set up a new connection."""
        # SQLAlchemy, not the driver, decides where a transaction begins.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
        for name, function in self.functions.items():
            connection.create_function(name, 1, function, deterministic=True)


class Database:
    """The SQLite database, in WAL mode with synchronous=NORMAL, so that a committed row survives kill -9 (R1).

    It allows many readers but only one writer at a time.
    """

    shared = False

    def __init__(self, folder: Path, file: SqliteFile | None = None) -> None:
        """Open or create `folder/knowledge.sqlite3`, or another file (folder 0700, file 0600). Raises StorageError."""
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
        """Yield a connection like `read`; a query that exceeds the time limit raises StorageTooSlow."""
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
            # Another process may own the folder now.
            raise StorageReadOnly(ENDING)

    @contextmanager
    def alone(self, what: str) -> Iterator[bool]:
        """Lock out other threads; the folder's lock already locks out other processes."""
        lock = self._alone[what]
        free = lock.acquire(blocking=False)
        try:
            yield free
        finally:
            if free:
                lock.release()

    def shrink_log(self, tables: Sequence[str]) -> None:  # noqa: ARG002 - there is one log for all
        """Write the write-ahead log to the database file and truncate it, so that it contains no deleted text."""
        with self._write_lock, storage_errors(self._what):
            self._check_open()
            with self._engine.connect() as connection:
                raw = connection.connection.dbapi_connection
                if raw is not None:
                    raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Wait for the running change and close every connection; later changes raise StorageReadOnly."""
        with self._write_lock:
            self._closed = True
        self._engine.dispose()


@contextmanager
def storage_errors(what: str = "knowledge base") -> Iterator[None]:
    """Convert errors of the database and the operating system to StorageError and its subclasses.

    `what` is the name of the store in messages.
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


# PostgreSQL's codes for an exceeded time limit, for a full or read-only disk and a standby server, and for a conflict.
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
    # The low byte of an extended result code is the primary one.
    code = getattr(error, "sqlite_errorcode", 0)
    if code & 0xFF == sqlite3.SQLITE_INTERRUPT:
        return StorageTooSlow(f"The {what} did not answer in time.")
    if code & 0xFF in _UNWRITABLE or code in _UNWRITABLE_BESIDE:
        return StorageReadOnly(f"The {what} cannot be written: the disk is full or read-only.")
    return StorageError(f"The {what} cannot be read or written.")


def _begin_transaction(connection: sa.Connection) -> None:
    connection.exec_driver_sql("BEGIN")
