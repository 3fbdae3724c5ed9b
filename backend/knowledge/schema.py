"""The tables of the record, brought up to date; the steps themselves are the files in `migrations`."""

from __future__ import annotations

import sqlalchemy as sa

from backend.knowledge.migrations import RECORD, migrate
from backend.knowledge.words import VERSION

WORDS_VERSION = "words_version"
"""Key in `meta`: which version of `search_words` filled the full-text index."""


def prepare(connection: sa.Connection) -> None:
    """Take the missing steps and refill what is derived, inside the caller's transaction. Raises as `migrate`."""
    migrate(connection, RECORD)
    _refresh_words(connection)


def _refresh_words(connection: sa.Connection) -> None:
    """Fill the full-text index anew where another version of `search_words` filled it."""
    filled_by = connection.exec_driver_sql("SELECT value FROM meta WHERE key = ?", (WORDS_VERSION,)).scalar()
    if filled_by != VERSION:
        connection.exec_driver_sql("INSERT INTO passages_fts (passages_fts) VALUES ('rebuild')")
        connection.exec_driver_sql("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (WORDS_VERSION, VERSION))
