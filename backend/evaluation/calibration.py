"""Fits the calibration of a verifier: a temperature, a bias per label, and the thresholds for a firm stance.

Scores are logits of shape (n, 3). The fitted function is softmax(logits / T + b), where b sums to zero: temperature
scaling with an optional bias (Guo et al. 2017, On Calibration of Modern Neural Networks; Platt 1999). The loss is
convex in 1 / T and b.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from backend.domain.evidence import StanceThresholds
from backend.evaluation.firm import decide
from backend.evaluation.metrics import NEI, REFUTES, SUPPORTS, Labels, Probabilities

TEMPERATURE_ONLY = float("inf")
PENALTIES = (TEMPERATURE_ONLY, 0.1, 0.01, 0.001, 0.0)
"""L2 penalties on the bias that `best_fit` tries. Infinity means no bias."""
_STEPS = 30
_MIN_SCALE = 0.05
_SMALLEST = 1e-12

Logits = NDArray[np.float64]
Weights = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The parameters of the calibration.

    `temperature` (above 0) divides the logits. `bias` is then added, in the order supports, refutes, neutral.
    """

    temperature: float = 1.0
    bias: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def apply(self, logits: Logits) -> Probabilities:
        """Return the calibrated probabilities, shape (n, 3)."""
        values = logits / self.temperature + np.array(self.bias)
        powers = np.exp(values - values.max(axis=1, keepdims=True))
        return np.asarray(powers / powers.sum(axis=1, keepdims=True))

    def undo(self, probabilities: Probabilities) -> Logits:
        """Return logits from which `apply` computes these probabilities. Each row is unique up to a constant."""
        shifted = np.log(np.clip(probabilities, _SMALLEST, 1.0)) - np.array(self.bias)
        return np.asarray(shifted * self.temperature)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Rows for fitting: logits of shape (n, 3), gold labels (n,) and row weights (n,)."""

    logits: Logits
    gold: Labels
    weights: Weights

    def take(self, rows: NDArray[np.bool_]) -> Sample:
        """Return the rows where the mask is true."""
        return Sample(logits=self.logits[rows], gold=self.gold[rows], weights=self.weights[rows])


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A set of thresholds and the resulting metrics, as shares 0..1.

    `share_nei` is the share of NEI rows that become firm. `recall` is the share of SUPPORTS and REFUTES rows that
    become firm with the correct label, averaged over the two labels.
    """

    thresholds: StanceThresholds
    share_nei: float
    recall: float


def fitting_half(claim: str) -> bool:
    """Return whether the rows of this claim are used for fitting; a hash of the claim selects half of all claims.

    The rows of the other half are used for measuring.
    """
    digest = hashlib.sha256(" ".join(claim.lower().split()).encode("utf-8", "replace")).digest()
    return digest[4] % 2 == 0


def loss(sample: Sample, calibration: Calibration) -> float:
    """Return the weighted mean of -ln p(gold), in nats."""
    right = calibration.apply(sample.logits)[np.arange(len(sample.gold)), sample.gold]
    return float(np.average(-np.log(np.clip(right, _SMALLEST, 1.0)), weights=sample.weights))


def fit(sample: Sample, penalty: float) -> Calibration:
    """Minimise the weighted loss plus penalty / 2 x |b|² with Newton's method on (1 / T, b)."""
    free = 4 if np.isfinite(penalty) else 1
    ridge = np.array([0.0, penalty, penalty, penalty])[:free] + 1e-6
    values = np.array([1.0, 0.0, 0.0, 0.0])
    # Derivative of each logit with respect to each parameter, shape (parameters, n, 3).
    effect = np.stack([sample.logits, *(np.broadcast_to(row, sample.logits.shape) for row in np.eye(3))])[:free]
    share, targets = sample.weights / sample.weights.sum(), np.eye(3)[sample.gold]
    for _ in range(_STEPS):
        p = Calibration(temperature=1 / values[0], bias=(values[1], values[2], values[3])).apply(sample.logits)
        mean = (effect * p).sum(axis=2)
        slope = ((effect * (p - targets)).sum(axis=2) * share).sum(axis=1)
        curve = np.einsum("ank,bnk,nk,n->ab", effect, effect, p, share) - np.einsum("an,bn,n->ab", mean, mean, share)
        anchored = slope + ridge * values[:free] * (np.arange(free) > 0)
        values[:free] -= np.linalg.solve(curve + np.diag(ridge), anchored)
        values[0] = max(values[0], _MIN_SCALE)
    bias = values[1:] - values[1:].mean()
    return Calibration(temperature=float(1 / values[0]), bias=(float(bias[0]), float(bias[1]), float(bias[2])))


def best_fit(fitting: Sample, held_out: Sample) -> tuple[Calibration, float]:
    """Fit with each penalty on `fitting`. Return the fit with the lowest loss on `held_out`, and its penalty."""
    fits = [(fit(fitting, penalty), penalty) for penalty in PENALTIES]
    return min(fits, key=lambda found: loss(held_out, found[0]))


def trade_offs(gold: Labels, probabilities: Probabilities, margins: Sequence[float] = (0.0, 0.2, 0.3)) -> list[Choice]:
    """Return the metrics of every pair of thresholds on a grid with a step of 0.025, for each margin."""
    grid = [round(0.35 + 0.025 * step, 3) for step in range(25)]
    choices = []
    for supports, refutes, margin in product(grid, grid, margins):
        thresholds = StanceThresholds(supports=supports, refutes=refutes, margin=margin)
        firm = decide(probabilities, thresholds)
        recalls = [float((firm[gold == side] == side).mean()) for side in (SUPPORTS, REFUTES) if (gold == side).any()]
        share = float((firm[gold == NEI] != NEI).mean()) if (gold == NEI).any() else 0.0
        choices.append(
            Choice(thresholds=thresholds, share_nei=share, recall=float(np.mean(recalls)) if recalls else 0.0)
        )
    return choices


def best_within(choices: Sequence[Choice], limit: float) -> Choice:
    """Return the choice with the highest recall among those whose share of firm NEI rows is at most `limit`.

    Ties go to the smaller share, and then to the higher thresholds. If every choice exceeds the limit, return the
    choice with the smallest share.
    """
    within_limit = [choice for choice in choices if choice.share_nei <= limit]
    if not within_limit:
        return min(choices, key=lambda choice: choice.share_nei)
    return max(
        within_limit,
        key=lambda c: (
            round(c.recall, 6),
            -c.share_nei,
            c.thresholds.supports + c.thresholds.refutes + c.thresholds.margin,
        ),
    )
