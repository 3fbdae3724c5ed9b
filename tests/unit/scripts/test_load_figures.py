"""How scripts/load summarises the clients' results."""

from __future__ import annotations

import pytest

from backend.evaluation.frozen_pages import build_pages
from scripts.loading.reader import Asked
from scripts.loading.soak import WARM_UP, Look, figures, fit
from scripts.loading.table import percentile, row
from scripts.loading.world import cases


def test_percentiles_are_observed_values() -> None:
    values = [float(n) for n in range(1, 101)]
    assert [percentile(values, share) for share in (0.5, 0.95, 0.99)] == [51.0, 96.0, 100.0]
    assert percentile([], 0.5) == 0.0
    assert percentile([2.0], 0.99) == 2.0


def test_busy_answers_are_counted_apart_from_errors() -> None:
    asked = [
        Asked(verdict="True", first_s=0.1, seconds=1.0, busy=2),
        Asked(error="gave up", busy=5, unnamed=1),
        Asked(error="HTTP 500"),
        Asked(verdict="False", seconds=3.0, partial=True, unsearched=True),
    ]
    found = row(4, asked, 60.0)
    assert (found.answered, found.busy, found.unnamed, found.errors, found.kinds) == (2, 7, 1, 1, ("HTTP 500",))
    assert (found.partial, found.unsearched, found.per_minute) == (1, 1, 2.0)


def test_slope_is_a_least_squares_fit_with_its_error() -> None:
    slope, error = fit([0, 1, 2, 3], [5.0, 7.0, 9.0, 11.0])
    assert (slope, error) == (pytest.approx(2.0), pytest.approx(0.0))
    assert fit([1, 2], [1.0, 2.0]) == (0.0, 0.0)
    assert fit([2, 2, 2], [1.0, 2.0, 3.0]) == (0.0, 0.0)
    assert fit([0, 1, 2, 3], [0.0, 3.0, 0.0, 3.0])[1] > 0


def look(claims: int, rss: float, knowledge: float = 10.0) -> Look:
    return Look(claims=claims, rss_mb=rss, knowledge_mb=knowledge, passages=claims * 3 + 1, dropped=0)


def test_warm_up_is_not_reported_as_a_leak() -> None:
    asked = [Asked(verdict="True", seconds=1.0)] * 2000
    steady = [look(n, 400.0 if n >= WARM_UP else 100.0 + n / 2) for n in range(0, 2001, 50)]
    growing = [look(n, 400.0 + n / 100) for n in range(0, 2001, 50)]
    assert figures(asked, steady, 1.0, cap_mb=0).slope_mb == pytest.approx(0.0)
    assert figures(asked, growing, 1.0, cap_mb=0).slope_mb == pytest.approx(10.0)


def test_exceeded_cap_is_reported() -> None:
    asked = [Asked(verdict="True")] * 10
    assert figures(asked, [look(0, 1.0), look(10, 1.0, 21.0)], 1.0, cap_mb=20).held
    assert not figures(asked, [look(0, 1.0), look(10, 1.0, 25.0)], 1.0, cap_mb=20).held


def test_every_claim_has_separate_facts() -> None:
    made = cases(6_000)
    assert len({case.claim for case in made}) == 6_000
    assert made == cases(6_000)
    assert [case.label for case in made[:2]] == ["SUPPORTS", "REFUTES"]
    some = made[:40]
    pages = build_pages(some)
    assert sum(len(page.paragraphs) for page in pages) == len({p.text for case in some for p in case.passages})
