"""Finds the past verdict for a claim, given the hash of the claim in a passage's provenance.

The table `asked` is part of the history, and its rows are deleted together with the verdicts. Clearing the history
therefore also removes the link from the hashes to the claims.
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


def fill_from_history(db: Sql) -> None:
    """Fill the table `asked` from a history written by an earlier version, inside the caller's transaction."""
    for (result,) in db.execute("SELECT result FROM verdicts").fetchall():
        store_claims(db, json.loads(result))


def store_claims(db: Sql, result: Mapping[str, Any]) -> None:
    """Store the hashes of the claim and of each of its parts, given a result in its wire shape."""
    texts = [result["original_claim"], result["claim"], *(s["claim_segment"] for s in result["claim_breakdown"])]
    for found in sorted(_claim_hashes(texts)):
        db.execute(_NOTE, (found, result["session_id"]))


def latest(db: Sql, hashes: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the newest verdict for each claim hash, as (session id, claim as entered).

    Hashes without a verdict are omitted.
    """
    rows = db.execute(_LATEST.format(db.among(hashes)), hashes).fetchall()
    return {row[0]: (row[1], row[2]) for row in rows}


def _claim_hashes(texts: Iterable[str]) -> set[str]:
    return {claim_hash(text) for text in texts if text}
