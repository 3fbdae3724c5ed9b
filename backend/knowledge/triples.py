"""Stores the knowledge graph, whose triples come from trusted passages, in the same database as the passages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from backend.domain.article import Namespace, Passage
from backend.domain.graph import KnownTriple, Triple
from backend.errors import StorageTooSlow
from backend.knowledge.database import RecordDatabase
from backend.knowledge.rows import to_stored_passage
from backend.knowledge.tables import passages, readings, triples
from backend.knowledge.upsert import add_new, put

_KNOWN = """
    SELECT t.*, p.source, p.published, p.retrieved FROM triples AS t JOIN passages AS p ON p.id = t.passage_id
    WHERE p.quarantined = 0 AND
"""
_DEGREES = """
    SELECT key, count(*) FROM (
        SELECT subject_key AS key FROM triples WHERE subject_key IN :keys
        UNION ALL SELECT object_key FROM triples WHERE object_key IN :keys
    ) AS ends GROUP BY key
"""
_ORDER = "ORDER BY t.confidence DESC, t.number LIMIT :limit"
_JOINING = f"{_KNOWN} t.subject_key IN :keys AND t.object_key IN :keys {_ORDER}"
_TOUCHING = f"{_KNOWN} (t.subject_key = :key OR t.object_key = :key) {_ORDER}"


class Triples:
    """Reads and stores triples. Thread-safe.

    Every method may raise StorageError, and methods that write may also raise StorageReadOnly. Only triples from trusted
    passages are stored and returned. Deleting a passage deletes its triples in the same transaction. `changed` is called
    in every transaction that can alter a verdict.
    """

    def __init__(self, database: RecordDatabase, changed: Callable[[sa.Connection], None]) -> None:
        self._database = database
        self._changed = changed

    def unread(self, reader: str, version: str, limit: int, *, seeds: bool = True) -> tuple[Passage, ...]:
        """Return up to `limit` trusted passages that this version of the reader has not read.

        Seed facts are included only if `seeds` is true.
        """
        done = sa.and_(readings.c.passage_id == passages.c.id, readings.c.reader == reader)
        query = (
            sa.select(passages)
            .outerjoin(readings, done)
            .where(passages.c.quarantined == 0, readings.c.extractor.is_distinct_from(version))
            .order_by(passages.c.number)
        )
        if not seeds:
            query = query.where(passages.c.namespace != Namespace.STATIC)
        with self._database.read() as db:
            rows: Any = db.execute(query.limit(limit)).mappings()
            return tuple(to_stored_passage(row).passage for row in rows)

    def keep(self, reader: str, version: str, read: Mapping[str, Sequence[Triple]], now: str) -> int:
        """Replace the triples that this reader extracted from each passage, and return the number of stored triples.

        `read` maps passage ids to triples. Passages that have since been deleted or quarantined are omitted.
        """
        with self._database.write() as db:
            trusted = sa.select(passages.c.id).where(passages.c.id.in_(list(read)), passages.c.quarantined == 0)
            known = sorted(db.execute(trusted).scalars())
            mark = {"reader": reader, "extractor": version}
            old = sa.delete(triples).where(triples.c.passage_id.in_(known), triples.c.reader == reader)
            removed = db.execute(old).rowcount
            rows = [
                _to_row(triple) | mark | {"passage_id": name, "extracted": now}
                for name in known
                for triple in read[name]
            ]
            add_new(db, triples, rows)
            put(db, readings, [mark | {"passage_id": name} for name in known])
            if rows or removed:
                self._changed(db)
        return len(rows)

    @contextmanager
    def view(self, seconds: float) -> Iterator[View]:
        """Yield a consistent view for one lookup. The view's queries raise StorageTooSlow after `seconds`."""
        with self._database.read_within(seconds) as db:
            yield View(db, time.monotonic() + seconds)

    def counts(self) -> dict[str, int]:
        """Return the number of triples and the number of entities in them, for the status page."""
        either = "SELECT subject_key AS key FROM triples UNION SELECT object_key FROM triples WHERE object_key != ''"
        with self._database.read() as db:
            total = db.execute(sa.select(sa.func.count()).select_from(triples)).scalar_one()
            entities = db.exec_driver_sql(f"SELECT count(*) FROM ({either}) AS ends").scalar_one()  # noqa: S608
        return {"triples": int(total), "entities": int(entities)}


class View:
    """A snapshot of the graph. Ties are broken by age, so the same data always gives the same result."""

    def __init__(self, db: sa.Connection, until: float) -> None:
        self._db = db
        self._until = until
        self._asked: dict[tuple[str, int], tuple[KnownTriple, ...]] = {}

    def degrees(self, keys: Sequence[str]) -> dict[str, int]:
        """Return the number of triples in which each key occurs, omitting unknown keys."""
        rows = self._db.execute(_with_keys(_DEGREES), {"keys": list(keys)})
        return {str(row[0]): int(row[1]) for row in rows if row[0]}

    def joining(self, keys: Sequence[str], limit: int) -> tuple[KnownTriple, ...]:
        """Return up to `limit` triples whose subject and object are both among the keys."""
        return self._known(_with_keys(_JOINING), {"keys": list(keys), "limit": limit})

    def touching(self, key: str, limit: int) -> tuple[KnownTriple, ...]:
        """Return up to `limit` triples with the key as subject or object, in descending order of confidence."""
        if (key, limit) not in self._asked:
            self._asked[key, limit] = self._known(sa.text(_TOUCHING), {"key": key, "limit": limit})
        return self._asked[key, limit]

    def _known(self, query: sa.TextClause, values: Mapping[str, Any]) -> tuple[KnownTriple, ...]:
        # Check before each query, because many short queries, each within the limit, can exceed it together.
        if time.monotonic() >= self._until:
            raise StorageTooSlow("The graph did not answer in time.")
        return tuple(_known(row) for row in self._db.execute(query, values).mappings())


def _with_keys(sql: str) -> sa.TextClause:
    return sa.text(sql).bindparams(sa.bindparam("keys", expanding=True, type_=sa.Text))


def _to_row(triple: Triple) -> dict[str, Any]:
    return {
        "subject": triple.subject,
        "relation": triple.relation,
        "object": triple.object,
        "subject_key": triple.subject_key,
        "object_key": triple.object_key,
        "negated": int(triple.negated),
        "quote_start": triple.start,
        "quote_end": triple.end,
        "confidence": triple.confidence,
    }


def _known(row: sa.RowMapping) -> KnownTriple:
    triple = Triple(
        subject=row["subject"],
        relation=row["relation"],
        object=row["object"],
        subject_key=row["subject_key"],
        object_key=row["object_key"],
        start=row["quote_start"],
        end=row["quote_end"],
        confidence=row["confidence"],
        negated=bool(row["negated"]),
    )
    return KnownTriple(
        triple=triple,
        passage_id=row["passage_id"],
        source=row["source"],
        published=row["published"],
        retrieved=row["retrieved"],
        extractor=row["extractor"],
        extracted=row["extracted"],
    )
