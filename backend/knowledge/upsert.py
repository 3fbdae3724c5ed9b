"""SQL statements for SQLite and PostgreSQL, with upserts that are safe when several processes write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite


class Sql:
    """A connection to SQLite or PostgreSQL that accepts statements with `?` as the placeholder."""

    def __init__(self, db: sa.Connection) -> None:
        self._db = db
        self._postgresql = db.dialect.name == "postgresql"

    def execute(self, statement: str, values: Sequence[Any] = ()) -> sa.CursorResult[*tuple[Any, ...]]:
        """Run one statement. Each `?` in it stands for one of the values, in order."""
        if self._postgresql:
            statement = statement.replace("%", "%%").replace("?", "%s")
        return self._db.exec_driver_sql(statement, tuple(values))

    def among(self, values: Sequence[Any]) -> str:
        """Return a list of placeholders for use after IN, or "(NULL)" if there are no values."""
        return f"({', '.join('?' * len(values))})" if values else "(NULL)"


_Insert = sqlite.Insert | postgresql.Insert


def insert(db: sa.Connection, table: sa.Table) -> _Insert:
    """Return an INSERT that supports ON CONFLICT."""
    return postgresql.insert(table) if db.dialect.name == "postgresql" else sqlite.insert(table)


def add_new(db: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add the rows that do not violate a unique constraint. Existing rows are not changed."""
    if rows:
        db.execute(insert(db, table).on_conflict_do_nothing(), list(rows))


def put(db: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add the rows, replacing existing rows with the same primary key."""
    if rows:
        base = insert(db, table)
        keys = [column.name for column in table.primary_key]
        new = {name: base.excluded[name] for name in rows[0] if name not in keys}
        db.execute(base.on_conflict_do_update(index_elements=keys, set_=new), list(rows))
