"""Averages old and new weights, because training on only a few kinds of rows makes a model forget the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

SHARES = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""The interpolation weights of the new model that `best_share` tries."""

Weights = Mapping[str, Any]
"""Tensors or arrays, keyed by parameter name."""
Figures = dict[str, dict[str, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Blend:
    """An interpolation weight for the new model, and the metrics and the score that it achieves."""

    share: float
    figures: Figures
    score: float


def blended(old: Weights, new: Weights, share: float) -> dict[str, Any]:
    """Return the weighted mean, with `share` as the weight of `new`. Raises ValueError if the parameter names differ."""
    if old.keys() != new.keys():
        raise ValueError(f"not the same parameters: {sorted(old.keys() ^ new.keys())[:5]}")
    return {name: (1 - share) * old[name] + share * value for name, value in new.items()}


def best_share(measure: Callable[[float], Figures], score: Callable[[Figures], float]) -> tuple[Blend, list[Blend]]:
    """Return the result for the best share in SHARES (the smallest on a tie) and the results for all shares, in order."""
    tried = []
    for share in SHARES:
        found = measure(share)
        tried.append(Blend(share=share, figures=found, score=score(found)))
    return max(tried, key=lambda choice: choice.score), tried
