"""Tables of the record, and the numbered, append-only steps that lead to them.

A step that was ever released is never edited: a change is a new step. `PRAGMA user_version` says how many were taken.
"""

from __future__ import annotations

import sqlalchemy as sa

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
)

_metadata = sa.MetaData()

passages = sa.Table(
    "passages",
    _metadata,
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("id", sa.Text),
    sa.Column("namespace", sa.Text),
    sa.Column("text", sa.Text),
    sa.Column("vector", sa.LargeBinary),
    sa.Column("model_id", sa.Text),
    sa.Column("quarantined", sa.Integer),
    sa.Column("kind", sa.Text),
    sa.Column("published", sa.Text),
    sa.Column("start_offset", sa.Integer),
    sa.Column("end_offset", sa.Integer),
    sa.Column("retrieved", sa.Text),
    sa.Column("source", sa.Text),
    sa.Column("source_type", sa.Text),
    sa.Column("source_credibility", sa.Float),
    sa.Column("details", sa.Text),
    sa.Column("timestamp", sa.Text),
    sa.Column("access_count", sa.Integer),
    sa.Column("verification_count", sa.Integer),
    sa.Column("avg_relevance", sa.Float),
    sa.Column("last_accessed", sa.Text),
    sa.Column("domain", sa.Text),
    sa.Column("text_length", sa.Integer),
    sa.Column("language", sa.Text),
)
"""One row per passage; the last twelve beside `text` are document 004 §4's metadata. `details` is the title."""

provenance = sa.Table(
    "provenance",
    _metadata,
    sa.Column("passage_id", sa.Text, primary_key=True),
    sa.Column("engine", sa.Text, primary_key=True),
    sa.Column("tier", sa.Text, primary_key=True),
    sa.Column("claim_hash", sa.Text, primary_key=True),
    sa.Column("first_seen", sa.Text),
)
"""How a passage was found. The claim is kept as a hash only: what the reader asked stays in the history, if at all."""

meta = sa.Table("meta", _metadata, sa.Column("key", sa.Text, primary_key=True), sa.Column("value", sa.Text))

forgotten = sa.Table("forgotten", _metadata, sa.Column("passage_id", sa.Text, primary_key=True))
"""Seed facts that the reader removed: seeding at the next start must not bring them back."""


def migrate(connection: sa.Connection) -> None:
    """Take the steps that are missing, inside the caller's transaction."""
    done = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    for number, statements in enumerate(MIGRATIONS[done:], start=done + 1):
        for statement in statements:
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql(f"PRAGMA user_version = {number}")
