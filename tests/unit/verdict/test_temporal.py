"""Evidence from a different time than the claim."""

from dataclasses import replace
from datetime import date

import pytest

from backend.domain.evidence import OUTDATED, Evidence, Stance
from backend.verdict.temporal import Timing, Window, current, timing, too_many, window
from tests.evidence_maker import evidence

TODAY = date(2026, 11, 22)


def _published(day: str, n: int = 1, stance: Stance = Stance.SUPPORTS) -> Evidence:
    item = evidence(stance, text=f"Statement {n} on the office.", domain=f"d{n}.example")
    passage = replace(item.passage, published=day)
    return replace(item, candidate=replace(item.candidate, passage=passage))


@pytest.mark.parametrize(
    ("claim", "start", "present"),
    [
        ("The bridge reopened in 2024", date(2024, 1, 1), False),
        ("The bridge reopened in March 2024", date(2024, 3, 1), False),
        ("The bridge reopened on 12 March 2024", date(2024, 3, 12), False),
        ("The bridge reopened on March 12, 2024", date(2024, 3, 12), False),
        ("The bridge closed today", date(2026, 11, 20), True),
        ("The bridge closed this week", date(2026, 11, 15), True),
        ("She is currently the mayor", date(2025, 11, 22), True),
        ("The latest count is 5", date(2026, 10, 23), True),
    ],
)
def test_explicit_and_implied_times_are_found(claim, start, present):
    assert window(claim, TODAY) == Window(start, present=present)


@pytest.mark.parametrize("claim", ["Water boils at 100 degrees", "The Earth is round", "It closed on 31 February 2024"])
def test_without_a_signal_there_is_no_window(claim):
    """The default of 30 days applies only if the claim refers to something recent (docs/design.md#time)."""
    assert window(claim, TODAY) is None


@pytest.mark.parametrize(
    ("published", "expected"),
    [
        ("2024-02-29", Timing.OUTDATED), ("2024-03-01", Timing.IN_WINDOW), ("2026-01-01T08:00:00", Timing.IN_WINDOW),
        ("2024", Timing.IN_WINDOW), ("2023", Timing.OUTDATED), ("2024-02", Timing.OUTDATED), ("", Timing.UNKNOWN),
        ("yesterday", Timing.UNKNOWN),
    ],
)  # fmt: skip
def test_source_date_comes_from_the_source(published, expected):
    assert timing(_published(published), Window(date(2024, 3, 1), present=False)) is expected


def test_one_outdated_source_among_others_causes_no_penalty():
    when = Window(date(2024, 1, 1), present=False)
    old, new, undated = _published("2020-01-01", 1), _published("2024-05-01", 2), _published("", 3)
    assert not too_many([old, new, undated], when)
    assert too_many([old, _published("2019-01-01", 4), new], when)
    assert not too_many([undated], when)
    assert not too_many([old], None)


@pytest.mark.parametrize("stance", [Stance.SUPPORTS, Stance.REFUTES])
def test_outdated_evidence_for_a_present_claim_is_context(stance):
    when = window("She is currently the mayor", TODAY)
    old, new = current([_published("2019-01-01", 1, stance), _published("2026-10-01", 2, stance)], when)
    assert (old.stance, old.quote, old.signals[OUTDATED]) == (Stance.NEUTRAL, "", 1.0)
    assert new.stance is stance


def test_old_report_of_a_past_event_is_kept():
    when = window("The bridge reopened in 2024", TODAY)
    (item,) = current([_published("2020-01-01")], when)
    assert item.decisive
