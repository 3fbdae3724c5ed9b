"""The stage at which a claim is lost is the last stage that the deciding fact reaches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.domain.article import PassageKind
from backend.domain.evidence import Evidence, Stance
from backend.evaluation.stages import reached
from tests.evidence_maker import evidence

TRUE = evidence(kind=PassageKind.SEED)


@pytest.mark.parametrize(
    ("item", "stage"),
    [
        (None, "not recalled"),
        (evidence(Stance.NEUTRAL, relevance=0.0), "not read"),
        (evidence(Stance.NEUTRAL), "no side taken"),
        (evidence(Stance.REFUTES), "turned round"),
        (replace(TRUE, quote=""), "not counted"),
        (evidence(tier="C"), "not enough alone"),
        (TRUE, "not decided"),
    ],
)
def test_furthest_stage_of_a_fact_is_found(item: Evidence | None, stage: str) -> None:
    assert reached(item, Stance.SUPPORTS) == stage
