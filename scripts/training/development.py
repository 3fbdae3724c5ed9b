"""Loads the rows for monitoring a training run and computes metrics on them.

The rows are neither used for training nor included in reports.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from backend.evaluation import metrics
from backend.evaluation.calibration import fitting_half
from backend.evaluation.metrics import Probabilities
from scripts.training.contrast import Row
from scripts.training.held_out import held_out
from scripts.training.own_words import OwnWords
from scripts.training.replay import WEB
from scripts.training.twins import LABELS, Fields, as_row, for_development, rows_of, twins

ROWS = {"twins": 200, "public": 150, "web": 100, "own words": 200}


@dataclass(frozen=True, slots=True)
class DevelopmentSet:
    """A named set of development rows of one kind."""

    name: str
    rows: tuple[Row, ...]


def development_sets(data: Path, times: int = 1) -> tuple[DevelopmentSet, ...]:
    """Return seeded samples of each kind of development rows.

    The kinds are the `dev` split of the contrastive pairs, the public sets, held-out claims with web snippets, and
    claims in the words of their passages (`own_words`). `times` multiplies the numbers of rows.
    """
    folder = data / "verifier"
    snippets = rows_of(folder / "eval" / "factcheck_bench_a.jsonl.gz")
    found = {
        "twins": [row for row in twins(data) if for_development(row)],
        "public": rows_of(folder / "dev.jsonl.gz"),
        "web": [row for row in snippets if held_out(WEB, row["claim"]) and fitting_half(row["claim"])],
    }
    sets = [DevelopmentSet(name, _sample(rows, ROWS[name] * times)) for name, rows in found.items() if rows]
    made = OwnWords(found["twins"], [], development=True).rows(ROWS["own words"] * times, random.Random(3))
    return (*sets, DevelopmentSet("own words", tuple(made)))


def _sample(rows: list[Fields], count: int) -> tuple[Row, ...]:
    rng = random.Random(3)
    return tuple(as_row(row, rng) for row in rng.sample(rows, min(count, len(rows))))


def figures(probabilities: Probabilities, rows: tuple[Row, ...]) -> dict[str, float]:
    """Return accuracy, macro-F1 and binary accuracy. `probabilities` has shape (n, 3) in the order of LABELS."""
    gold, best = np.array([label for _, _, label in rows]), probabilities.argmax(axis=1)
    assert probabilities.shape == (len(rows), len(LABELS))
    return {
        "accuracy": round(metrics.accuracy(gold, best), 3),
        "macro_f1": round(metrics.macro_f1(gold, best), 3),
        "sides": round(metrics.binary_accuracy(gold, probabilities) or 0.0, 3),
    }


def overall(by_set: dict[str, dict[str, float]]) -> float:
    """Return the mean of macro-F1 and binary accuracy over all sets, the score for choosing the interpolation weight."""
    return float(np.mean([(one["macro_f1"] + one["sides"]) / 2 for one in by_set.values()]))
