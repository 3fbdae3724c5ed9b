"""Measure how much processor time the shipped verifier takes to load and to judge a pair of claim and passage.

Processor time depends on the machine. The ratio to a fixed piece of reference work depends on it much less, so it is the
figure to compare between machines and versions.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from backend.bootstrap import load_verifier  # noqa: E402 - a script finds the package first
from backend.evaluation import datasets  # noqa: E402
from backend.ports import Verifier  # noqa: E402
from backend.settings import Settings  # noqa: E402

ROWS = ROOT / "tests" / "fixtures" / "verifier_floor.jsonl.gz"
EVERY = 4
"""Every fourth row of the regression set: about a hundred pairs of all its sources."""
SIZE, REFERENCE_ROUNDS = 512, 20

Pairs = Sequence[tuple[str, str]]
Clock = Callable[[], float]


def sample() -> Pairs:
    """Pairs of (passage, claim), the same in every run."""
    return [(pair.passage, pair.claim) for pair in datasets.pairs(datasets.rows(ROWS))][::EVERY]


def shipped() -> Verifier:
    """The product's verifier, freshly loaded."""
    return load_verifier(Settings(_env_file=None))


def multiply() -> None:
    """The reference work: one product of two matrices."""
    matrix = np.full((SIZE, SIZE), 0.5, dtype=np.float32)
    np.matmul(matrix, matrix)


def verifier_figures(
    pairs: Pairs,
    *,
    load: Callable[[], Verifier] = shipped,
    reference: Callable[[], None] = multiply,
    clock: Clock = time.process_time,
) -> dict[str, float]:
    """Processor time over all threads, and its ratio to the reference work (median of its rounds)."""

    def milliseconds(work: Callable[[], object]) -> float:
        begin = clock()
        work()
        return (clock() - begin) * 1000

    begin = clock()
    verifier = load()
    loading_ms = (clock() - begin) * 1000
    verifier.judge(pairs[:1])
    pair_ms = milliseconds(lambda: verifier.judge(pairs)) / len(pairs)
    reference_ms = statistics.median(milliseconds(reference) for _ in range(REFERENCE_ROUNDS))
    return {
        "loading": round(loading_ms, 1),
        "per pair": round(pair_ms, 1),
        "per pair, as products of matrices": round(pair_ms / reference_ms, 1),
    }
