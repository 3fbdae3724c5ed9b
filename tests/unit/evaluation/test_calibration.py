"""Calibration undoes a distortion of the probabilities, and thresholds respect their error limit."""

from __future__ import annotations

import numpy as np
import pytest

from backend.domain.evidence import StanceThresholds
from backend.evaluation import calibration, metrics
from backend.evaluation.calibration import PENALTIES, TEMPERATURE_ONLY, Calibration, Choice, Sample
from backend.evaluation.firm import firm_share_nei

TRUE = Calibration(temperature=1.8, bias=(0.4, -0.5, 0.1))


def random_sample(count: int, true: Calibration = TRUE, seed: int = 1) -> Sample:
    """Return rows whose labels are drawn with the probabilities that `true` computes from random logits."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(size=(count, 3)) * 2.5
    places = (rng.random(count)[:, None] > true.apply(logits).cumsum(axis=1)).sum(axis=1)
    return Sample(logits=logits, gold=np.minimum(places, 2).astype(np.int64), weights=np.ones(count))


def test_inverse_calibration_restores_the_probabilities() -> None:
    logits = random_sample(50).logits
    probabilities = TRUE.apply(logits)
    assert probabilities.sum(axis=1) == pytest.approx(1.0)
    assert TRUE.apply(TRUE.undo(probabilities)) == pytest.approx(probabilities)


def test_fit_recovers_temperature_and_bias() -> None:
    found = calibration.fit(random_sample(20_000), 0.0)
    assert found.temperature == pytest.approx(1.8, abs=0.1)
    assert found.bias == pytest.approx(TRUE.bias, abs=0.08)


def test_without_bias_only_the_temperature_is_fitted() -> None:
    found = calibration.fit(random_sample(5_000, Calibration(temperature=0.6)), TEMPERATURE_ONLY)
    assert found.bias == (0.0, 0.0, 0.0)
    assert found.temperature == pytest.approx(0.6, abs=0.05)


def test_the_fit_lowers_the_loss_and_a_penalty_shrinks_the_bias() -> None:
    sample = random_sample(5_000)
    fits = [calibration.fit(sample, penalty) for penalty in PENALTIES]
    losses = [calibration.loss(sample, found) for found in fits]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] < calibration.loss(sample, Calibration())
    sizes = [sum(abs(value) for value in found.bias) for found in fits]
    assert sizes == sorted(sizes)


def test_calibration_error_falls_on_rows_that_were_not_fitted_on() -> None:
    found, _ = calibration.best_fit(random_sample(4_000), random_sample(4_000, seed=2))
    other = random_sample(4_000, seed=3)
    before, after = (metrics.ece_of(other.gold, c.apply(other.logits)) for c in (Calibration(), found))
    assert after < 0.03 < before


def test_fit_follows_the_row_weights() -> None:
    one, other = (
        random_sample(3_000, Calibration(temperature=3.0)),
        random_sample(3_000, Calibration(temperature=0.7), seed=2),
    )
    both = Sample(
        logits=np.concatenate([one.logits, other.logits]),
        gold=np.concatenate([one.gold, other.gold]),
        weights=np.repeat([50.0, 0.1], 3_000),
    )
    assert calibration.fit(both, TEMPERATURE_ONLY).temperature == pytest.approx(3.0, abs=0.3)


def test_best_thresholds_respect_the_limit() -> None:
    sample = random_sample(3_000)
    probabilities = TRUE.apply(sample.logits)
    choices = calibration.trade_offs(sample.gold, probabilities)
    strict, loose = calibration.best_within(choices, 0.05), calibration.best_within(choices, 0.3)
    assert firm_share_nei(sample.gold, probabilities, strict.thresholds) == pytest.approx(strict.share_nei)
    assert strict.share_nei <= 0.05 < loose.share_nei <= 0.3
    assert strict.recall < loose.recall


def test_an_impossible_limit_gives_the_strictest_choice() -> None:
    choices = [
        Choice(thresholds=StanceThresholds(supports=side), share_nei=share, recall=0.5)
        for side, share in ((0.4, 0.6), (0.9, 0.2))
    ]
    assert calibration.best_within(choices, 0.1).thresholds.supports == 0.9


def test_half_of_the_claims_are_fitted_regardless_of_spacing() -> None:
    claims = [f"Claim number {place}." for place in range(2_000)]
    share = sum(map(calibration.fitting_half, claims)) / len(claims)
    assert 0.45 < share < 0.55
    assert calibration.fitting_half("Honey  never\nSPOILS.") == calibration.fitting_half("honey never spoils.")
