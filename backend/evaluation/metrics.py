"""Computes scores from labels and probabilities in plain numpy.

Labels are integers of shape (n,). Probabilities have shape (n, classes), and each row sums to 1. Functions that need at
least one row raise ValueError if there are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Labels = NDArray[np.int64]
Probabilities = NDArray[np.float64]
Flags = NDArray[np.bool_]
Array = TypeVar("Array", bound=NDArray[Any])

BINS = 15
"""Number of bins of the expected calibration error (Guo et al. 2017, On Calibration of Modern Neural Networks)."""
SUPPORTS, REFUTES, NEI = 0, 1, 2
"""The column of each label in the verifier's probabilities."""
_SMALLEST = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassFigures:
    """The metrics of one label, each 0..1, or None if no gold row has the label.

    Precision is 0 if the label was never predicted. `support` is the number of gold rows with the label.
    """

    precision: float | None
    recall: float | None
    f1: float | None
    support: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """The number, mean confidence and accuracy of the rows whose confidence is in (low, high]. The first bin includes 0."""

    low: float
    high: float
    count: int
    confidence: float
    accuracy: float


def accuracy(gold: Labels, predicted: Labels) -> float:
    """Return the share of rows whose predicted label is the gold label, 0..1."""
    return float((_require_rows(gold) == predicted).mean())


def per_class(gold: Labels, predicted: Labels, names: Sequence[str]) -> dict[str, ClassFigures]:
    """Return the metrics of every label by name. `names` is ordered by the integer labels."""
    return {name: _class_metrics(gold, predicted, label) for label, name in enumerate(names)}


def _class_metrics(gold: Labels, predicted: Labels, label: int) -> ClassFigures:
    gold_count, predicted_count = int((gold == label).sum()), int((predicted == label).sum())
    hits = int(((gold == label) & (predicted == label)).sum())
    if not gold_count:
        return ClassFigures(precision=None, recall=None, f1=None, support=0)
    precision = hits / predicted_count if predicted_count else 0.0
    return ClassFigures(
        precision=precision, recall=hits / gold_count, f1=2 * hits / (gold_count + predicted_count), support=gold_count
    )


def macro_f1(gold: Labels, predicted: Labels) -> float:
    """Return the mean F1 over the labels of the gold rows, 0..1.

    A label without gold rows has no F1, because counting its F1 as 0 would lower the score of a set with two labels
    by a third. Predicting such a label still lowers the score, because the correct label is missed: an all-NEI set with
    an accuracy of .902 has a macro-F1 of 2 x .902 / 1.902 = .948.
    """
    scores = [_class_metrics(gold, predicted, int(label)).f1 or 0.0 for label in np.unique(_require_rows(gold))]
    return float(np.mean(scores))


def confusion(gold: Labels, predicted: Labels, class_count: int) -> NDArray[np.int64]:
    """Return the confusion matrix of counts, shape (classes, classes), with gold labels in rows and predictions in columns."""
    counts = np.bincount(gold * class_count + predicted, minlength=class_count * class_count)
    return counts.astype(np.int64).reshape(class_count, class_count)


def binary_accuracy(gold: Labels, probabilities: Probabilities) -> float | None:
    """Return the share of SUPPORTS and REFUTES rows whose gold label is the more probable of these two labels.

    The probability of NEI is ignored, and ties count as wrong. Returns None if there are no SUPPORTS and REFUTES rows.
    """
    decided = (gold == SUPPORTS) | (gold == REFUTES)
    if not decided.any():
        return None
    lead = (probabilities[:, SUPPORTS] - probabilities[:, REFUTES])[decided]
    return float(np.where(gold[decided] == SUPPORTS, lead > 0, lead < 0).mean())


def reliability(confidence: Probabilities, correct: Flags, bins: int = BINS) -> tuple[Bin, ...]:
    """Return the non-empty bins of equal width over 0..1, in order. `confidence` and `correct` have shape (n,)."""
    places = np.clip(np.ceil(_require_rows(confidence) * bins).astype(int) - 1, 0, bins - 1)
    return tuple(
        Bin(
            low=place / bins,
            high=(place + 1) / bins,
            count=int(inside.sum()),
            confidence=float(confidence[inside].mean()),
            accuracy=float(correct[inside].mean()),
        )
        for place in range(bins)
        if (inside := places == place).any()
    )


def ece(confidence: Probabilities, correct: Flags, bins: int = BINS) -> float:
    """Return the expected calibration error, 0..1.

    The error is the mean absolute difference between the confidence and the accuracy of the bins, weighted by their
    rows.
    """
    return sum(abs(b.accuracy - b.confidence) * b.count for b in reliability(confidence, correct, bins)) / len(correct)


def ece_of(gold: Labels, probabilities: Probabilities) -> float:
    """Return the expected calibration error when each row's most probable label is predicted."""
    return ece(probabilities.max(axis=1), probabilities.argmax(axis=1) == gold)


def log_loss(gold: Labels, probabilities: Probabilities) -> float:
    """Return the mean of -ln p(gold label), in nats. Probabilities are clipped at 1e-9."""
    right = _require_rows(probabilities)[np.arange(len(gold)), gold]
    return float(-np.log(np.clip(right, _SMALLEST, 1.0)).mean())


def _require_rows(values: Array) -> Array:
    if not len(values):
        raise ValueError("there are no rows to measure")
    return values
