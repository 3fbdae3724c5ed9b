"""The last line of scripts/test is correct even if a runner crashes or is stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.run_tests import FAST, RunCounts, not_run, parallel, read_outcomes, read_tap, run_pytest, split, tally_of

SUMMARY = "# tests 4\n# suites 0\n# pass {passed}\n# fail {failed}\n# cancelled 1\n# skipped 1\n# todo 0\n"
TAP = "TAP version 13\n# Subtest: a\nok 1 - a\n1..3\n" + SUMMARY
TESTS = """
import pytest, time
@pytest.fixture
def broken_end():
    yield
    raise RuntimeError
def test_passes(): pass
def test_fails(): assert False
def test_fails_at_its_end(broken_end): pass
@pytest.mark.skip
def test_skipped(): pass
"""
# Make the run independent of the project's own settings and conftest.
ALONE = ("-p", "no:cacheprovider", "--noconftest", "-c", "/dev/null")


@pytest.fixture(autouse=True)
def _only_needed_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load only the plugins that these runs need, so that pytest starts faster."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin,pytest_reportlog.plugin")


def test_counts_of_pytest_with_workers(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "test_unreadable.py").write_text("import no_such_module")
    tally = run_pytest([*ALONE, "-n", "2", "--dist", "loadfile", str(tmp_path)], tmp_path / "report.jsonl")
    assert tally == RunCounts(passed=1, failed=3, skipped=1)


def test_run_over_the_time_limit_is_stopped_and_lists_remaining_tests(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_b.py").write_text("import time\ndef test_hangs(): time.sleep(600)\ndef test_waits(): pass\n")
    report = tmp_path / "report.jsonl"
    arguments = [*ALONE, "--rootdir", str(tmp_path), str(tmp_path)]
    assert run_pytest(arguments, report, limit_s=1) == RunCounts(failed=1)
    assert "stopped after" in capsys.readouterr().out
    assert sum(not_run(arguments, read_outcomes(report)).values()) == 2


def test_truncated_report_is_read_up_to_its_last_complete_line(tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    report.write_text(
        '{"$report_type": "TestReport", "nodeid": "a::b", "outcome": "passed", "when": "teardown"}\n{"$report_type": "Te'
    )
    assert read_outcomes(report) == {"a::b": "passed"}


def test_pytest_crash_is_a_failure(tmp_path: Path) -> None:
    assert tally_of(read_outcomes(tmp_path / "none.jsonl"), 3) == RunCounts(failed=1)
    assert tally_of({"a::b": "passed"}, 2) == RunCounts(passed=1, failed=1)


def test_whole_runs_keep_the_order_of_folders_and_end_after_many_failures() -> None:
    arguments = parallel(FAST)
    assert arguments[: len(FAST)] == list(FAST)
    assert {"--no-loadscope-reorder", "--maxfail=15"} <= set(arguments)


def test_counts_of_node() -> None:
    assert read_tap(TAP.format(passed=2, failed=0), 1) == RunCounts(passed=2, failed=1, skipped=1)
    assert read_tap(TAP.format(passed=1, failed=1), 1) == RunCounts(passed=1, failed=2, skipped=1)


@pytest.mark.parametrize("report", ["", "TAP version 13\n", "# Subtest: prints # pass 9\n"])
def test_node_crash_is_a_failure(report: str) -> None:
    assert read_tap(report, 1) == RunCounts(failed=1)


def test_totals_and_final_line() -> None:
    assert RunCounts(3, 1, 2).plus(RunCounts(4, 0, 0)) == RunCounts(7, 1, 2)
    assert RunCounts(7, 1, 2).line() == "7 passed, 1 failed"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["tests/unit", "-x"], (["tests/unit", "-x"], True, False)),
        (["tests/extension"], ([], False, True)),
        (["tests/extension/", "tests/unit"], (["tests/unit"], True, True)),
    ],
)
def test_arguments_choose_the_runner(arguments: list[str], expected: tuple[list[str], bool, bool]) -> None:
    assert split(arguments) == expected
