"""The user's past verdicts, in a separate SQLite file or in tables of the shared database (docs/scaling.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from backend.domain.verdict import Leaning, LeaningLabel
from backend.errors import NotFound, StorageReadOnly
from backend.knowledge import claim_provenance, retention
from backend.knowledge.database import Database, RecordDatabase, SqliteFile
from backend.knowledge.history_filter import HistoryFilter, site_of
from backend.knowledge.migrations import HISTORY, migrate
from backend.knowledge.past_answers import as_today
from backend.knowledge.upsert import Sql

FILE_NAME = "history.sqlite3"
KEEP_ENTRIES = 5_000
"""Maximum number of entries (R8). The oldest are removed first. Entries past the retention period are removed too."""

_SUMMARY = "number, session_id, time, claim, verdict, leaning, probability, confidence, page_url, before_correction"
_ALL = HistoryFilter()


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryEntry:
    """One past verdict.

    `number` increases with time, `time` is ISO 8601 in UTC, and `confidence` is 0..1. `before_correction` is true if the
    verdict uses the text of a fact-check that an earlier version misread (migration 0004).
    """

    number: int
    session_id: str
    time: str
    claim: str
    verdict: str
    leaning: Leaning | None
    confidence: float
    page_url: str
    before_correction: bool = False


def _utc_now() -> datetime:
    return datetime.now(UTC)


class History:
    """The past verdicts. Thread-safe.

    Deleted rows are overwritten (secure_delete), and only the user can read the file (0600, S7).
    """

    def __init__(self, place: Path | RecordDatabase, *, now: Callable[[], datetime] = _utc_now) -> None:
        """Open or create `history.sqlite3` in the given folder, or use the given database. Raises StorageError.

        `now` returns the time in UTC.
        """
        self._now = now
        self._frozen = ""
        self._own = isinstance(place, Path)
        self._database = Database(place, _FILE) if isinstance(place, Path) else place
        self.drop_old()

    def add(self, result: Mapping[str, Any], *, page_url: str = "") -> None:
        """Store one result in its wire shape. Raises StorageError, or StorageReadOnly if the disk is full."""
        leaning = result.get("leaning") or {"label": "", "probability": 0.0}
        row = (
            result["session_id"], self._now().isoformat(timespec="seconds"), result["original_claim"],
            result["verdict"], leaning["label"], leaning["probability"], result["confidence"], page_url,
            json.dumps(result, allow_nan=False),
        )  # fmt: skip
        columns = "session_id, time, claim, verdict, leaning, probability, confidence, page_url, result"
        with self._transaction() as db:
            db.execute("DELETE FROM verdicts WHERE session_id = ?", (row[0],))
            db.execute(f"INSERT INTO verdicts ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)  # noqa: S608
            claim_provenance.store_claims(db, result)
            newest = db.execute("SELECT max(number) FROM verdicts").scalar_one()
            db.execute("DELETE FROM verdicts WHERE number <= ?", (newest - KEEP_ENTRIES,))
        self.drop_old()

    def entries(
        self, *, limit: int = 50, before: int | None = None, sought: HistoryFilter = _ALL
    ) -> tuple[HistoryEntry, ...]:
        """Return the entries, newest first. `before` is the `number` of the last entry already shown."""
        self.drop_old()
        where, values = sought.condition
        query = f"SELECT {_SUMMARY} FROM verdicts WHERE number < ?{where} ORDER BY number DESC LIMIT ?"  # noqa: S608
        with self._reader() as db:
            rows = db.execute(query, (2**63 - 1 if before is None else before, *values, limit)).fetchall()
        return tuple(_to_entry(row) for row in rows)

    def latest(self, claim: str) -> HistoryEntry | None:
        """Return the newest verdict on this claim (in normalised form), or None. Raises StorageError."""
        self.drop_old()
        query = f"SELECT {_SUMMARY} FROM verdicts WHERE claim = ? ORDER BY number DESC LIMIT 1"  # noqa: S608
        with self._reader() as db:
            row = db.execute(query, (claim,)).fetchone()
        return None if row is None else _to_entry(row)

    def result(self, session_id: str) -> dict[str, Any]:
        """Return the complete result in the current wire shape. Raises NotFound."""
        self.drop_old()
        with self._reader() as db:
            row = db.execute("SELECT result FROM verdicts WHERE session_id = ?", (session_id,)).fetchone()
        if row is None:
            raise NotFound("This answer is not in your history.")
        return as_today(json.loads(row[0]))

    def of_job(self, job_id: str, *, seconds: float) -> dict[str, Any]:
        """Return the result of a job that ended in the last `seconds` seconds, possibly in an earlier process (R4).

        Raises NotFound.
        """
        oldest = (self._now() - timedelta(seconds=seconds)).isoformat(timespec="seconds")
        query = "SELECT result FROM verdicts WHERE time >= ? ORDER BY number DESC"
        with self._reader() as db:
            for row in db.execute(query, (oldest,)):
                result: dict[str, Any] = json.loads(row[0])
                if result.get("job_id") == job_id:
                    return as_today(result)
        raise NotFound("This answer is not in your history.")

    def delete(self, session_id: str) -> None:
        """Remove one entry. Raises NotFound."""
        with self._transaction() as db:
            if db.execute("DELETE FROM verdicts WHERE session_id = ?", (session_id,)).rowcount == 0:
                raise NotFound("This answer is not in your history.")
        self._remove_deleted_text()

    def clear(self) -> int:
        """Remove all entries, and return the number of removed entries."""
        with self._transaction() as db:
            removed = db.execute("DELETE FROM verdicts").rowcount
        self._remove_deleted_text()
        return removed

    def count(self, sought: HistoryFilter = _ALL) -> int:
        """Return the number of entries that match the filter. By default, all entries match."""
        self.drop_old()
        where, values = sought.condition
        with self._reader() as db:
            return int(db.execute(f"SELECT count(*) FROM verdicts WHERE true{where}", values).scalar_one())  # noqa: S608

    def asked_for(self, hashes: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Return the newest verdict for each claim hash (`values.claim_hash`), as (session id, claim)."""
        self.drop_old()
        with self._reader() as db:
            return claim_provenance.latest(db, hashes)

    def kept_days(self) -> int:
        """Return the number of days for which a verdict is kept, where 0 means no limit."""
        with self._reader() as db:
            return retention.days(db)

    def keep_days(self, days: int) -> int:
        """Set the retention period in days: 1 to `retention.LONGEST_DAYS`, or 0 for no limit.

        Returns the number of older verdicts that were removed.
        """
        with self._transaction() as db:
            retention.set_days(db, days)
        return self.drop_old()

    def drop_old(self) -> int:
        """Remove verdicts older than the retention period, and return the number of removed verdicts.

        Does nothing if the history cannot be written.
        """
        with self._reader() as db:
            oldest = retention.cutoff(retention.days(db), self._now())
            if self._frozen or not retention.has_old(db, oldest):
                return 0
        try:
            with self._transaction() as db:
                dropped = retention.drop_old(db, oldest)
        except StorageReadOnly:
            return 0
        self._remove_deleted_text()
        return dropped

    def freeze(self, reason: str) -> None:
        """Make every further write raise StorageReadOnly(reason)."""
        self._frozen = reason

    def close(self) -> None:
        """Close the history file. A shared database stays open; the code that opened it closes it."""
        if self._own:
            self._database.close()

    def _remove_deleted_text(self) -> None:
        # Remove the deleted text from the write-ahead log as well.
        self._database.shrink_log(("verdicts", "asked"))

    @contextmanager
    def _reader(self) -> Iterator[Sql]:
        with self._database.read() as db:
            yield Sql(db)

    @contextmanager
    def _transaction(self) -> Iterator[Sql]:
        if self._frozen:
            raise StorageReadOnly(self._frozen)
        with self._database.write() as db:
            yield Sql(db)


def _prepare_tables(db: sa.Connection) -> None:
    """Create or update the tables, and add the claim hashes of entries written by earlier versions."""
    new = not sa.inspect(db).has_table("asked")
    migrate(db, HISTORY)
    if new:
        claim_provenance.fill_from_history(Sql(db))


_FILE = SqliteFile(
    name=FILE_NAME, what="history", prepare=_prepare_tables, functions={"casefold": str.casefold, "site_of": site_of}
)


def _to_entry(row: Sequence[Any]) -> HistoryEntry:
    number, session_id, time, claim, verdict, leaning, probability, confidence, page_url, before_correction = row
    return HistoryEntry(
        number=number, session_id=session_id, time=time, claim=claim, verdict=verdict,
        leaning=Leaning(label=LeaningLabel(leaning), probability=probability) if leaning else None,
        confidence=confidence, page_url=page_url, before_correction=bool(before_correction),
    )  # fmt: skip
