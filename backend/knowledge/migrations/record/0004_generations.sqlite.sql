-- Current affairs in generations: which passages belong to which one. `meta` points to the one that readers see.
-- Members are written before their passages, so that no passage is ever seen outside its generation: no foreign key.

CREATE TABLE generations (
    number INTEGER PRIMARY KEY,
    begun TEXT NOT NULL,
    switched TEXT NOT NULL DEFAULT '',
    retired TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE generation_members (
    generation INTEGER NOT NULL REFERENCES generations (number) ON DELETE CASCADE,
    passage_id TEXT NOT NULL,
    trusted INTEGER NOT NULL,
    PRIMARY KEY (generation, passage_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX generation_members_by_passage ON generation_members (passage_id);
