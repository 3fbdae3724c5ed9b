"""Finds the past answer that searched for a claim; a passage's provenance holds only hashes of claims.

Stored in the history's file and removed with its entries, so that clearing the history also clears who asked for what.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from backend.knowledge.upsert import Sql
from backend.knowledge.values import claim_hash

_NOTE = "INSERT INTO asked (claim_hash, session_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
_LATEST = """
    SELECT claim_hash, session_id, claim FROM asked JOIN verdicts USING (session_id)
    WHERE claim_hash IN {} ORDER BY number
"""


def fill(db: Sql) -> None:
    """Fill the table from a history of an earlier version; inside the caller's transaction."""
    for (result,) in db.execute("SELECT result FROM verdicts").fetchall():
        note(db, json.loads(result))


def note(db: Sql, result: Mapping[str, Any]) -> None:
    """Remember the claims an answer in its wire shape searched for: the claim and each of its parts."""
    texts = [result["original_claim"], result["claim"], *(s["claim_segment"] for s in result["claim_breakdown"])]
    for found in sorted(_hashes(texts)):
        db.execute(_NOTE, (found, result["session_id"]))


def latest(db: Sql, hashes: Sequence[str]) -> dict[str, tuple[str, str]]:
    """(session id, claim as asked) of the newest answer, by hash; hashes without an entry are left out."""
    rows = db.execute(_LATEST.format(db.among(hashes)), hashes).fetchall()
    return {row[0]: (row[1], row[2]) for row in rows}


def _hashes(texts: Iterable[str]) -> set[str]:
    return {claim_hash(text) for text in texts if text}
