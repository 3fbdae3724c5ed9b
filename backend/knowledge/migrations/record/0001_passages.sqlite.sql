-- Passages with their vectors and metadata, how they were found, and their full text.

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
) STRICT;

CREATE INDEX passages_by_domain ON passages (domain);

CREATE INDEX passages_by_namespace ON passages (namespace);

CREATE TABLE provenance (
    passage_id TEXT NOT NULL REFERENCES passages (id) ON DELETE CASCADE,
    engine TEXT NOT NULL,
    tier TEXT NOT NULL,
    claim_hash TEXT NOT NULL,
    first_seen TEXT NOT NULL,
    PRIMARY KEY (passage_id, engine, tier, claim_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX provenance_by_claim ON provenance (claim_hash);

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE forgotten (passage_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE passages_fts USING fts5 (
    text, details, content='passages', content_rowid='number', tokenize='porter unicode61'
);

CREATE TRIGGER passages_added AFTER INSERT ON passages BEGIN
    INSERT INTO passages_fts (rowid, text, details) VALUES (new.number, new.text, new.details);
END;

CREATE TRIGGER passages_removed AFTER DELETE ON passages BEGIN
    INSERT INTO passages_fts (passages_fts, rowid, text, details)
    VALUES ('delete', old.number, old.text, old.details);
END;
