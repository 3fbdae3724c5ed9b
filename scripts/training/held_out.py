"""Selects claims that are never used for training, by a hash of their words. `scripts/evaluate` can therefore report results on them."""

from __future__ import annotations

import hashlib

SHARES = {"fever": 16, "fm2": 5, "factcheck_bench": 3}
"""For each data set, one claim in this many is held out."""


def words_of(claim: str) -> str:
    """Return the claim in lower case with single spaces, so that the same claim can be recognised across data sets."""
    return " ".join(claim.lower().split())


def held_out(source: str, claim: str) -> bool:
    """Return whether the claim belongs to the part of `source` that no training run uses."""
    share = SHARES.get(source)
    digest = hashlib.sha256(words_of(claim).encode()).digest()
    return share is not None and int.from_bytes(digest[:4], "big") % share == 0
