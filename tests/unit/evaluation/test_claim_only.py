"""The claim-only score detects claims that reveal their label, and no others."""

from __future__ import annotations

import random

import numpy as np

from backend.evaluation.claim_only import claim_only_accuracy

SUBJECTS = [f"{first}{second}" for first in "abcdefghijklmno" for second in "abcdefghijklmno"]


def test_word_that_reveals_the_label_is_learned() -> None:
    claims = [f"{name} is{' not' if at % 2 else ''} known for songs" for at, name in enumerate(SUBJECTS)]
    assert claim_only_accuracy(claims, np.arange(len(claims)) % 2) == 1.0


def test_without_artefacts_the_most_frequent_label_is_predicted() -> None:
    rng = random.Random(1)
    claims = [f"{name} was seen near {rng.choice(SUBJECTS)}" for name in SUBJECTS]
    gold = np.array([0] * 150 + [1] * 75)
    found = claim_only_accuracy(claims, gold)
    assert found is not None
    assert 0.55 < found <= 150 / 225


def test_tested_claim_is_excluded_from_its_training_rows() -> None:
    """A claim's ten rows share one random label, so a model that had seen the claim before would be right on all of them."""
    rng = random.Random(2)
    labels = {name: rng.randrange(2) for name in SUBJECTS}
    claims = [name for name in SUBJECTS for _ in range(10)]
    found = claim_only_accuracy(claims, np.array([labels[name] for name in claims]))
    assert found is not None
    assert found < 0.6


def test_claim_only_score_does_not_depend_on_row_order() -> None:
    rng = random.Random(3)
    pairs = [(f"{name} {rng.choice('xyz')}{rng.choice('xyz')} thing", rng.randrange(3)) for name in SUBJECTS]
    mixed = rng.sample(pairs, len(pairs))
    figures = [claim_only_accuracy([c for c, _ in order], np.array([y for _, y in order])) for order in (pairs, mixed)]
    assert figures[0] == figures[1]


def test_single_claim_has_no_claim_only_score() -> None:
    assert claim_only_accuracy(["Honey never spoils."] * 5, np.array([0, 1, 2, 0, 1])) is None
