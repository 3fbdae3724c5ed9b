"""The short version of scripts/faults: every claim is answered correctly and in time, and the answer names what failed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest

from scripts.outages import OutageOptions, engines, language, models, pages, resuming, stopping, storage
from scripts.outages.claims import OutageClaim, Seen, problems
from scripts.outages.report import OutageRow, shown


def assert_no_regressions(rows: list[OutageRow]) -> None:
    assert rows
    assert [f"{row.part} × {row.way}: {row.problem}" for row in rows if row.problem] == []


def options(*only: str) -> OutageOptions:
    # The script measures seconds, but a busy machine must not make a test fail.
    return OutageOptions(only=only, grace_s=90.0)


def together(run: Callable[[OutageOptions], Iterable[OutageRow]], *cases: str) -> list[OutageRow]:
    """Run the cases at the same time, each with its own service, because most of their time is spent waiting."""
    with ThreadPoolExecutor(3) as pool:
        return [row for rows in pool.map(lambda case: list(run(options(case))), cases) for row in rows]


@pytest.mark.timeout(300)
def test_failing_engines_are_reported_and_paused() -> None:
    """One engine for most kinds of error. The contract suites cover every engine in every failure mode."""
    cells = ("searxng hang", "tavily bad JSON", "google_fact_check 429", "wikipedia 500")
    rows = together(engines.run, *(f"engines {cell}" for cell in cells))
    assert_no_regressions(rows)
    assert len(rows) == len(cells)


def test_failing_pages_do_not_affect_the_verdict() -> None:
    assert_no_regressions(together(pages.run, "pages refuse", "pages huge"))


def test_failing_language_model_does_not_change_the_verdict() -> None:
    assert_no_regressions(together(language.run, "llm hang", "llm bad JSON"))


def test_damaged_models_are_not_loaded() -> None:
    assert_no_regressions(list(models.run(options("models embedder", "models judge"))))


@pytest.mark.timeout(300)
def test_service_survives_failing_database_history_and_index() -> None:
    cases = [f"storage {part} {way}" for part, way, _, _ in storage.CASES]
    rows = together(storage.run, *cases)
    assert_no_regressions(rows)
    assert len(rows) == len(cases)


def test_disconnecting_cancels_requests_in_progress() -> None:
    """A disconnected client's job is cancelled after a grace period (test_a_lost_stream_stops_the_work_after_the_grace_period)."""
    cases = ("search hang cancel", "page drip cancel", "language model hang cancel")
    assert_no_regressions(together(stopping.run, *cases))


@pytest.mark.timeout(300)
def test_clients_reconnect_after_a_restart() -> None:
    assert_no_regressions(list(resuming.run(options())))


def test_late_wrong_and_unreported_faults_are_detected() -> None:
    """The fault tests fail when they should."""
    case = OutageClaim(claim="x", expected="True", named=("tavily",))
    fine = {"verdict": "True", "issues": [{"code": "search_failed", "subject": "tavily", "message": "m"}]}
    assert problems(Seen(status=200, found=fine, seconds=1.0), case, 2.0) == []
    assert problems(Seen(status=200, found={**fine, "verdict": "Not Enough Evidence"}, seconds=1.0), case, 2.0) == []
    assert "came out False" in problems(Seen(status=200, found={**fine, "verdict": "False"}, seconds=1.0), case, 2.0)[0]
    assert "no issue names" in problems(Seen(status=200, found={**fine, "issues": []}, seconds=1.0), case, 2.0)[0]
    assert "answered after" in problems(Seen(status=200, found=fine, seconds=11.0), case, 2.0)[0]
    assert "HTTP 500" in problems(Seen(status=500, found=fine, seconds=1.0), case, 2.0)
    assert "FAILED" in shown([OutageRow(group="g", part="p", way="w", problem="late")])
