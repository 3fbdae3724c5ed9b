-- Verifications under way and just ended, for backends that share the record; rows live ten minutes. Times are seconds since 1970.

CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    status INTEGER NOT NULL,
    seen DOUBLE PRECISION NOT NULL,
    wanted_until DOUBLE PRECISION NOT NULL
);

CREATE TABLE job_events (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (job_id, number)
);

CREATE TABLE job_cancels (
    job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    reader TEXT NOT NULL,
    PRIMARY KEY (job_id, reader)
);
