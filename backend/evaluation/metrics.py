"""Scores from labels and probabilities, in plain numpy.

Labels are integers, shape (n,); probabilities have shape (n, classes) and rows that sum to 1. No rows: ValueError.
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
"""Bins of the expected calibration error (Guo et al. 2017, On Calibration of Modern Neural Networks)."""
SUPPORTS, REFUTES, NEI = 0, 1, 2
"""Places of the verifier's labels."""
_SMALLEST = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassFigures:
    """Of one label, each 0..1. None where the label is not among the gold rows; precision 0 where it was never predicted."""

    precision: float | None
    recall: float | None
    f1: float | None
    support: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Rows whose confidence is in (low, high] (the first bin includes 0): their number, mean confidence and share of right ones."""

    low: float
    high: float
    count: int
    confidence: float
    accuracy: float


def accuracy(gold: Labels, predicted: Labels) -> float:
    """Share of equal labels, 0..1."""
    return float((_some(gold) == predicted).mean())


def per_class(gold: Labels, predicted: Labels, names: Sequence[str]) -> dict[str, ClassFigures]:
    """Figures of every label, by name; `names` in the order of the integers."""
    return {name: _figures(gold, predicted, label) for label, name in enumerate(names)}


def _figures(gold: Labels, predicted: Labels, label: int) -> ClassFigures:
    wanted, given = int((gold == label).sum()), int((predicted == label).sum())
    hits = int(((gold == label) & (predicted == label)).sum())
    if not wanted:
        return ClassFigures(precision=None, recall=None, f1=None, support=0)
    precision = hits / given if given else 0.0
    return ClassFigures(precision=precision, recall=hits / wanted, f1=2 * hits / (wanted + given), support=wanted)


def macro_f1(gold: Labels, predicted: Labels) -> float:
    """Mean F1 over the labels that the gold rows have, 0..1.

    A label without a gold row has no F1: counting it as 0 would mark a set of two labels down by a third. Predicting it
    still costs, as a miss of the right label. So an all-NEI set of accuracy .902 has 2 x .902 / 1.902 = .948.
    """
    scores = [_figures(gold, predicted, int(label)).f1 or 0.0 for label in np.unique(_some(gold))]
    return float(np.mean(scores))


def confusion(gold: Labels, predicted: Labels, classes: int) -> NDArray[np.int64]:
    """Counts, shape (classes, classes): gold in rows, predictions in columns."""
    counts = np.bincount(gold * classes + predicted, minlength=classes * classes)
    return counts.astype(np.int64).reshape(classes, classes)


def binary_accuracy(gold: Labels, probabilities: Probabilities) -> float | None:
    """Supports against refutes: share of gold-decided rows whose side has the higher probability; ties are wrong.

    None where no row is decided. What is said of NEI does not matter here.
    """
    decided = (gold == SUPPORTS) | (gold == REFUTES)
    if not decided.any():
        return None
    lead = (probabilities[:, SUPPORTS] - probabilities[:, REFUTES])[decided]
    return float(np.where(gold[decided] == SUPPORTS, lead > 0, lead < 0).mean())


def reliability(confidence: Probabilities, correct: Flags, bins: int = BINS) -> tuple[Bin, ...]:
    """Equal-width bins over 0..1 that have rows, in order. `confidence` and `correct` have shape (n,)."""
    places = np.clip(np.ceil(_some(confidence) * bins).astype(int) - 1, 0, bins - 1)
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
    """Expected calibration error, 0..1: mean distance of confidence and accuracy over the bins, weighed by their rows."""
    return sum(abs(b.accuracy - b.confidence) * b.count for b in reliability(confidence, correct, bins)) / len(correct)


def ece_of(gold: Labels, probabilities: Probabilities) -> float:
    """The same for the most probable label of each row."""
    return ece(probabilities.max(axis=1), probabilities.argmax(axis=1) == gold)


def log_loss(gold: Labels, probabilities: Probabilities) -> float:
    """Mean -ln p(gold label), in nats; probabilities are clipped at 1e-9."""
    right = _some(probabilities)[np.arange(len(gold)), gold]
    return float(-np.log(np.clip(right, _SMALLEST, 1.0)).mean())


def _some(values: Array) -> Array:
    if not len(values):
        raise ValueError("there are no rows to measure")
    return values
