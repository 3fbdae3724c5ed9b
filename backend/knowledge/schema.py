"""The tables of the record, brought up to date; the steps themselves are the files in `migrations`."""

from __future__ import annotations

import logging

import sqlalchemy as sa

from backend.knowledge.full_text import full_text_of
from backend.knowledge.migrations import RECORD, migrate
from backend.knowledge.tables import meta, passages
from backend.knowledge.upsert import put

WORDS_VERSION = "words_version"
"""Key in `meta`: which version of `search_words` filled the full-text index."""

log = logging.getLogger(__name__)


def prepare(connection: sa.Connection) -> None:
    """Take the missing steps and refill what is derived, inside the caller's transaction. Raises as `migrate`."""
    migrate(connection, RECORD)
    _refresh_words(connection)


def _refresh_words(connection: sa.Connection) -> None:
    """Fill the full-text index anew where another version of `search_words` filled it, or where it is worn."""
    words = full_text_of(connection.dialect.name)
    filled_by = connection.execute(sa.select(meta.c.value).where(meta.c.key == WORDS_VERSION)).scalar()
    if filled_by != words.version or words.worn(connection):
        if size := connection.execute(sa.select(sa.func.max(passages.c.number))).scalar():
            log.info("the words of up to %s passages are entered anew, once; the start waits for it", f"{size:,}")
        words.rebuild(connection)
        put(connection, meta, [{"key": WORDS_VERSION, "value": words.version}])
