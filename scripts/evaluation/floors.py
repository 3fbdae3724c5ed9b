"""Print the metrics of the shipped verifier on the regression rows, or write limits that are slightly worse.

.venv/bin/python scripts/evaluation/floors.py            prints the metrics by set
.venv/bin/python scripts/evaluation/floors.py --write    prints those of the tested third, and writes
                                                         tests/fixtures/verifier_floor_figures.json

`tests/integration/test_evaluate_floor.py` requires the model to meet these limits on a third of each set. Update the
limits only when a better model ships.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from backend.bootstrap import load_verifier  # noqa: E402
from backend.evaluation import datasets  # noqa: E402
from backend.evaluation.datasets import VERIFIER_LABELS, Pair  # noqa: E402
from backend.evaluation.scores import FileScores  # noqa: E402
from backend.evaluation.verifier import Judged, judge, summary  # noqa: E402
from backend.settings import Settings  # noqa: E402

FIXTURES = ROOT / "tests" / "fixtures"
ROWS = FIXTURES / "verifier_floor.jsonl.gz"
FLOORS = FIXTURES / "verifier_floor_figures.json"
SLACK = 0.025
"""Tolerance for the differences that int8 rounding on another processor may cause."""
ROWS_OF_SLACK = 1.5
"""The tolerance in rows, for metrics of so few rows that a single one exceeds SLACK."""
TESTED = 3
"""One row in `TESTED` is tested, because judging all rows takes nearly a minute."""
AT_LEAST = ("accuracy", "macro_f1", "binary_accuracy")
AT_MOST = ("ece", "firm_share_nei")

ByName = Mapping[str, float]


def sampled(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """Return the third of the rows of each set whose hashes are the lowest."""
    found: list[Pair] = []
    for source in sorted({pair.source for pair in pairs}):
        rows = sorted((pair for pair in pairs if pair.source == source), key=_hash)
        found += rows[: len(rows) // TESTED]
    return tuple(found)


def _hash(pair: Pair) -> bytes:
    return hashlib.sha256(f"{pair.claim}\0{pair.passage}".encode()).digest()


def by_set(pairs: Sequence[Pair]) -> dict[str, dict[str, float]]:
    """Return the shipped model's metrics on each set and on all rows ("all").

    `seconds` is the CPU time for all rows, and `nei` the number of rows that decide nothing.
    """
    verifier, begin = load_verifier(Settings(_env_file=None)), time.process_time()
    judged = judge(pairs, verifier)
    seconds = time.process_time() - begin
    sources = np.array([pair.source for pair in pairs])
    masks = {"all": sources != "", **{name: sources == name for name in sorted(set(sources.tolist()))}}
    found = {}
    for name, rows in masks.items():
        part = Judged(gold=judged.gold[rows], probabilities=judged.probabilities[rows], unread=judged.unread)
        base = FileScores(file=name, n=int(rows.sum()), seconds=seconds)
        found[name] = summary(part, verifier.thresholds, base).figures.as_json()
        found[name]["nei"] = float((part.gold == VERIFIER_LABELS.index("NEI")).sum())
    return found


def slack(name: str, figures: ByName) -> float:
    """Return the tolerance of a metric: SLACK, or ROWS_OF_SLACK rows if the metric counts few rows."""
    counted = {"binary_accuracy": figures["n"] - figures["nei"], "firm_share_nei": figures["nei"]}
    return max(SLACK, ROWS_OF_SLACK / counted.get(name, figures["n"]))


def floors(figures: Mapping[str, ByName]) -> dict[str, dict[str, dict[str, float]]]:
    """Return the minimum (`at_least`) and maximum (`at_most`) values of each set, rounded to hundredths."""
    return {
        name: {
            "at_least": {key: math.floor((one[key] - slack(key, one)) * 100) / 100 for key in AT_LEAST},
            "at_most": {key: math.ceil((one[key] + slack(key, one)) * 100) / 100 for key in AT_MOST},
        }
        for name, one in figures.items()
    }


def main() -> None:
    """Print the metrics, and write the limits if requested."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the floors of the tested third")
    options = parser.parse_args()
    pairs = tuple(datasets.pairs(datasets.rows(ROWS)))
    figures = by_set(sampled(pairs) if options.write else pairs)
    for name, one in figures.items():
        print(f"{name:20} {'  '.join(f'{key} {one[key]:.3f}' for key in ('n', *AT_LEAST, *AT_MOST))}")
    if options.write:
        FLOORS.write_text(json.dumps(floors(figures), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
