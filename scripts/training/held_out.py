"""Which rows are never trained on, so that `scripts/evaluate` can report on them: whole claims, chosen by a hash of their words."""

from __future__ import annotations

import hashlib

SHARES = {"fever": 16, "fm2": 5, "factcheck_bench": 3}
"""One claim in so many is held out, by data set."""


def words_of(claim: str) -> str:
    """The claim in lower case with single blanks: what tells whether two sets hold the same claim."""
    return " ".join(claim.lower().split())


def held_out(source: str, claim: str) -> bool:
    """Whether the claim belongs to the part of `source` that no training run sees."""
    share = SHARES.get(source)
    digest = hashlib.sha256(words_of(claim).encode()).digest()
    return share is not None and int.from_bytes(digest[:4], "big") % share == 0
