"""The shipped verifier's metrics on a third of the fixture stay above their floors (licences: tests/fixtures/verifier_floor.md)."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from backend.evaluation import datasets
from scripts.evaluation.floors import FLOORS, ROWS, SLACK, by_set, sampled, slack

MOST_SLACK = 2 * SLACK
"""How much further a floor may be from its metric than the tolerance."""
Shares = Mapping[str, float]


@pytest.fixture(scope="module")
def floors() -> dict[str, dict[str, Shares]]:
    """Minimum and maximum metrics by set; "all" stands for every row."""
    found: dict[str, dict[str, Shares]] = json.loads(FLOORS.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def measured() -> dict[str, dict[str, float]]:
    """The shipped model's metrics by set."""
    return by_set(sampled(tuple(datasets.pairs(datasets.rows(ROWS)))))


def test_every_set_has_its_floors(floors: dict[str, dict[str, Shares]], measured: dict[str, dict[str, float]]) -> None:
    assert floors.keys() == measured.keys()
    assert 150 <= measured["all"]["n"] <= 200


def test_no_metric_falls_below_its_floor(
    floors: dict[str, dict[str, Shares]], measured: dict[str, dict[str, float]]
) -> None:
    low = [
        f"{source}: {name} is {measured[source][name]}, at least {floor}"
        for source, limits in floors.items()
        for name, floor in limits["at_least"].items()
        if measured[source][name] < floor
    ]
    high = [
        f"{source}: {name} is {measured[source][name]}, at most {ceiling}"
        for source, limits in floors.items()
        for name, ceiling in limits["at_most"].items()
        if measured[source][name] > ceiling
    ]
    assert low + high == []


def test_floors_are_close_to_the_metrics(
    floors: dict[str, dict[str, Shares]], measured: dict[str, dict[str, float]]
) -> None:
    """Floors far below the metrics would prove nothing, so a better model requires higher floors."""
    far = [
        f"{source}: {name} is {measured[source][name]}, its floor only {floor}"
        for source, limits in floors.items()
        for name, floor in limits["at_least"].items()
        if measured[source][name] - floor > slack(name, measured[source]) + MOST_SLACK
    ]
    assert far == []
