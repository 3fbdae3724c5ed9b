"""`scripts/evaluate verifier`: measures how well a verifier judges pairs of a claim and a passage."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from backend.bootstrap import MODELS, load_verifier
from backend.domain.evidence import StanceScores, StanceThresholds
from backend.errors import ClaimTooLong
from backend.evaluation import datasets, metrics
from backend.evaluation.claim_only import claim_only_accuracy
from backend.evaluation.datasets import VERIFIER_LABELS, Pair
from backend.evaluation.firm import decide, firm_figures
from backend.evaluation.metrics import Labels, Probabilities
from backend.evaluation.scores import FileScores, Measurement, Tell, Value
from backend.ports import Verifier
from backend.providers.onnx_model import JUDGE
from backend.providers.verifier import OnnxVerifier
from backend.settings import Settings

BATCH = 256
TELL_EVERY_S = 10.0
_MODEL_FOLDERS = {"screen": "verifier", "judge": JUDGE}
_UNREAD = StanceScores(supports=0.0, refutes=0.0, neutral=1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Gold labels, shape (n,), and the verifier's probabilities, shape (n, 3), in the order of VERIFIER_LABELS.

    `unread` is the number of pairs whose claim is too long for the verifier. As in the product, these pairs count as
    undecided.
    """

    gold: Labels
    probabilities: Probabilities
    unread: int


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add --model."""
    parser.add_argument(
        "--model",
        default="shipped",
        help="shipped: what the product uses (default); screen or judge: one of its two models; or a model folder",
    )


def load(model: str) -> Verifier:
    """Return the verifier named by --model. Raises ModelError if its folder is missing or damaged."""
    settings = Settings()
    if model == "shipped":
        return load_verifier(settings)
    return OnnxVerifier(MODELS / _MODEL_FOLDERS[model] if model in _MODEL_FOLDERS else Path(model), settings.threads)


def measure(paths: Sequence[Path], options: argparse.Namespace, tell: Tell) -> Iterator[Measurement]:
    """Yield one measurement per file of `{claim, evidence, label}` rows. Raises DatasetError or ModelError."""
    verifier = load(options.model)
    tell(f"verifier {verifier.model_id}")
    for path in paths:
        sampled = datasets.sample(tuple(datasets.pairs(datasets.rows(path))), options.rows)
        yield measure_pairs(sampled, verifier, name=str(path), tell=tell)


def measure_pairs(pairs: Sequence[Pair], verifier: Verifier, *, name: str, tell: Tell) -> Measurement:
    """Return all metrics of one set. `name` is the path of its file."""
    begin = time.perf_counter()
    judged = judge(pairs, verifier, lambda done: tell(f"{Path(name).name}: {done} of {len(pairs)} pairs"))
    judging_seconds = time.perf_counter() - begin
    claim_only = claim_only_accuracy([pair.claim for pair in pairs], judged.gold)
    extra_scores: dict[str, Value] = {"model": verifier.model_id, "pairs_per_second": len(pairs) / judging_seconds}
    seconds = time.perf_counter() - begin
    file_scores = FileScores(
        file=name, n=len(pairs), seconds=seconds, claim_only_accuracy=claim_only, more=extra_scores
    )
    return summary(judged, verifier.thresholds, file_scores)


def judge(pairs: Sequence[Pair], verifier: Verifier, done: Tell | None = None) -> Judged:
    """Judge all pairs in batches. `done` is called about every ten seconds with the number of pairs judged so far."""
    scores: list[StanceScores] = []
    unread, last_report = 0, time.monotonic()
    for start in range(0, len(pairs), BATCH):
        batch = [(pair.passage, pair.claim) for pair in pairs[start : start + BATCH]]
        read = list(_judge_batch(batch, verifier))
        unread += sum(one is None for one in read)
        scores += [one or _UNREAD for one in read]
        if done and time.monotonic() - last_report > TELL_EVERY_S:
            last_report = time.monotonic()
            done(str(len(scores)))
    return Judged(
        gold=np.array([VERIFIER_LABELS.index(pair.label) for pair in pairs], dtype=np.int64),
        probabilities=np.array([[s.supports, s.refutes, s.neutral] for s in scores], dtype=np.float64),
        unread=unread,
    )


def _judge_batch(batch: Sequence[tuple[str, str]], verifier: Verifier) -> Iterator[StanceScores | None]:
    """Yield the scores of each pair, or None for a pair that the verifier rejects."""
    try:
        yield from verifier.judge(batch)
    except ClaimTooLong:
        if len(batch) == 1:
            yield None
            return
        for pair in batch:
            yield from _judge_batch([pair], verifier)


def summary(judged: Judged, thresholds: StanceThresholds, file_scores: FileScores) -> Measurement:
    """Return `file_scores` (file, n, seconds, claim-only accuracy) with all metrics of the probabilities."""
    gold, probabilities = judged.gold, judged.probabilities
    best = probabilities.argmax(axis=1)
    firm = firm_figures(gold, decide(probabilities, thresholds))
    figures = replace(
        file_scores,
        accuracy=metrics.accuracy(gold, best),
        macro_f1=metrics.macro_f1(gold, best),
        binary_accuracy=metrics.binary_accuracy(gold, probabilities),
        ece=metrics.ece_of(gold, probabilities),
        per_class=metrics.per_class(gold, best, VERIFIER_LABELS),
        more={
            "log_loss": metrics.log_loss(gold, probabilities),
            "firm_share_nei": firm.share_nei,
            "firm_recall": firm.recall,
            "firm_precision": firm.precision,
            "turned_round": firm.turned_round,
            "claims_too_long": judged.unread,
            **file_scores.more,
        },
    )
    counts = metrics.confusion(gold, best, len(VERIFIER_LABELS))
    return Measurement(
        figures=figures,
        bins=metrics.reliability(probabilities.max(axis=1), best == gold),
        labels=VERIFIER_LABELS,
        confusion=tuple(tuple(int(count) for count in row) for row in counts),
    )
