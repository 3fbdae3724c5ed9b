"""The phenomena set has well-formed rows without duplicates, and its halves share no claim."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from backend.evaluation import datasets

ROWS = Path(__file__).parents[3] / "scripts" / "evaluation" / "data" / "phenomena.jsonl"


def _rows() -> list[dict[str, str]]:
    return [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]


def test_every_row_is_valid_and_unique() -> None:
    pairs = list(datasets.pairs(datasets.rows(ROWS)))
    assert len({(pair.claim, pair.passage) for pair in pairs}) == len(pairs) == len(_rows())
    assert all(row["phenomenon"] for row in _rows())


def test_a_quarter_of_the_claims_is_held_out_by_their_hash() -> None:
    for row in _rows():
        held_out = hashlib.sha256(row["claim"].encode()).digest()[0] < 64
        assert row["split"] == ("held_out" if held_out else "train"), row["claim"]
