-- Who waits elsewhere for a job, each by name, so that one reader's cancel is nobody else's. `jobs.wanted_until` is no longer read.

CREATE TABLE job_wishes (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    reader TEXT NOT NULL,
    until REAL NOT NULL,
    PRIMARY KEY (job_id, reader)
) STRICT, WITHOUT ROWID;
