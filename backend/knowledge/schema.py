"""The numbered, append-only steps that lead to the tables of the record.

A step that was ever released is never edited: a change is a new step. `PRAGMA user_version` says how many were taken.
"""

from __future__ import annotations

import sqlalchemy as sa

from backend.errors import StorageError
from backend.knowledge.words import VERSION

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE passages (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            namespace TEXT NOT NULL,
            text TEXT NOT NULL,
            vector BLOB NOT NULL,
            model_id TEXT NOT NULL,
            quarantined INTEGER NOT NULL,
            generation INTEGER NOT NULL DEFAULT 0,
            kind TEXT NOT NULL,
            published TEXT NOT NULL,
            start_offset INTEGER NOT NULL,
            end_offset INTEGER NOT NULL,
            retrieved TEXT NOT NULL,
            source TEXT NOT NULL,
            source_type TEXT NOT NULL,
            source_credibility REAL NOT NULL,
            details TEXT NOT NULL,
            timestamp TEXT NOT NULL,
            access_count INTEGER NOT NULL DEFAULT 0,
            verification_count INTEGER NOT NULL DEFAULT 0,
            avg_relevance REAL NOT NULL DEFAULT 0,
            last_accessed TEXT NOT NULL,
            domain TEXT NOT NULL,
            text_length INTEGER NOT NULL,
            language TEXT NOT NULL
        ) STRICT
        """,
        "CREATE INDEX passages_by_domain ON passages (domain)",
        "CREATE INDEX passages_by_namespace ON passages (namespace)",
        """
        CREATE TABLE provenance (
            passage_id TEXT NOT NULL REFERENCES passages (id) ON DELETE CASCADE,
            engine TEXT NOT NULL,
            tier TEXT NOT NULL,
            claim_hash TEXT NOT NULL,
            first_seen TEXT NOT NULL,
            PRIMARY KEY (passage_id, engine, tier, claim_hash)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX provenance_by_claim ON provenance (claim_hash)",
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE TABLE forgotten (passage_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
        """
        CREATE VIRTUAL TABLE passages_fts USING fts5 (
            text, details, content='passages', content_rowid='number', tokenize='porter unicode61'
        )
        """,
        """
        CREATE TRIGGER passages_added AFTER INSERT ON passages BEGIN
            INSERT INTO passages_fts (rowid, text, details) VALUES (new.number, new.text, new.details);
        END
        """,
        """
        CREATE TRIGGER passages_removed AFTER DELETE ON passages BEGIN
            INSERT INTO passages_fts (passages_fts, rowid, text, details)
            VALUES ('delete', old.number, old.text, old.details);
        END
        """,
    ),
    (
        "DROP TRIGGER passages_added",
        "DROP TRIGGER passages_removed",
        "DROP TABLE passages_fts",
        """
        CREATE VIEW passages_words AS
        SELECT number, search_words(text) AS text, search_words(details) AS details FROM passages
        """,
        """
        CREATE VIRTUAL TABLE passages_fts USING fts5 (
            text, details, content='passages_words', content_rowid='number',
            tokenize="porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
        )
        """,
        """
        CREATE TRIGGER passages_added AFTER INSERT ON passages BEGIN
            INSERT INTO passages_fts (rowid, text, details)
            VALUES (new.number, search_words(new.text), search_words(new.details));
        END
        """,
        """
        CREATE TRIGGER passages_removed AFTER DELETE ON passages BEGIN
            INSERT INTO passages_fts (passages_fts, rowid, text, details)
            VALUES ('delete', old.number, search_words(old.text), search_words(old.details));
        END
        """,
        """
        CREATE TRIGGER passages_rewritten AFTER UPDATE OF text, details ON passages BEGIN
            INSERT INTO passages_fts (passages_fts, rowid, text, details)
            VALUES ('delete', old.number, search_words(old.text), search_words(old.details));
            INSERT INTO passages_fts (rowid, text, details)
            VALUES (new.number, search_words(new.text), search_words(new.details));
        END
        """,
    ),
    (
        """
        CREATE TABLE triples (
            number INTEGER PRIMARY KEY,
            passage_id TEXT NOT NULL REFERENCES passages (id) ON DELETE CASCADE,
            subject TEXT NOT NULL,
            relation TEXT NOT NULL,
            object TEXT NOT NULL,
            subject_key TEXT NOT NULL,
            object_key TEXT NOT NULL,
            negated INTEGER NOT NULL,
            quote_start INTEGER NOT NULL,
            quote_end INTEGER NOT NULL,
            confidence REAL NOT NULL,
            reader TEXT NOT NULL,
            extractor TEXT NOT NULL,
            extracted TEXT NOT NULL,
            UNIQUE (passage_id, reader, subject_key, relation, object)
        ) STRICT
        """,
        "CREATE INDEX triples_by_subject ON triples (subject_key)",
        "CREATE INDEX triples_by_object ON triples (object_key)",
        """
        CREATE TABLE readings (
            passage_id TEXT NOT NULL REFERENCES passages (id) ON DELETE CASCADE,
            reader TEXT NOT NULL,
            extractor TEXT NOT NULL,
            PRIMARY KEY (passage_id, reader)
        ) STRICT, WITHOUT ROWID
        """,
    ),
)

WORDS_VERSION = "words_version"
"""Key in `meta`: which version of `search_words` filled the full-text index."""


def migrate(connection: sa.Connection) -> None:
    """Take the steps that are missing, inside the caller's transaction. Raises StorageError for a file of a newer version."""
    done = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    if done > len(MIGRATIONS):
        raise StorageError("The knowledge base was written by a newer version of Claimlight.")
    for number, statements in enumerate(MIGRATIONS[done:], start=done + 1):
        for statement in statements:
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql(f"PRAGMA user_version = {number}")
    _refresh_words(connection)


def _refresh_words(connection: sa.Connection) -> None:
    """Fill the full-text index anew where another version of `search_words` filled it."""
    filled_by = connection.exec_driver_sql("SELECT value FROM meta WHERE key = ?", (WORDS_VERSION,)).scalar()
    if filled_by != VERSION:
        connection.exec_driver_sql("INSERT INTO passages_fts (passages_fts) VALUES ('rebuild')")
        connection.exec_driver_sql("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (WORDS_VERSION, VERSION))
