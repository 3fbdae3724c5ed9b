"""Decides which backends may write to a shared database (R2).

Either one backend with its own index may write, or any number of backends without their own index. A lock in a database
session enforces this rule, but if the server restarts or the connection breaks, the lock is silently lost with the
session. Every write is therefore checked against a token in the database, and the session is monitored.
"""

from __future__ import annotations

import logging
import secrets
import threading
from contextlib import ExitStack, suppress

import sqlalchemy as sa

from backend.errors import ConfigurationError, StorageError, StorageTooSlow
from backend.knowledge.database import storage_errors
from backend.knowledge.postgres import ENTER_S, TAKEN_OVER, PostgresDatabase, lock_key

OWNER = "owner"
"""Name of the lock that a process holds for its lifetime."""

TOGETHER = "together"
"""The token shared by all backends without their own index. A backend with its own index has a unique token."""

LOOK_S = 5.0
"""Seconds between two checks of the database session that holds the lock."""

log = logging.getLogger(__name__)


class RecordOwnership:
    """The right of a process to write to the database, from construction to `close`.

    Raises ConfigurationError if other processes own it, or StorageError. A lost lock is acquired again, unless
    other backends may have stored passages that this backend's index lacks. In that case, this backend can write again
    only after a restart.
    """

    def __init__(
        self, database: PostgresDatabase, *, together: bool, look_s: float = LOOK_S, wait_s: float = ENTER_S
    ) -> None:
        self._database = database
        self._attempt = _TRY_TOGETHER if together else _TRY_ALONE
        self._token = TOGETHER if together else secrets.token_hex(8)
        self._together = together
        self._held = ExitStack()
        self._session: sa.Connection | None = None
        self._closing = threading.Event()
        if not self._acquire():
            others = "A Claimlight with an index of its own" if together else "Another Claimlight"
            hint = "Stop that one, or give every one of them both DATABASE_URL and CHROMA_URL (docs/scaling.md)."
            raise ConfigurationError(f"{others} is already using this database.", hint=hint)
        try:
            database.take_over(self._token, wait_s=wait_s)
        except StorageError as error:
            self._held.close()
            if isinstance(error, StorageTooSlow):
                raise ConfigurationError(str(error), hint=_IDLE) from None
            raise
        self._work = threading.Thread(target=self._watch, args=(look_s,), name="place-watch", daemon=True)
        self._work.start()

    def close(self) -> None:
        """Release the lock on the database."""
        self._closing.set()
        self._work.join(30.0)
        self._held.close()

    def _acquire(self) -> bool:
        """Open a database session, try to acquire the lock in it, and return whether that succeeded."""
        with ExitStack() as undo:
            session = undo.enter_context(self._database.session())
            with storage_errors():
                free = bool(session.execute(self._attempt, {"key": lock_key(OWNER)}).scalar_one())
            if free:
                self._held, self._session = undo.pop_all(), session
        return free

    def _watch(self, look_s: float) -> None:
        logged = ""
        while not self._closing.wait(look_s):
            if self._session is not None and self._is_alive(self._session):
                continue
            try:
                if self._reacquire():
                    log.info("the place at the database was lost and is taken again")
                    logged = ""
                    continue
                problem = TAKEN_OVER
            except StorageError as error:
                problem = str(error)
            if problem != logged:
                log.warning("the place at the database is lost: %s", problem)
                logged = problem

    def _is_alive(self, session: sa.Connection) -> bool:
        try:
            with storage_errors():
                session.execute(sa.text("SELECT 1"))
        except StorageError:
            self._release()
            return False
        return True

    def _reacquire(self) -> bool:
        """Try to acquire the lock again, and return whether it was acquired. Raises StorageError.

        The lock is not acquired if other backends hold it or may have stored passages that this backend's index lacks.
        """
        # Also check before acquiring the lock: holding it even briefly would prevent another backend from starting.
        if self._others_wrote() or not self._acquire():
            return False
        try:
            if self._others_wrote():
                self._release()
                return False
            self._database.take_over(self._token)
        except StorageError:
            self._release()
            raise
        return True

    def _others_wrote(self) -> bool:
        """Return whether other backends may have stored passages that this backend's index lacks."""
        return not self._together and self._database.token() != self._token

    def _release(self) -> None:
        self._session = None
        with suppress(StorageError):
            self._held.close()


_IDLE = 'Stop the other Claimlight, or end the session that pg_stat_activity shows as "idle in transaction", and start again.'
_TRY_ALONE = sa.text("SELECT pg_try_advisory_lock(:key)")
_TRY_TOGETHER = sa.text("SELECT pg_try_advisory_lock_shared(:key)")
