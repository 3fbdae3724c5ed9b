-- Which answer asked for which claim, and how long answers are kept. Files from before the steps were counted may have both.

CREATE TABLE IF NOT EXISTS asked (
    claim_hash TEXT NOT NULL,
    session_id TEXT NOT NULL,
    PRIMARY KEY (claim_hash, session_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS asked_by_session ON asked (session_id);

CREATE TRIGGER IF NOT EXISTS asked_goes AFTER DELETE ON verdicts BEGIN
    DELETE FROM asked WHERE session_id = old.session_id;
END;

CREATE TABLE IF NOT EXISTS retention (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    days INTEGER NOT NULL CHECK (days >= 0)
) STRICT;
