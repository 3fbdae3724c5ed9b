"""Firm stances: what the product says once its thresholds have been applied to the probabilities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from backend.domain.evidence import StanceThresholds
from backend.evaluation.metrics import NEI, REFUTES, SUPPORTS, Flags, Labels, Probabilities


@dataclass(frozen=True, slots=True, kw_only=True)
class FirmFigures:
    """Shares 0..1, None without such rows. `share_nei`: NEI rows that become firm, which is what must stay small.

    `recall`: decided rows that become firm with the right side. `precision`: firm rows whose side is right. `turned_round`: of all
    rows, those that become firm with the opposite of their side.
    """

    share_nei: float | None
    recall: float | None
    precision: float | None
    turned_round: float


def decide(probabilities: Probabilities, thresholds: StanceThresholds) -> Labels:
    """The firm stance of each row, NEI where no side is sure enough; shape (n,). As `StanceThresholds.stance`, for many rows."""
    supports, refutes = probabilities[:, SUPPORTS], probabilities[:, REFUTES]
    side = np.where(supports > refutes, SUPPORTS, REFUTES)
    least = np.where(supports > refutes, thresholds.supports, thresholds.refutes)
    sure = (np.maximum(supports, refutes) >= least) & (np.abs(supports - refutes) >= thresholds.margin)
    return np.where(sure, side, NEI)


def firm_figures(gold: Labels, firm: Labels) -> FirmFigures:
    """What the decisions `firm` are worth against `gold`."""
    open_rows, is_firm = gold == NEI, firm != NEI
    right = is_firm & (firm == gold)
    return FirmFigures(
        share_nei=_share(is_firm, open_rows),
        recall=_share(right, ~open_rows),
        precision=_share(right, is_firm),
        turned_round=float((is_firm & ~open_rows & ~right).mean()),
    )


def firm_share_nei(gold: Labels, probabilities: Probabilities, thresholds: StanceThresholds) -> float | None:
    """Share of the NEI rows that become firm, 0..1; None without NEI rows."""
    return firm_figures(gold, decide(probabilities, thresholds)).share_nei


def _share(hits: Flags, among: Flags) -> float | None:
    return float(hits[among].mean()) if among.any() else None
