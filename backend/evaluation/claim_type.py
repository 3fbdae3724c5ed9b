"""`scripts/evaluate claim-type`: measures how well the product classifies claim types and check-worthiness.

A file contains either claim types (FACTUAL, OPINION, MIXED, AMBIGUOUS) or the labels CHECKWORTHY and NOT_CHECKWORTHY.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from backend.bootstrap import load_claim_model, load_embedder
from backend.claims.classify import classify_locally
from backend.claims.intake import intake
from backend.claims.model import ClaimModel, ClaimSigns
from backend.claims.worthiness import WORTHY, may_state
from backend.domain.claim import ClaimType, Classification, VerifyRequest
from backend.errors import UserError
from backend.evaluation import datasets, metrics
from backend.evaluation.datasets import LabelledText
from backend.evaluation.scores import FileScores, Measurement, Tell, Value
from backend.settings import Settings

KINDS = tuple(kind.value for kind in ClaimType)
WORTH = ("NOT_CHECKWORTHY", "CHECKWORTHY")
TWO_KINDS = frozenset({"FACTUAL", "OPINION"})
"""For a set with only these two labels, the prediction is whether the model's subjectivity reaches its balanced threshold.

The product itself uses a much higher threshold for OPINION. The metrics `said_opinion`, `said_factual` and so on show
how often the product assigns each type.
"""
_REFUSED = Classification(type=ClaimType.AMBIGUOUS, factual_part="", reason="", check_worthiness=0.0, method="local")


def add_options(_parser: argparse.ArgumentParser) -> None:
    """Add no options, because this sub-command has none."""


def measure(paths: Sequence[Path], options: argparse.Namespace, tell: Tell) -> Iterator[Measurement]:
    """Yield one measurement per file of `{text, label}` rows. Raises DatasetError."""
    for path in paths:
        labelled = tuple(datasets.labelled_texts(datasets.rows(path), (*KINDS, *WORTH)))
        labels = {item.label for item in labelled}
        if labels & set(WORTH) and labels & set(KINDS):
            raise datasets.DatasetError(path, "kinds of text and check-worthiness are mixed in one file")
        sampled = datasets.sample(labelled, options.rows)
        tell(f"{path.name}: {len(sampled)} sentences")
        yield measure_texts(sampled, labels, name=str(path))


def measure_texts(texts: Sequence[LabelledText], labels: Collection[str], *, name: str) -> Measurement:
    """Return all metrics of one set. `labels` are all labels in the set; `name` is the path of its file."""
    model = claim_model()
    begin = time.perf_counter()
    answers = [classify(item.text, model) for item in texts]
    seconds = time.perf_counter() - begin
    file_scores = FileScores(
        file=name, n=len(texts), seconds=seconds, more={"ms_per_sentence": 1000 * seconds / len(texts)}
    )
    gold = [item.label for item in texts]
    label_set = set(labels)
    if not label_set & set(WORTH) and label_set != TWO_KINDS:
        return _measure_types(gold, answers, file_scores)
    signs = model.read([item.text for item in texts])
    if label_set & set(WORTH):
        file_scores = replace(file_scores, more={**file_scores.more, **_mark_scores(texts, signs)})
        return _measure_worthiness(
            gold, [sign.check_worthiness for sign in signs], file_scores, model.thresholds.check_worthy
        )
    judged = [sign.subjectivity >= model.thresholds.subjective for sign in signs]
    return _measure_subjectivity(gold, judged, replace(file_scores, more={**file_scores.more, **_type_shares(answers)}))


@cache
def claim_model() -> ClaimModel:
    """Return the bundled claim model."""
    settings = Settings()
    return load_claim_model(settings, load_embedder(settings))


def classify(text: str, model: ClaimModel) -> Classification:
    """Return the product's classification. A text that the product rejects is AMBIGUOUS and not check-worthy."""
    try:
        return classify_locally(intake(VerifyRequest(claim=text)), model)
    except UserError:
        return _REFUSED


def _mark_scores(texts: Sequence[LabelledText], signs: Sequence[ClaimSigns]) -> dict[str, Value]:
    """Return the precision and recall of the sentences that a page scan would mark, with CHECKWORTHY as the positive label."""
    marked = np.array(
        [may_state(item.text) and sign.check_worthiness >= WORTHY for item, sign in zip(texts, signs, strict=True)]
    )
    worthy = np.array([item.label == WORTH[1] for item in texts])
    both = int((marked & worthy).sum())
    return {"marked_precision": both / max(1, int(marked.sum())), "marked_recall": both / max(1, int(worthy.sum()))}


def _measure_worthiness(
    gold: Sequence[str], found: Sequence[float], file_scores: FileScores, threshold: float
) -> Measurement:
    worth = np.array(found)
    predictions = [WORTH[int(value >= threshold)] for value in worth]
    confidence = np.where(worth >= threshold, worth, 1 - worth)
    measured = _measurement(gold, predictions, WORTH, file_scores)
    correct = np.array([a == b for a, b in zip(gold, predictions, strict=True)])
    figures = replace(measured.figures, ece=metrics.ece(confidence, correct))
    return replace(measured, figures=figures, bins=metrics.reliability(confidence, correct))


def _measure_types(gold: Sequence[str], answers: Sequence[Classification], file_scores: FileScores) -> Measurement:
    file_scores = replace(file_scores, more={**file_scores.more, **_type_shares(answers)})
    return _measurement(gold, [answer.type.value for answer in answers], KINDS, file_scores)


def _measure_subjectivity(gold: Sequence[str], judged: Sequence[bool], file_scores: FileScores) -> Measurement:
    class_names = ("FACTUAL", "OPINION")
    return _measurement(gold, [class_names[int(value)] for value in judged], class_names, file_scores)


def _type_shares(answers: Sequence[Classification]) -> dict[str, Value]:
    """Return the share of sentences to which the product assigns each claim type."""
    types = [answer.type.value for answer in answers]
    return {f"said_{kind.lower()}": types.count(kind) / len(types) for kind in KINDS}


def _measurement(
    gold: Sequence[str], predictions: Sequence[str], names: tuple[str, ...], file_scores: FileScores
) -> Measurement:
    gold_codes = np.array([names.index(label) for label in gold], dtype=np.int64)
    predicted_codes = np.array([names.index(label) for label in predictions], dtype=np.int64)
    figures = replace(
        file_scores,
        accuracy=metrics.accuracy(gold_codes, predicted_codes),
        macro_f1=metrics.macro_f1(gold_codes, predicted_codes),
        per_class=metrics.per_class(gold_codes, predicted_codes, names),
    )
    counts = metrics.confusion(gold_codes, predicted_codes, len(names))
    return Measurement(
        figures=figures, labels=names, confusion=tuple(tuple(int(count) for count in row) for row in counts)
    )
