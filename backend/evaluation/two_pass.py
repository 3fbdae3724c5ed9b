"""`scripts/evaluate two-pass`: measures how the second pass of deep mode changes the stance of each passage."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from backend.bootstrap import load_embedder, load_verifier
from backend.domain.article import Passage, PassageKind, passage_id
from backend.domain.evidence import Candidate, Evidence, Origin, Stance
from backend.domain.trust import SourceRating, SourceTier, SourceType
from backend.evaluation import datasets, metrics
from backend.evaluation.datasets import VERIFIER_LABELS, Pair
from backend.evaluation.metrics import NEI, REFUTES, SUPPORTS, Labels
from backend.evaluation.scores import FileScores, Measurement, Tell, Value
from backend.ports import Embedder
from backend.settings import Settings
from backend.stance.judge import Judge
from backend.stance.quotes import sentences
from backend.stance.second_reading import SecondReader

TELL_EVERY = 50
_CODES = {Stance.SUPPORTS: SUPPORTS, Stance.REFUTES: REFUTES, Stance.NEUTRAL: NEI}
_UNRATED = SourceRating(domain="passage.example", tier=SourceTier.C, credibility=0.5, type=SourceType.UNKNOWN)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add --sentences, the minimum number of sentences in a passage."""
    parser.add_argument(
        "--sentences", type=int, default=1, help="only passages with at least this many sentences (default: 1)"
    )


def measure(paths: Sequence[Path], options: argparse.Namespace, tell: Tell) -> Iterator[Measurement]:
    """Yield one measurement per file of `{claim, evidence, label}` rows. Raises DatasetError or ModelError."""
    settings = Settings()
    embedder, verifier = load_embedder(settings), load_verifier(settings)
    judge, reader = Judge(verifier), SecondReader(verifier)
    tell(f"verifier {verifier.model_id}")
    for path in paths:
        all_pairs = datasets.pairs(datasets.rows(path))
        long_enough = tuple(pair for pair in all_pairs if len(sentences(pair.passage)) >= options.sentences)
        pairs = datasets.sample(long_enough, options.rows)
        begin = time.perf_counter()
        once = [_judge_pair(judge, embedder, pair, place, tell) for place, pair in enumerate(pairs)]
        middle = time.perf_counter()
        twice = [reader.read(pair.claim, [item]).evidence[0] for pair, item in zip(pairs, once, strict=True)]
        end = time.perf_counter()
        gold = np.array([VERIFIER_LABELS.index(pair.label) for pair in pairs], dtype=np.int64)
        extra_scores: dict[str, Value] = {"model": verifier.model_id, "second_seconds": end - middle}
        figures = FileScores(
            file=str(path),
            n=len(pairs),
            seconds=end - begin,
            accuracy=metrics.accuracy(gold, stances(twice)),
            more={**counts(gold, once, twice), **extra_scores},
        )
        yield Measurement(figures=figures)


def _judge_pair(judge: Judge, embedder: Embedder, pair: Pair, place: int, tell: Tell) -> Evidence:
    if place and place % TELL_EVERY == 0:
        tell(f"{place} passages")
    claim, text = embedder.embed([pair.claim, pair.passage])
    source = "https://passage.example/"
    passage = Passage(
        id=passage_id(source, pair.passage), text=pair.passage, source=source, title="", domain=_UNRATED.domain, kind=PassageKind.ARTICLE
    )  # fmt: skip
    similarity = float(claim @ text)
    candidate = Candidate(
        passage=passage, rating=_UNRATED, origin=Origin.WEB, similarity=similarity, recall_score=similarity
    )
    return judge.judge(pair.claim, [candidate])[0]


def counts(gold: Labels, once: Sequence[Evidence], twice: Sequence[Evidence]) -> dict[str, Value]:
    """Count the right, wrong and reversed stances after one and after two passes. Reversed stances also count as wrong.

    `right_by_higher_bar` counts the right stances among the k most certain stances of the first pass, where k is the
    number of stances that are not neutral after the second pass.
    """
    first, second = stances(once), stances(twice)
    lead = np.array([abs(item.scores.supports - item.scores.refutes) for item in once])
    decided_count = int((second != NEI).sum())
    surest = np.argsort(-np.where(first != NEI, lead, -1.0), kind="stable")[:decided_count]
    stance_counts: dict[str, Value] = {}
    for word, codes in (("once", first), ("twice", second)):
        is_decided = codes != NEI
        stance_counts[f"right_{word}"] = int((is_decided & (codes == gold)).sum())
        stance_counts[f"wrong_{word}"] = int((is_decided & (codes != gold)).sum())
        stance_counts[f"turned_{word}"] = int((is_decided & (gold != NEI) & (codes != gold)).sum())
    return {**stance_counts, "right_by_higher_bar": int((first[surest] == gold[surest]).sum())}


def stances(items: Sequence[Evidence]) -> Labels:
    """Return the stances as codes of VERIFIER_LABELS, shape (n,)."""
    return np.array([_CODES[item.stance] for item in items], dtype=np.int64)
