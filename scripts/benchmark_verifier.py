"""Measures the CPU time that the shipped verifier takes to load and to judge one (passage, claim) pair.

CPU time depends on the machine. Its ratio to the CPU time of a fixed reference computation depends much less on the
machine, so compare this ratio between machines and versions.
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

from backend.bootstrap import load_verifier  # noqa: E402 - sys.path is extended first
from backend.evaluation import datasets  # noqa: E402
from backend.ports import Verifier  # noqa: E402
from backend.settings import Settings  # noqa: E402

ROWS = ROOT / "tests" / "fixtures" / "verifier_floor.jsonl.gz"
EVERY = 4
"""Step between the rows used. Every fourth row of the regression set gives about a hundred pairs from all its sources."""
SIZE, REFERENCE_ROUNDS = 512, 20

Pairs = Sequence[tuple[str, str]]
Clock = Callable[[], float]


def sample() -> Pairs:
    """Return the (passage, claim) pairs to judge, which are the same in every run."""
    return [(pair.passage, pair.claim) for pair in datasets.pairs(datasets.rows(ROWS))][::EVERY]


def shipped() -> Verifier:
    """Load the product's verifier."""
    return load_verifier(Settings(_env_file=None))


def multiply() -> None:
    """Multiply two matrices once, as the reference computation."""
    matrix = np.full((SIZE, SIZE), 0.5, dtype=np.float32)
    np.matmul(matrix, matrix)


def verifier_figures(
    pairs: Pairs,
    *,
    load: Callable[[], Verifier] = shipped,
    reference: Callable[[], None] = multiply,
    clock: Clock = time.process_time,
) -> dict[str, float]:
    """Return the CPU times in ms, summed over all threads, and the ratio of the time per pair to the median reference time."""

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
