"""The changes that a second pass makes are counted on known answers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from backend.domain.evidence import Evidence, Stance
from backend.evaluation.metrics import NEI, REFUTES, SUPPORTS
from backend.evaluation.two_pass import counts
from tests.evidence_maker import evidence, scores


def _item(stance: Stance, strength: float = 0.9) -> Evidence:
    return replace(evidence(stance), scores=scores(stance, strength))


def test_right_wrong_and_reversed_claims_are_counted_before_and_after() -> None:
    gold = np.array([SUPPORTS, REFUTES, NEI, REFUTES, SUPPORTS])
    once = [
        _item(Stance.SUPPORTS),
        _item(Stance.SUPPORTS, 0.95),
        _item(Stance.REFUTES, 0.8),
        _item(Stance.NEUTRAL),
        _item(Stance.SUPPORTS, 0.7),
    ]
    twice = [*once[:1], _item(Stance.NEUTRAL), _item(Stance.NEUTRAL), *once[3:]]
    assert counts(gold, once, twice) == {
        "right_once": 2, "wrong_once": 2, "turned_once": 1,
        "right_twice": 2, "wrong_twice": 0, "turned_twice": 0,
        "right_by_higher_bar": 1,
    }  # fmt: skip


def test_higher_threshold_never_counts_neutral_passages() -> None:
    gold = np.array([NEI, SUPPORTS])
    once = [_item(Stance.NEUTRAL), _item(Stance.SUPPORTS, 0.7)]
    assert counts(gold, once, once)["right_by_higher_bar"] == 1
