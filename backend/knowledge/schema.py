"""Updates the database tables with the files in `migrations`."""

from __future__ import annotations

import logging

import sqlalchemy as sa

from backend.knowledge.full_text import full_text_of
from backend.knowledge.migrations import RECORD, migrate
from backend.knowledge.tables import meta, passages
from backend.knowledge.upsert import put

WORDS_VERSION_KEY = "words_version"
"""Key in `meta` of the version of `search_words` with which the full-text index was built."""

log = logging.getLogger(__name__)


def prepare(connection: sa.Connection) -> None:
    """Apply the missing migrations, and rebuild the full-text index if necessary, inside the caller's transaction.

    Raises the errors of `migrate`.
    """
    migrate(connection, RECORD)
    _refresh_full_text(connection)


def _refresh_full_text(connection: sa.Connection) -> None:
    """Rebuild the full-text index if it was built by another version of `search_words` or has too many levels."""
    words = full_text_of(connection.dialect.name)
    filled_by = connection.execute(sa.select(meta.c.value).where(meta.c.key == WORDS_VERSION_KEY)).scalar()
    if filled_by != words.version or words.needs_rebuild(connection):
        if size := connection.execute(sa.select(sa.func.max(passages.c.number))).scalar():
            log.info("the words of up to %s passages are entered anew, once; the start waits for it", f"{size:,}")
        words.rebuild(connection)
        put(connection, meta, [{"key": WORDS_VERSION_KEY, "value": words.version}])
