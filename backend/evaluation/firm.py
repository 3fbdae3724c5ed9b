"""Applies the product's thresholds to probabilities to obtain firm stances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from backend.domain.evidence import StanceThresholds
from backend.evaluation.metrics import NEI, REFUTES, SUPPORTS, Flags, Labels, Probabilities


@dataclass(frozen=True, slots=True, kw_only=True)
class FirmStanceMetrics:
    """Metrics of firm stances as shares 0..1. A share is None if there are no rows to compute it from.

    `share_nei` is the share of NEI rows that become firm, which must stay small. `recall` is the share of SUPPORTS and
    REFUTES rows that become firm with the correct stance, `precision` is the share of firm rows whose stance is
    correct, and `turned_round` is the share of all rows that become firm with the opposite stance.
    """

    share_nei: float | None
    recall: float | None
    precision: float | None
    turned_round: float


def decide(probabilities: Probabilities, thresholds: StanceThresholds) -> Labels:
    """Return the firm stance of each row, shape (n,), or NEI if no stance is certain enough.

    Applies the same rule as `StanceThresholds.stance`.
    """
    supports, refutes = probabilities[:, SUPPORTS], probabilities[:, REFUTES]
    side = np.where(supports > refutes, SUPPORTS, REFUTES)
    min_probability = np.where(supports > refutes, thresholds.supports, thresholds.refutes)
    sure = (np.maximum(supports, refutes) >= min_probability) & (np.abs(supports - refutes) >= thresholds.margin)
    return np.where(sure, side, NEI)


def firm_figures(gold: Labels, firm: Labels) -> FirmStanceMetrics:
    """Return the metrics of the stances `firm` against the labels `gold`, both of shape (n,)."""
    open_rows, is_firm = gold == NEI, firm != NEI
    right = is_firm & (firm == gold)
    return FirmStanceMetrics(
        share_nei=_share(is_firm, open_rows),
        recall=_share(right, ~open_rows),
        precision=_share(right, is_firm),
        turned_round=float((is_firm & ~open_rows & ~right).mean()),
    )


def firm_share_nei(gold: Labels, probabilities: Probabilities, thresholds: StanceThresholds) -> float | None:
    """Return the share of NEI rows that become firm, 0..1, or None if there are no NEI rows."""
    return firm_figures(gold, decide(probabilities, thresholds)).share_nei


def _share(hits: Flags, among: Flags) -> float | None:
    return float(hits[among].mean()) if among.any() else None
