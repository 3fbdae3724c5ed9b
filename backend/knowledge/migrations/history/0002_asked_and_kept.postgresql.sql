-- Which answer asked for which claim, and how long answers are kept; functions that the history's statements use.

CREATE TABLE asked (
    claim_hash TEXT NOT NULL,
    session_id TEXT NOT NULL REFERENCES verdicts (session_id) ON DELETE CASCADE,
    PRIMARY KEY (claim_hash, session_id)
);

CREATE INDEX asked_by_session ON asked (session_id);

CREATE TABLE retention (
    "only" INTEGER PRIMARY KEY CHECK ("only" = 1),
    days INTEGER NOT NULL CHECK (days >= 0)
);

CREATE FUNCTION casefold(text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT lower($1)';

CREATE FUNCTION instr(text, text) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT strpos($1, $2) > 0';

CREATE FUNCTION site_of(text) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT coalesce(regexp_replace(lower((regexp_match($1, '^[A-Za-z]+://(?:[^/?#@]*@)?([^/:?#]+)'))[1]), '^www[.]', ''), '') $$;
