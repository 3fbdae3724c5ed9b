-- What trusted passages say of two entities, and which reader has read which passage.

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
) STRICT;

CREATE INDEX triples_by_subject ON triples (subject_key);

CREATE INDEX triples_by_object ON triples (object_key);

CREATE TABLE readings (
    passage_id TEXT NOT NULL REFERENCES passages (id) ON DELETE CASCADE,
    reader TEXT NOT NULL,
    extractor TEXT NOT NULL,
    PRIMARY KEY (passage_id, reader)
) STRICT, WITHOUT ROWID;
