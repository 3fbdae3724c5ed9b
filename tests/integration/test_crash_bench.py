"""The short version of scripts/crash: a few kills of each kind, damaged files and failing storage; no acknowledged write is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.crashes import CrashOptions, clocks, kills, places
from scripts.crashes.activities import ACTIVITIES
from scripts.crashes.checking import Findings
from scripts.crashes.report import CrashRow, shown


def assert_no_regressions(rows: list[CrashRow]) -> None:
    assert rows
    assert [f"{row.case}: {row.failed}" for row in rows if row.bad] == []


@pytest.mark.timeout(600)
def test_acknowledged_writes_survive_kills() -> None:
    rows = list(kills.run(CrashOptions(kills=len(ACTIVITIES), tell=print, every_vector=False, steps=(1, 2))))
    assert_no_regressions(rows)
    assert sum(row.tried for row in rows) == len(ACTIVITIES)
    assert not [row.case for row in rows if row.told.startswith("0 steps")]


def test_clock_changes_lose_no_data() -> None:
    assert_no_regressions(list(clocks.run(CrashOptions(kills=0, tell=print, every_vector=False))))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("case", [places._no_file_may_grow, places._two_processes])
def test_failing_storage_loses_no_data(case: places.Case, tmp_path: Path) -> None:
    try:
        assert list(case(tmp_path)) == []
    except places.NotHereError as reason:
        pytest.skip(str(reason))


def test_crash_bench_detects_and_reports_a_loss() -> None:
    """The crash tests fail when they should: after too low a recall, a lost row, or a wrong answer."""
    assert Findings(lost=(), looked_up=1_000, missed=5).problem == ""
    assert "0.9940" in Findings(lost=(), looked_up=1_000, missed=6).problem
    assert Findings(lost=("row 7 is lost",), looked_up=1, missed=0).problem == "row 7 is lost"
    bad = CrashRow(group="kills", case="x", tried=1, failed=("row 7 is lost",))
    assert bad.bad
    assert "row 7 is lost" in shown([bad])
    assert CrashRow(group="kills", case="x", tried=0).bad
    assert not CrashRow(group="kills", case="x", tried=0, skipped="no root").bad
