"""Measures how well a claim's label can be predicted from the claim alone, which reveals the artefacts of a data set.

The model is a logistic regression over the claim's words and word pairs (binary features, rows scaled to length 1, an
L2 penalty with the weight of one row). It is cross-validated in five folds. A hash of the claim's words selects the
fold, so no claim is in both the training and the test rows, and the order of the rows does not matter. On a set without
artefacts the model predicts the most frequent label.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from backend.evaluation.datasets import sample
from backend.evaluation.metrics import Labels, Probabilities

FOLDS = 5
MAX_ROWS = 8_000
"""Maximum number of rows. A larger set is sampled, because the result only describes the set as a whole."""
_STEPS = 120
_MIN_CLAIMS = 2
"""Minimum number of claims that contain a word or word pair. Rarer words and pairs are ignored."""
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Matrix:
    """A sparse matrix. Every non-zero value is 1 / sqrt(number of features in its row).

    `columns` lists the columns of all entries row by row; `row` holds the row of each entry.
    """

    columns: NDArray[np.int64]
    row: NDArray[np.int64]
    value: NDArray[np.float64]
    shape: tuple[int, int]

    def times(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the product with `weights` of shape (columns, classes). The result has shape (rows, classes)."""
        parts = [np.bincount(self.row, self.value * w[self.columns], self.shape[0]) for w in weights.T]
        return np.stack(parts, axis=1)

    def transposed_times(self, errors: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the product of the transposed matrix with `errors` (rows, classes). The result has shape (columns, classes)."""
        parts = [np.bincount(self.columns, self.value * e[self.row], self.shape[1]) for e in errors.T]
        return np.stack(parts, axis=1)


def claim_only_accuracy(claims: Sequence[str], gold: Labels) -> float | None:
    """Return the accuracy of predicting the label from the claim's words alone, 0..1, or None if all rows are in one fold.

    Any accuracy above the share of the most frequent label is due to artefacts.
    """
    sampled_rows = np.array(sample(range(len(claims)), MAX_ROWS))
    words = [_words(claims[place]) for place in sampled_rows]
    labels = gold[sampled_rows]
    folds = np.array([_fold(found) for found in words])
    if len(np.unique(folds)) < 2:
        return None
    hits = sum(int(_correct_in_fold(words, labels, folds == fold)) for fold in np.unique(folds))
    return hits / len(labels)


def _correct_in_fold(words: Sequence[list[str]], labels: Labels, held_out: NDArray[np.bool_]) -> int:
    features = [{*found, *(f"{a} {b}" for a, b in pairwise(found))} for found in words]
    training_features = [f for f, out in zip(features, held_out.tolist(), strict=True) if not out]
    counts = Counter(chain.from_iterable(training_features))
    known = {text: place for place, text in enumerate(sorted(t for t, n in counts.items() if n >= _MIN_CLAIMS))}
    weights, bias = _fit(_feature_matrix(training_features, known), labels[~held_out])
    test_matrix = _feature_matrix([f for f, out in zip(features, held_out.tolist(), strict=True) if out], known)
    return int(((test_matrix.times(weights) + bias).argmax(axis=1) == labels[held_out]).sum())


def _feature_matrix(features: Sequence[set[str]], known: dict[str, int]) -> _Matrix:
    places = [sorted(known[text] for text in found if text in known) for found in features]
    sizes = np.array([len(found) for found in places], dtype=np.int64)
    row = np.repeat(np.arange(len(places)), sizes)
    columns = np.fromiter(chain.from_iterable(places), dtype=np.int64, count=int(sizes.sum()))
    return _Matrix(columns, row, 1 / np.sqrt(sizes[row]), (len(places), len(known)))


def _fit(matrix: _Matrix, labels: Labels) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Fit weights (columns, classes) and bias (classes,) by accelerated gradient descent (Nesterov 1983) with step 1.

    A step of 1 is safe, because the curvature of the loss is at most 1 for rows of length 1 with a bias.
    """
    classes = int(labels.max()) + 1
    targets, rows = np.eye(classes)[labels], len(labels)
    weights = ahead = np.zeros((matrix.shape[1], classes))
    bias = bias_ahead = np.zeros(classes)
    for step in range(_STEPS):
        error = (_softmax(matrix.times(ahead) + bias_ahead) - targets) / rows
        new = ahead - (matrix.transposed_times(error) + ahead / rows)
        new_bias = bias_ahead - error.sum(axis=0)
        push = step / (step + 3)
        ahead, bias_ahead = new + push * (new - weights), new_bias + push * (new_bias - bias)
        weights, bias = new, new_bias
    return weights, bias


def _softmax(logits: NDArray[np.float64]) -> Probabilities:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def _words(claim: str) -> list[str]:
    return _WORD.findall(claim.lower())


def _fold(words: Sequence[str]) -> int:
    digest = hashlib.blake2b(" ".join(words).encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big") % FOLDS
