"""The closing line of scripts/test tells the truth, also when a runner breaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.run_tests import Tally, read_junit, read_tap, split

SUMMARY = "# tests 4\n# suites 0\n# pass {passed}\n# fail {failed}\n# cancelled 1\n# skipped 1\n# todo 0\n"
TAP = "TAP version 13\n# Subtest: a\nok 1 - a\n1..3\n" + SUMMARY


def junit(folder: Path, counts: str) -> Path:
    report = folder / "report.xml"
    report.write_text(
        f'<testsuites name="pytest tests"><testsuite name="pytest" {counts} time="1"></testsuite></testsuites>'
    )
    return report


def test_counts_of_pytest(tmp_path: Path) -> None:
    report = junit(tmp_path, 'tests="10" failures="2" errors="1" skipped="3"')
    assert read_junit(report, 1) == Tally(passed=4, failed=3, skipped=3)


def test_pytest_that_broke_is_a_failure(tmp_path: Path) -> None:
    assert read_junit(tmp_path / "none.xml", 3) == Tally(failed=1)
    assert read_junit(junit(tmp_path, 'tests="5" failures="0" errors="0" skipped="0"'), 2) == Tally(passed=5, failed=1)


def test_counts_of_node() -> None:
    assert read_tap(TAP.format(passed=2, failed=0), 1) == Tally(passed=2, failed=1, skipped=1)
    assert read_tap(TAP.format(passed=1, failed=1), 1) == Tally(passed=1, failed=2, skipped=1)


@pytest.mark.parametrize("report", ["", "TAP version 13\n", "# Subtest: prints # pass 9\n"])
def test_node_that_broke_is_a_failure(report: str) -> None:
    assert read_tap(report, 1) == Tally(failed=1)


def test_sum_and_closing_line() -> None:
    assert Tally(3, 1, 2).plus(Tally(4, 0, 0)) == Tally(7, 1, 2)
    assert Tally(7, 1, 2).line() == "7 passed, 1 failed"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ([], True, True)),
        (["tests/unit", "-x"], (["tests/unit", "-x"], True, False)),
        (["tests/extension"], ([], False, True)),
        (["tests/extension/", "tests/unit"], (["tests/unit"], True, True)),
    ],
)
def test_arguments_choose_the_runner(arguments: list[str], expected: tuple[list[str], bool, bool]) -> None:
    assert split(arguments) == expected
