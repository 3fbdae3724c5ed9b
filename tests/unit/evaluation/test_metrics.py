"""Metrics are compared with values calculated by hand, and with each other on random rows."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.domain.evidence import Stance, StanceScores, StanceThresholds
from backend.evaluation import metrics
from backend.evaluation.firm import decide, firm_figures, firm_share_nei
from backend.evaluation.metrics import NEI, REFUTES, SUPPORTS

NAMES = ("SUPPORTS", "REFUTES", "NEI")
GOLD = np.array([SUPPORTS, SUPPORTS, REFUTES, NEI, NEI])
PREDICTED = np.array([SUPPORTS, REFUTES, REFUTES, NEI, SUPPORTS])


def test_accuracy_and_macro_f1() -> None:
    assert metrics.accuracy(GOLD, PREDICTED) == pytest.approx(3 / 5)
    assert metrics.macro_f1(GOLD, PREDICTED) == pytest.approx((1 / 2 + 2 / 3 + 2 / 3) / 3)


def test_macro_f1_counts_only_labels_that_the_gold_rows_have() -> None:
    """On a published evaluation set with only NEI rows, an accuracy of .902 corresponds to a macro-F1 of .948."""
    gold = np.full(500, NEI)
    predicted = np.where(np.arange(500) < 451, NEI, SUPPORTS)
    assert metrics.accuracy(gold, predicted) == pytest.approx(0.902)
    assert round(metrics.macro_f1(gold, predicted), 3) == 0.948


def test_metrics_per_label() -> None:
    figures = metrics.per_class(GOLD, PREDICTED, NAMES)
    assert figures["SUPPORTS"] == metrics.ClassFigures(precision=0.5, recall=0.5, f1=0.5, support=2)
    assert figures["REFUTES"].precision == 0.5
    assert figures["NEI"].recall == 0.5


def test_label_without_gold_rows_has_no_metrics_and_one_never_predicted_has_zero() -> None:
    figures = metrics.per_class(np.array([SUPPORTS, NEI]), np.array([REFUTES, NEI]), NAMES)
    assert figures["REFUTES"] == metrics.ClassFigures(precision=None, recall=None, f1=None, support=0)
    assert figures["SUPPORTS"] == metrics.ClassFigures(precision=0.0, recall=0.0, f1=0.0, support=1)


def test_confusion_matrix_has_gold_labels_in_rows() -> None:
    counts = metrics.confusion(GOLD, PREDICTED, 3)
    assert counts.tolist() == [[1, 1, 0], [0, 1, 0], [1, 0, 1]]


def test_supports_versus_refutes_ignores_undecided_rows_and_neutral_scores() -> None:
    probabilities = np.array([[0.2, 0.1, 0.7], [0.2, 0.3, 0.5], [0.1, 0.4, 0.5], [0.3, 0.3, 0.4], [0.9, 0.05, 0.05]])
    gold = np.array([SUPPORTS, SUPPORTS, REFUTES, REFUTES, NEI])
    assert metrics.binary_accuracy(gold, probabilities) == pytest.approx(2 / 4)
    assert metrics.binary_accuracy(np.array([NEI]), probabilities[:1]) is None


def test_calibration_error_matches_a_worked_example() -> None:
    confidence = np.array([0.95, 0.95, 0.95, 0.95, 0.55, 0.55])
    correct = np.array([True, True, True, False, True, True])
    assert metrics.ece(confidence, correct) == pytest.approx((4 * 0.20 + 2 * 0.45) / 6)


def test_bins_include_both_ends() -> None:
    bins = metrics.reliability(np.array([0.0, 1.0, 1 / 3]), np.array([False, True, True]), bins=3)
    assert [(round(b.low, 2), b.count) for b in bins] == [(0.0, 2), (0.67, 1)]


def test_log_loss_matches_a_worked_example() -> None:
    probabilities = np.array([[0.5, 0.25, 0.25], [0.1, 0.8, 0.1]])
    expected = -(math.log(0.5) + math.log(0.8)) / 2
    assert metrics.log_loss(np.array([SUPPORTS, REFUTES]), probabilities) == pytest.approx(expected)


def test_empty_input_is_an_error() -> None:
    none = np.array([], dtype=np.int64)
    with pytest.raises(ValueError, match="no rows"):
        metrics.accuracy(none, none)


side = st.floats(0, 1, allow_nan=False)


@given(st.tuples(side, side), st.tuples(side, side, side))
def test_batch_decisions_match_the_product(sides: tuple[float, float], limits: tuple[float, float, float]) -> None:
    supports, refutes = sides
    scores = StanceScores(supports=supports, refutes=refutes, neutral=0.0)
    thresholds = StanceThresholds(supports=limits[0], refutes=limits[1], margin=limits[2])
    (decided,) = decide(np.array([[supports, refutes, 0.0]]), thresholds)
    expected = {Stance.SUPPORTS: SUPPORTS, Stance.REFUTES: REFUTES, Stance.NEUTRAL: NEI}
    assert decided == expected[thresholds.stance(scores)]


def test_firm_shares_match_a_worked_example() -> None:
    thresholds = StanceThresholds(supports=0.6, refutes=0.8, margin=0.3)
    probabilities = np.array([[0.7, 0.1, 0.2], [0.1, 0.7, 0.2], [0.1, 0.85, 0.05], [0.65, 0.3, 0.05], [0.2, 0.2, 0.6]])
    gold = np.array([SUPPORTS, REFUTES, SUPPORTS, NEI, NEI])
    figures = firm_figures(gold, decide(probabilities, thresholds))
    assert figures.share_nei == pytest.approx(1 / 2)
    assert figures.recall == pytest.approx(1 / 3)
    assert figures.precision == pytest.approx(1 / 3)
    assert firm_share_nei(gold[:3], probabilities[:3], thresholds) is None
