"""Which past answer asked for a claim: the bridge from a passage's provenance, which holds hashes only, to the history.

It lies in the history's file and goes with its entries, so that clearing the history also clears who asked for what.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from backend.knowledge.values import claim_hash

_SCHEMA = (
    """
    CREATE TABLE IF NOT EXISTS asked (
        claim_hash TEXT NOT NULL,
        session_id TEXT NOT NULL,
        PRIMARY KEY (claim_hash, session_id)
    ) STRICT, WITHOUT ROWID
    """,
    "CREATE INDEX IF NOT EXISTS asked_by_session ON asked (session_id)",
    """
    CREATE TRIGGER IF NOT EXISTS asked_goes AFTER DELETE ON verdicts BEGIN
        DELETE FROM asked WHERE session_id = old.session_id;
    END
    """,
)
_LATEST = """
    SELECT claim_hash, session_id, claim, max(number) FROM asked JOIN verdicts USING (session_id)
    WHERE claim_hash IN (SELECT value FROM json_each(?)) GROUP BY claim_hash
"""


def is_missing(db: sqlite3.Connection) -> bool:
    """True for a history of an earlier version, or a new one."""
    return int(db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'asked_goes'").fetchone()[0]) == 0


def make(db: sqlite3.Connection) -> None:
    """The table, filled from the entries that there are; inside the caller's transaction."""
    for statement in _SCHEMA:
        db.execute(statement)
    for (result,) in db.execute("SELECT result FROM verdicts").fetchall():
        note(db, json.loads(result))


def note(db: sqlite3.Connection, result: Mapping[str, Any]) -> None:
    """Remember what an answer in its wire shape was searched for: the claim and each of its parts."""
    texts = [result["original_claim"], result["claim"], *(s["claim_segment"] for s in result["claim_breakdown"])]
    rows = [(found, result["session_id"]) for found in _hashes(texts)]
    db.executemany("INSERT OR IGNORE INTO asked (claim_hash, session_id) VALUES (?, ?)", rows)


def latest(db: sqlite3.Connection, hashes: Sequence[str]) -> dict[str, tuple[str, str]]:
    """(session id, claim as the reader asked it) of the newest answer by hash; hashes that no entry asked for are left out."""
    rows = db.execute(_LATEST, (json.dumps(list(hashes)),)).fetchall()
    return {found: (session_id, claim) for found, session_id, claim, _ in rows}


def _hashes(texts: Iterable[str]) -> set[str]:
    return {claim_hash(text) for text in texts if text}
