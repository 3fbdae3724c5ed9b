"""Pairs written by hand where public sets teach too little: science, health, climate and web snippets, as a lay reader reads them.

`data/pairs.jsonl`: one passage a line with claims that it supports, refutes, or leaves undecided although they sound alike.
Study results in it are invented or approximate: it teaches reading, not facts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from contrast import NEI, REFUTES, SUPPORTS, Row
from held_out import held_out

PAIRS = Path(__file__).parent / "data" / "pairs.jsonl"
SIDES = {"supports": SUPPORTS, "refutes": REFUTES, "undecided": NEI}


def written(*, unseen: bool = False) -> Iterator[Row]:
    """(passage, claim, label); those of passages that no training run sees when `unseen`, the others when not."""
    for line in PAIRS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if held_out("written", row["passage"]) is unseen:
            yield from ((row["passage"], claim, label) for side, label in SIDES.items() for claim in row[side])
