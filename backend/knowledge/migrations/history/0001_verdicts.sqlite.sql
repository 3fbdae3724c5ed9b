-- The reader's past answers. Files from before the steps were counted have the table already.

CREATE TABLE IF NOT EXISTS verdicts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL UNIQUE,
    time TEXT NOT NULL,
    claim TEXT NOT NULL,
    verdict TEXT NOT NULL,
    confidence REAL NOT NULL,
    page_url TEXT NOT NULL,
    result TEXT NOT NULL
) STRICT;
