"""Stores every passage with its vector, metadata and provenance, in SQLite or PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from operator import itemgetter
from typing import Any

import numpy as np
import sqlalchemy as sa

from backend.domain.article import Namespace
from backend.knowledge.browse import Browser
from backend.knowledge.concurrent_writes import lock_passages, write_with_retry
from backend.knowledge.constants import RECALL
from backend.knowledge.database import RecordDatabase
from backend.knowledge.disk_quota import DiskQuota
from backend.knowledge.full_text import full_text_of
from backend.knowledge.full_text_words import contains_claim
from backend.knowledge.generations import Generations
from backend.knowledge.rows import to_row, to_stored_passage
from backend.knowledge.spending import Spending
from backend.knowledge.tables import forgotten, meta, passages, provenance
from backend.knowledge.triples import Triples
from backend.knowledge.upsert import add_new, insert, put
from backend.knowledge.values import NewPassage, Provenance, StoredPassage, claim_hash
from backend.ports import Vectors

REVISION = "revision"
_COLUMNS_WITHOUT_VECTOR = [column for column in passages.c if column.name != "vector"]
_CHUNK = 500
_WITH_TEXT = ("passages", "passage_words", "provenance", "triples", "readings")


class Store:
    """The stored passages. Thread-safe. A method that writes returns after the commit (R1).

    Every method may raise StorageError, and methods that write may also raise StorageReadOnly.
    """

    def __init__(self, database: RecordDatabase) -> None:
        self._database = database
        with database.read() as db:
            self._words = full_text_of(db.dialect.name)
        self._revision = int(self.meta_get(REVISION) or 0)
        self.graph = Triples(database, self._increment_revision)
        self.generations = Generations(database, self._increment_revision)
        self.quota = DiskQuota(database)
        self.browser = Browser(database)

    @property
    def revision(self) -> int:
        """The revision number, which increases by one with each write, by any backend, that can alter a verdict."""
        if self._database.shared:
            self._revision = int(self.meta_get(REVISION) or 0)
        return self._revision

    @property
    def last_revision(self) -> int:
        """The revision that was last read. Does not query the database."""
        return self._revision

    def spending(self, clock: Callable[[], datetime]) -> Spending:
        """Return the daily spending stored in this database. `clock` determines the current day."""
        return Spending(self._database, clock)

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    # Reading

    def known(self, ids: Sequence[str]) -> dict[str, bool]:
        """Return the given ids that exist, each mapped to whether the passage is quarantined."""
        with self._database.read() as db:
            rows = _in_chunks(db, sa.select(passages.c.id, passages.c.quarantined), ids)
            return {row.id: bool(row.quarantined) for row in rows}

    def fetch(self, ids: Sequence[str]) -> dict[str, StoredPassage]:
        """Return the given passages that exist, by id."""
        with self._database.read() as db:
            return {
                row["id"]: to_stored_passage(row)
                for row in _in_chunks(db, sa.select(*_COLUMNS_WITHOUT_VECTOR), ids, mappings=True)
            }

    def ids(self, namespace: Namespace, model_id: str) -> frozenset[str]:
        """Return the ids of all passages in a namespace whose vectors were computed by the model."""
        wanted = sa.and_(passages.c.namespace == namespace, passages.c.model_id == model_id)
        with self._database.read() as db:
            return frozenset(db.execute(sa.select(passages.c.id).where(wanted)).scalars())

    def count(self, namespace: Namespace, model_id: str) -> int:
        """Return the number of ids that `ids` would return."""
        wanted = sa.and_(passages.c.namespace == namespace, passages.c.model_id == model_id)
        with self._database.read() as db:
            return int(db.execute(sa.select(sa.func.count()).select_from(passages).where(wanted)).scalar_one())

    def vectors(self, ids: Sequence[str], model_id: str = "") -> tuple[tuple[str, ...], Vectors]:
        """Return the given ids that exist, and their vectors in the same order, shape (n, dimensions).

        If `model_id` is given, only passages whose vectors were computed by that model are returned.
        """
        query = sa.select(passages.c.id, passages.c.vector)
        if model_id:
            query = query.where(passages.c.model_id == model_id)
        with self._database.read() as db:
            rows = list(_in_chunks(db, query, ids))
        found = [np.frombuffer(row.vector, dtype=np.float32) for row in rows]
        return tuple(row.id for row in rows), np.stack(found) if found else np.zeros((0, 0), dtype=np.float32)

    def other_model(self, model_id: str, limit: int) -> tuple[tuple[str, str, Namespace], ...]:
        """Return up to `limit` passages whose vectors were computed by another model, as (id, text, namespace)."""
        query = sa.select(passages.c.id, passages.c.text, passages.c.namespace).where(passages.c.model_id != model_id)
        with self._database.read() as db:
            return tuple((row.id, row.text, Namespace(row.namespace)) for row in db.execute(query.limit(limit)))

    def full_text(self, question: str, k: int, *, seconds: float = RECALL.full_text_s) -> tuple[tuple[str, float], ...]:
        """Return the k best passages with any content word of the query, as (id, BM25 score). Raises StorageTooSlow."""
        with self._database.read_within(seconds) as db:
            return self._words.search(db, question, k)

    def matching(self, *, domains: Sequence[str] = (), claim: str = "") -> tuple[str, ...]:
        """Return the ids of the passages from the given domains.

        Without domains, return the ids of the passages that were found only for the claim or that contain the claim.
        """
        with self._database.read() as db:
            if domains:
                return tuple(db.execute(sa.select(passages.c.id).where(passages.c.domain.in_(domains))).scalars())
            return tuple(dict.fromkeys([*_found_only_for(db, claim), *_containing_claim(db, claim)]))

    def counts(self) -> dict[str, Any]:
        """Return the counts for the status page, as JSON types."""
        figures = sa.select(
            sa.func.count(passages.c.id).label("passages"),
            sa.func.coalesce(sa.func.sum(passages.c.quarantined), 0).label("quarantined"),
            sa.func.count(passages.c.domain.distinct()).label("domains"),
            sa.func.coalesce(sa.func.sum(passages.c.access_count), 0).label("accesses"),
        )
        by_namespace = sa.select(passages.c.namespace, sa.func.count()).group_by(passages.c.namespace)
        with self._database.read() as db:
            counts = {row[0]: row[1] for row in db.execute(by_namespace)}
            total = db.execute(figures).mappings().one()
        return {**total, "namespaces": {name.value: counts.get(name, 0) for name in Namespace}}

    # Writing

    def add(
        self, found: Sequence[NewPassage], *, namespace: Namespace, quarantined: bool, model_id: str, now: str
    ) -> int:
        """In one transaction, add the passages that do not exist yet, and return the number of added passages."""
        shared_columns = {"namespace": namespace, "quarantined": int(quarantined), "model_id": model_id, "now": now}
        rows = [to_row(new, shared_columns) for new in found]
        return len(write_with_retry(self._database, lambda db: self._insert(db, rows)))

    def restore(self, rows: Sequence[Mapping[str, Any]], how: Sequence[Mapping[str, str]]) -> frozenset[str]:
        """Add rows to `passages` and `provenance` in one transaction, and return the ids that were added."""
        return write_with_retry(self._database, lambda db: self._restore(db, rows, how))

    def _restore(
        self, db: sa.Connection, rows: Sequence[Mapping[str, Any]], how: Sequence[Mapping[str, str]]
    ) -> frozenset[str]:
        added = self._insert(db, rows)
        add_new(db, provenance, [row for row in how if row["passage_id"] in added])
        return added

    def _insert(self, db: sa.Connection, rows: Sequence[Mapping[str, Any]]) -> frozenset[str]:
        if self._database.shared:
            # Insert in a fixed order, so that two backends adding the same passages never deadlock.
            rows = sorted(rows, key=itemgetter("id"))
        fresh = insert(db, passages).on_conflict_do_nothing().returning(passages.c.id)
        added = frozenset(db.execute(fresh, rows).scalars()) if rows else frozenset[str]()
        if added:
            self._words.add(db, [row for row in rows if row["id"] in added])
            self._increment_revision(db)
        return added

    @property
    def database(self) -> RecordDatabase:
        """The database, which an export reads directly."""
        return self._database

    def note_provenance(self, ids: Sequence[str], how: Provenance, now: str) -> None:
        """Store how passages were found. A repeated entry keeps its first timestamp."""
        row = {"engine": how.engine, "tier": how.tier, "claim_hash": claim_hash(how.claim), "first_seen": now}

        def work(db: sa.Connection) -> None:
            # Omit passages that have been deleted in the meantime.
            there = [found.id for found in _in_chunks(db, sa.select(passages.c.id), ids)]
            add_new(db, provenance, [row | {"passage_id": found} for found in sorted(there)])

        if ids:
            write_with_retry(self._database, work)

    def release(self, ids: Sequence[str]) -> None:
        """Release passages from quarantine."""
        self._update([{"row": passage_id} for passage_id in ids], {"quarantined": 0})

    def count_use(self, relevant: Mapping[str, float], now: str) -> None:
        """Increment each passage's access count and update its average relevance, 0..1 (docs/design.md#knowledge-base)."""
        uses = passages.c.access_count + 1
        mean = passages.c.avg_relevance + (sa.bindparam("seen") - passages.c.avg_relevance) / uses
        self._update(
            [{"row": passage_id, "seen": min(1.0, max(0.0, relevance))} for passage_id, relevance in relevant.items()],
            {"access_count": uses, "avg_relevance": mean, "last_accessed": now},
        )

    def count_citation(self, ids: Sequence[str]) -> None:
        """Increment each passage's citation count and release it from quarantine (docs/design.md#knowledge-base)."""
        self._update(
            [{"row": passage_id} for passage_id in ids],
            {"verification_count": passages.c.verification_count + 1, "quarantined": 0},
        )

    def replace_vectors(self, ids: Sequence[str], vectors: Vectors, model_id: str) -> None:
        """Replace the vectors of existing passages with those of another model."""
        rows = [{"row": passage_id, "bytes": vector.tobytes()} for passage_id, vector in zip(ids, vectors, strict=True)]
        self._update(rows, {"vector": sa.bindparam("bytes"), "model_id": model_id})

    def remove(self, ids: Sequence[str]) -> int:
        """Delete passages and every trace of their text, and return the number of deleted passages.

        Deleted seed facts are not restored at the next start.
        """
        removed = write_with_retry(self._database, lambda db: self._remove(db, ids))
        self._database.shrink_log(_WITH_TEXT)
        return removed

    def _remove(self, db: sa.Connection, ids: Sequence[str]) -> int:
        lock_passages(db, ids)
        for chunk in _chunks(ids):
            seeds = sa.select(passages.c.id).where(passages.c.id.in_(chunk), passages.c.namespace == Namespace.STATIC)
            add_new(db, forgotten, [{"passage_id": name} for name in sorted(db.execute(seeds).scalars())])
        gone = [db.execute(sa.delete(passages).where(passages.c.id.in_(chunk))).rowcount for chunk in _chunks(ids)]
        removed = sum(gone)
        if removed:
            self._words.remove_deleted_words(db)
            self._increment_revision(db)
        return removed

    def forgotten(self, ids: Sequence[str]) -> frozenset[str]:
        """Return the ids of seed facts that the user has deleted, which seeding must not restore."""
        with self._database.read() as db:
            query = sa.select(forgotten.c.passage_id)
            return frozenset(
                passage_id
                for chunk in _chunks(ids)
                for passage_id in db.execute(query.where(forgotten.c.passage_id.in_(chunk))).scalars()
            )

    @property
    def shared(self) -> RecordDatabase | None:
        """The database if other processes may also use it, otherwise None."""
        return self._database if self._database.shared else None

    def alone(self, what: str) -> AbstractContextManager[bool]:
        """Yield True and hold the lock with this name, or yield False if any process already holds it."""
        return self._database.alone(what)

    def meta_get(self, key: str) -> str | None:
        """Return the value stored under a key, or None."""
        with self._database.read() as db:
            return db.execute(sa.select(meta.c.value).where(meta.c.key == key)).scalar_one_or_none()

    def meta_set(self, key: str, value: str) -> None:
        """Store a value under a key."""
        with self._database.write() as db:
            put(db, meta, [{"key": key, "value": value}])

    def meta_once(self, key: str, value: str) -> str:
        """Store a value unless the key already has a value, and return the stored value."""
        with self._database.write() as db:
            add_new(db, meta, [{"key": key, "value": value}])
            return str(db.execute(sa.select(meta.c.value).where(meta.c.key == key)).scalar_one())

    def meta_clear(self, key: str, value: str) -> bool:
        """Set the value under the key to "" if it is still `value`, and return whether it was changed."""
        clear = sa.update(meta).where(meta.c.key == key, meta.c.value == value).values(value="")
        with self._database.write() as db:
            return db.execute(clear).rowcount == 1

    def _update(self, rows: Sequence[Mapping[str, Any]], values: Mapping[str, Any]) -> None:
        if rows:
            # Update in a fixed order, so that two backends changing the same passages never deadlock.
            ordered = sorted(rows, key=itemgetter("row"))
            change = sa.update(passages).where(passages.c.id == sa.bindparam("row")).values(values)

            def work(db: sa.Connection) -> None:
                db.execute(change, ordered)
                self._increment_revision(db)

            write_with_retry(self._database, work)

    def _increment_revision(self, db: sa.Connection) -> None:
        self._revision = int(db.execute(_NEXT_REVISION).scalar_one())


_NEXT_REVISION = sa.text("""
    INSERT INTO meta (key, value) VALUES ('revision', '1')
    ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(meta.value AS BIGINT) + 1 AS TEXT) RETURNING value
""")


def _chunks(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(ids), _CHUNK):
        yield ids[start : start + _CHUNK]


def _in_chunks(
    db: sa.Connection, query: sa.Select[Any], ids: Sequence[str], *, mappings: bool = False
) -> Iterator[Any]:
    for chunk in _chunks(ids):
        result = db.execute(query.where(passages.c.id.in_(chunk)))
        yield from result.mappings() if mappings else result


def _found_only_for(db: sa.Connection, claim: str) -> Iterator[str]:
    """Yield the ids of the passages whose provenance rows all belong to this claim."""
    counted = sa.func.sum(sa.case((provenance.c.claim_hash != claim_hash(claim), 1), else_=0))
    mine = sa.select(provenance.c.passage_id).where(provenance.c.claim_hash == claim_hash(claim))
    query = sa.select(provenance.c.passage_id).where(provenance.c.passage_id.in_(mine))
    yield from db.execute(query.group_by(provenance.c.passage_id).having(counted == 0)).scalars()


def _containing_claim(db: sa.Connection, claim: str) -> Iterator[str]:
    query = sa.select(passages.c.id, passages.c.text).execution_options(yield_per=_CHUNK)
    for row in db.execute(query):
        if contains_claim(row.text, claim):
            yield row.id
