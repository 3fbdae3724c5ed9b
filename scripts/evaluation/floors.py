"""Print the metrics of the shipped verifier on the regression rows, or write limits that are slightly worse.

.venv/bin/python scripts/evaluation/floors.py            prints the metrics by set
.venv/bin/python scripts/evaluation/floors.py --write    writes tests/fixtures/verifier_floor_figures.json

`tests/integration/test_evaluate_floor.py` requires the model to meet these limits. Update the limits only when a better
model ships.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from backend.bootstrap import load_verifier  # noqa: E402
from backend.evaluation import datasets  # noqa: E402
from backend.evaluation.scores import FileScores  # noqa: E402
from backend.evaluation.verifier import Judged, judge, summary  # noqa: E402
from backend.settings import Settings  # noqa: E402

FIXTURES = ROOT / "tests" / "fixtures"
ROWS = FIXTURES / "verifier_floor.jsonl.gz"
FLOORS = FIXTURES / "verifier_floor_figures.json"
SLACK = 0.025
"""Tolerance for the differences that int8 rounding on another processor may cause."""
AT_LEAST = ("accuracy", "macro_f1", "binary_accuracy")
AT_MOST = ("ece", "firm_share_nei")

ByName = Mapping[str, float]


def by_set(path: Path = ROWS) -> dict[str, dict[str, float]]:
    """Return the shipped model's metrics on each set and on all rows ("all").

    `seconds` is the CPU time for all rows.
    """
    pairs = tuple(datasets.pairs(datasets.rows(path)))
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
    return found


def floors(figures: Mapping[str, ByName]) -> dict[str, dict[str, dict[str, float]]]:
    """Return the minimum (`at_least`) and maximum (`at_most`) values of each set, rounded to hundredths."""
    return {
        name: {
            "at_least": {key: math.floor((one[key] - SLACK) * 100) / 100 for key in AT_LEAST},
            "at_most": {key: math.ceil((one[key] + SLACK) * 100) / 100 for key in AT_MOST},
        }
        for name, one in figures.items()
    }


def main() -> None:
    """Print the metrics, and write the limits if requested."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the floors")
    options = parser.parse_args()
    figures = by_set()
    for name, one in figures.items():
        print(f"{name:20} {'  '.join(f'{key} {one[key]:.3f}' for key in ('n', *AT_LEAST, *AT_MOST))}")
    if options.write:
        FLOORS.write_text(json.dumps(floors(figures), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
