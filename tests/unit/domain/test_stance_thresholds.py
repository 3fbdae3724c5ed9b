"""Thresholds above which a probability becomes a stance."""

from __future__ import annotations

from backend.domain.evidence import Stance, StanceScores, StanceThresholds
from tests.each_row import each_row

LIMITS = StanceThresholds(supports=0.7, refutes=0.5, margin=0.3)


@each_row(
    ("supports", "refutes", "expected"),
    [
        (0.70, 0.20, Stance.SUPPORTS),
        (0.69, 0.20, Stance.NEUTRAL),
        (0.10, 0.50, Stance.REFUTES),
        (0.25, 0.50, Stance.NEUTRAL),
        (0.45, 0.55, Stance.NEUTRAL),
        (0.00, 0.00, Stance.NEUTRAL),
    ],
)
def test_support_and_refutation_have_own_thresholds_and_near_ties_are_neutral(
    supports: float, refutes: float, expected: Stance
) -> None:
    scores = StanceScores(supports=supports, refutes=refutes, neutral=1 - supports - refutes)
    assert LIMITS.stance(scores) is expected
