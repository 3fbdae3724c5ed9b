"""The verifier's speed is reported as a ratio to reference work, which makes machines comparable."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from backend.domain.evidence import StanceScores
from scripts.benchmark_verifier import sample, verifier_figures
from tests.fake_search import Clock

NEUTRAL = StanceScores(supports=0.0, refutes=0.0, neutral=1.0)


class Timed:
    """A verifier that needs this many seconds for each pair."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        clock.now += 0.5
        self._clock = clock
        self._seconds = seconds

    def judge(self, pairs: Sequence[tuple[str, str]]) -> tuple[StanceScores, ...]:
        self._clock.now += self._seconds * len(pairs)
        return (NEUTRAL,) * len(pairs)


@pytest.mark.parametrize("slower", [1, 8])
def test_time_ratio_does_not_depend_on_machine_speed(slower: int) -> None:
    clock = Clock(0.0)

    def reference() -> None:
        clock.now += 0.125 * slower

    found = verifier_figures(
        [("A passage.", "A claim.")] * 5, load=lambda: Timed(clock, 0.25 * slower), reference=reference, clock=clock
    )  # type: ignore[arg-type]
    assert found == {"loading": 500.0, "per pair": 250.0 * slower, "per pair, as products of matrices": 2.0}


def test_the_pairs_come_from_the_regression_set() -> None:
    assert 75 <= len(sample()) <= 125
