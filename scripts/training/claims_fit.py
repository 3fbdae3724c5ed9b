"""Fits one head of the claim model with numpy: a linear part and a small tanh layer, trained with AdamW on the weighted log loss."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
BETAS = (0.9, 0.999)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadSettings:
    """Hyperparameters of a head, which averages `members` networks of `hidden` units each.

    `decay` is relative to the learning rate; `drop` is the dropout rate of the inputs.
    """

    hidden: int = 16
    members: int = 3
    epochs: int = 14
    batch: int = 128
    rate: float = 0.002
    decay: float = 0.3
    drop: float = 0.2


def scaling(rows: Array, dimensions: int) -> tuple[Array, Array]:
    """Return the mean and the scaling factor of each column, both of shape (width,).

    Scaled features have a standard deviation of 1. The columns of the embedding have a standard deviation of 0.5 on
    average.
    """
    mean, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-4
    factor = 1.0 / spread
    factor[:dimensions] = 0.5 / spread[:dimensions].mean()
    return mean.astype(np.float32), np.clip(factor, 0.0, 20.0).astype(np.float32)


def fit(x: Array, y: Array, weight: Array, recipe: HeadSettings, seed: int) -> dict[str, Array]:
    """Return the weights `w`, `b`, `v`, `u`, `c` of a head.

    `x` has shape (n, width), `y` contains 0 or 1, and `weight` is not negative, with a mean of about 1.
    """
    members = [_fit_member(x, y, weight, recipe, seed + at) for at in range(recipe.members)]
    share = 1.0 / recipe.members
    return {
        "w": np.hstack([m["w"] for m in members]),
        "b": np.concatenate([m["b"] for m in members]),
        "v": np.concatenate([m["v"] * share for m in members]),
        "u": np.mean([m["u"] for m in members], axis=0).astype(np.float32),
        "c": np.mean([m["c"] for m in members], axis=0).astype(np.float32),
    }


def predict(x: Array, head: dict[str, Array]) -> Array:
    """Return the probabilities of the label 1, shape (n,)."""
    logits = np.tanh(x @ head["w"] + head["b"]) @ head["v"] + x @ head["u"] + head["c"][0]
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(logits, -30, 30))), dtype=np.float32)


def _fit_member(x: Array, y: Array, weight: Array, recipe: HeadSettings, seed: int) -> dict[str, Array]:
    chance = np.random.default_rng(seed)
    width = x.shape[1]
    head: dict[str, Array] = {
        "w": (chance.normal(size=(width, recipe.hidden)) / np.sqrt(width)).astype(np.float32),
        "b": np.zeros(recipe.hidden, dtype=np.float32),
        "v": (chance.normal(size=recipe.hidden) * 0.1).astype(np.float32),
        "u": np.zeros(width, dtype=np.float32),
        "c": np.zeros(1, dtype=np.float32),
    }
    steps = AdamW(head, recipe, total=recipe.epochs * -(-len(x) // recipe.batch))
    for _ in range(recipe.epochs):
        order = chance.permutation(len(x))
        for start in range(0, len(x), recipe.batch):
            at = order[start : start + recipe.batch]
            dropout_mask = (chance.random(width, dtype=np.float32) >= recipe.drop) / (1.0 - recipe.drop)
            steps.take(_gradients(x[at] * dropout_mask.astype(np.float32), y[at], weight[at], head))
    return head


def _gradients(x: Array, y: Array, weight: Array, head: dict[str, Array]) -> dict[str, Array]:
    hidden = np.tanh(x @ head["w"] + head["b"])
    logits = hidden @ head["v"] + x @ head["u"] + head["c"][0]
    error = weight * (1.0 / (1.0 + np.exp(-np.clip(logits, -30, 30))) - y) / len(x)
    back = np.outer(error, head["v"]) * (1.0 - hidden * hidden)
    bias_gradient = error.sum(keepdims=True)
    return {"w": x.T @ back, "b": back.sum(axis=0), "v": hidden.T @ error, "u": x.T @ error, "c": bias_gradient}


class AdamW:
    """The AdamW optimiser, which updates `head` in place.

    The learning rate falls to zero along a cosine over `total` steps. Weight decay does not apply to biases.
    """

    def __init__(self, head: dict[str, Array], recipe: HeadSettings, *, total: int) -> None:
        self._head = head
        self._recipe = recipe
        self._total = total
        self._step = 0
        self._state = {name: (np.zeros_like(value), np.zeros_like(value)) for name, value in head.items()}

    def take(self, gradients: dict[str, Array]) -> None:
        """Apply one optimiser step."""
        self._step += 1
        rate = self._recipe.rate * 0.5 * (1.0 + np.cos(np.pi * self._step / self._total))
        for name, gradient in gradients.items():
            first, second = self._state[name]
            first += (1 - BETAS[0]) * (gradient - first)
            second += (1 - BETAS[1]) * (gradient * gradient - second)
            size = np.sqrt(second / (1 - BETAS[1] ** self._step)) + 1e-8
            change = first / (1 - BETAS[0] ** self._step) / size
            decay_term = self._recipe.decay * self._head[name] if name in "wvu" else 0.0
            self._head[name] -= (rate * (change + decay_term)).astype(np.float32)
