"""`scripts/evaluate guards`: what each guard beside the verifier gains, by switching it off alone over the same probabilities."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np

from backend.domain.evidence import StanceScores
from backend.evaluation import datasets, metrics
from backend.evaluation.datasets import VERIFIER_LABELS, Pair
from backend.evaluation.figures import Figures, Measurement, Tell, Value
from backend.evaluation.firm import decide
from backend.evaluation.metrics import NEI, Labels
from backend.evaluation.verifier import load
from backend.ports import Verifier
from backend.stance.guards import GUARDS_BY_NAME, guarded
from backend.stance.quotes import sentences

MAX_SENTENCES = 4
"""Longer passages are left out: guards speak of sentences, and every sentence is read."""
BATCH = 128
ALL_ON = "all on"
ALL_OFF = "all off"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which model."""
    parser.add_argument("--model", default="shipped", help="shipped (default), screen, judge, or a model folder")


def measure(paths: Sequence[Path], options: argparse.Namespace, tell: Tell) -> Iterator[Measurement]:
    """One measurement a variant, over the rows of all files together. Raises DatasetError or ModelError."""
    begin, verifier = time.perf_counter(), load(options.model)
    pairs = [pair for path in paths for pair in _short(path, options.rows)]
    raw = _read(pairs, verifier, tell)
    gold = np.array([VERIFIER_LABELS.index(pair.label) for pair in pairs], dtype=np.int64)
    take = partial(_stances, pairs, raw, verifier)
    shipped = take(frozenset())
    alone = ((f"without: {name}", frozenset({name})) for name in GUARDS_BY_NAME)
    for name, off in ((ALL_ON, frozenset[str]()), (ALL_OFF, frozenset(GUARDS_BY_NAME)), *alone):
        found = take(off)
        more: dict[str, Value] = {"model": verifier.model_id, **counts(gold, found, shipped)}
        seconds = time.perf_counter() - begin
        accuracy = metrics.accuracy(gold, found)
        yield Measurement(figures=Figures(file=name, n=len(pairs), seconds=seconds, accuracy=accuracy, more=more))


def _short(path: Path, rows: int | None) -> tuple[Pair, ...]:
    every = datasets.pairs(datasets.rows(path))
    return datasets.sample(tuple(p for p in every if len(sentences(p.passage)) <= MAX_SENTENCES), rows)


def _read(pairs: Sequence[Pair], verifier: Verifier, tell: Tell) -> dict[tuple[str, str], StanceScores]:
    """Probabilities of every sentence, read once."""
    asked = list(dict.fromkeys((s.text, pair.claim) for pair in pairs for s in sentences(pair.passage)))
    found: dict[tuple[str, str], StanceScores] = {}
    for start in range(0, len(asked), BATCH):
        some = asked[start : start + BATCH]
        found.update(zip(some, verifier.judge(some), strict=True))
        tell(f"{len(found)} of {len(asked)} sentences")
    return found


def _stances(
    pairs: Sequence[Pair], raw: dict[tuple[str, str], StanceScores], verifier: Verifier, off: frozenset[str]
) -> Labels:
    """The side that the sentence with the clearest margin takes, per row."""
    best = []
    for pair in pairs:
        read = [guarded(pair.claim, s.text, raw[s.text, pair.claim], off=off)[0] for s in sentences(pair.passage)]
        clearest = max(read, key=lambda scores: abs(scores.supports - scores.refutes))
        best.append((clearest.supports, clearest.refutes, clearest.neutral))
    return decide(np.array(best), verifier.thresholds)


def counts(gold: Labels, found: Labels, shipped: Labels) -> dict[str, Value]:
    """How many sides are taken rightly and wrongly and how many are turned round, and what differs from all guards on."""
    side, differs = found != NEI, found != shipped
    return {
        "right": int((side & (found == gold)).sum()),
        "wrong": int((side & (found != gold)).sum()),
        "turned": int((side & (gold != NEI) & (found != gold)).sum()),
        "differs": int(differs.sum()),
        "better": int((differs & (found == gold)).sum()),
        "worse": int((differs & (shipped == gold)).sum()),
    }
