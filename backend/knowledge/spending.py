"""Stores the amounts spent per day in the database, so that a restart does not reset them (S18). Days are in UTC."""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

import sqlalchemy as sa

from backend.errors import StorageError
from backend.knowledge.database import Record
from backend.knowledge.upsert import insert

log = logging.getLogger(__name__)

KEPT_DAYS = 31
_metadata = sa.MetaData()

spending = sa.Table(
    "spending",
    _metadata,
    sa.Column("day", sa.Text, primary_key=True),
    sa.Column("purpose", sa.Text, primary_key=True),
    sa.Column("used", sa.BigInteger),
)


class Purpose(StrEnum):
    """The quantities that are counted per day.

    They are queries to search engines and sources, calls to the language model and its tokens, and graph readings.
    """

    SEARCHES = "searches"
    LLM_CALLS = "llm_calls"
    LLM_TOKENS = "llm_tokens"
    GRAPH_READINGS = "graph_readings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """The amount spent today for one purpose, and its limit. A `cap` of 0 means no limit."""

    purpose: Purpose
    used: int
    cap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyBudget:
    """The daily allowances for searches, for calls to the language model, and for its tokens."""

    searches: DailyAllowance
    llm_calls: DailyAllowance
    llm_tokens: DailyAllowance

    def states(self) -> tuple[Spent, ...]:
        """Return the amount spent today and the limit, for each allowance."""
        return tuple(one.state() for one in (self.searches, self.llm_calls, self.llm_tokens))


class Spending:
    """Counts the amounts spent per day. Thread-safe. Its methods never raise StorageError.

    Amounts that cannot be stored are counted in memory, so that the limits still apply.
    """

    def __init__(self, database: Record, clock: Callable[[], datetime]) -> None:
        self._database = database
        self._clock = clock
        self._lock = threading.Lock()
        self._unsaved: Counter[tuple[str, str]] = Counter()

    def take(self, purpose: Purpose, amount: int, cap: int) -> bool:
        """Spend the amount and return True, or return False if the total would exceed `cap`. A cap of 0 means no limit."""
        day = self._today()
        with self._lock:
            try:
                with self._database.write() as db:
                    if not _spend(db, (day, purpose), amount + self._unsaved[day, purpose], cap):
                        return False
                self._unsaved.pop((day, purpose), None)
            except StorageError as error:
                log.warning("spending is counted in memory only: %s", error)
                if cap and self._unsaved[day, purpose] + self._stored_amount(day, purpose) + amount > cap:
                    return False
                self._unsaved[day, purpose] += amount
        return True

    def used(self, purpose: Purpose) -> int:
        """Return the amount spent today for one purpose."""
        day = self._today()
        with self._lock:
            return self._stored_amount(day, purpose) + self._unsaved[day, purpose]

    def allowance(self, purpose: Purpose, cap: int) -> DailyAllowance:
        """Return the daily allowance for one purpose."""
        return DailyAllowance(self, purpose, cap)

    def _stored_amount(self, day: str, purpose: Purpose) -> int:
        try:
            with self._database.read() as db:
                return _amount_used(db, day, purpose)
        except StorageError:
            return 0

    def _today(self) -> str:
        return self._clock().date().isoformat()


class DailyAllowance:
    """A `backend.ports.Allowance` for one purpose per day."""

    def __init__(self, spending_: Spending, purpose: Purpose, cap: int) -> None:
        self._spending = spending_
        self._purpose = purpose
        self.cap = cap

    def take(self, amount: int = 1) -> bool:
        """Spend the amount and return True, or return False if the total would exceed the daily cap."""
        return self._spending.take(self._purpose, amount, self.cap)

    def left(self) -> bool:
        """Return whether any of today's allowance is left."""
        return not self.cap or self._spending.used(self._purpose) < self.cap

    def note(self, amount: int) -> None:
        """Add an amount that becomes known only after it has been spent. The cap does not apply."""
        self._spending.take(self._purpose, amount, 0)

    def state(self) -> Spent:
        """Return the amount spent today and the cap, for the status page."""
        return Spent(purpose=self._purpose, used=self._spending.used(self._purpose), cap=self.cap)


def _amount_used(db: sa.Connection, day: str, purpose: Purpose) -> int:
    query = sa.select(spending.c.used).where(spending.c.day == day, spending.c.purpose == purpose)
    return int(db.execute(query).scalar_one_or_none() or 0)


def _spend(db: sa.Connection, key: tuple[str, Purpose], amount: int, cap: int) -> bool:
    """Spend the amount in a single SQL statement, or return False if the total would exceed the cap.

    With a single statement, backends that share the database cannot jointly exceed the cap.
    """
    day, purpose = key
    new = insert(db, spending).values(day=day, purpose=purpose, used=0).on_conflict_do_nothing()
    if db.execute(new).rowcount == 1:
        oldest = (datetime.fromisoformat(day) - timedelta(days=KEPT_DAYS)).date().isoformat()
        db.execute(sa.delete(spending).where(spending.c.day < oldest))
    more = sa.update(spending).where(spending.c.day == day, spending.c.purpose == purpose)
    if cap:
        more = more.where(spending.c.used + amount <= cap)
    return db.execute(more.values(used=spending.c.used + amount)).rowcount == 1
