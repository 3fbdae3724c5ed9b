"""Run pytest and the extension's unit tests, and close with one line: "N passed, N failed"."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
EXTENSION_TESTS = Path("tests/extension")


class Tally(NamedTuple):
    """How a run of tests ended. A run that broke counts as one failure at least."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def plus(self, other: Tally) -> Tally:
        """The sum of two runs."""
        return Tally(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def line(self) -> str:
        """The plain closing line that continuous integration reads."""
        return f"{self.passed} passed, {self.failed} failed"


def read_junit(report: Path, exit_code: int) -> Tally:
    """Counts from pytest's JUnit report; a missing report or an exit code nobody explains is a failure."""
    if not report.is_file():
        return Tally(failed=1)
    suites = ElementTree.parse(report).getroot().iter("testsuite")
    passed = failed = skipped = 0
    for suite in suites:
        broken = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        left_out = int(suite.get("skipped", 0))
        failed, skipped = failed + broken, skipped + left_out
        passed += max(0, int(suite.get("tests", 0)) - broken - left_out)
    return Tally(passed, failed or int(exit_code != 0), skipped)


def read_tap(report: str, exit_code: int) -> Tally:
    """Counts from the summary at the end of Node's TAP output."""
    counts = {name: int(number) for name, number in re.findall(r"^# (\w+) (\d+)$", report, re.MULTILINE)}
    failed = counts.get("fail", 0) + counts.get("cancelled", 0)
    return Tally(counts.get("pass", 0), failed or int(exit_code != 0), counts.get("skipped", 0) + counts.get("todo", 0))


def run_pytest(arguments: Sequence[str], folder: Path) -> Tally:
    """Run pytest in this interpreter's environment."""
    report = folder / "pytest.xml"
    command = [sys.executable, "-m", "pytest", f"--junitxml={report}", *arguments]
    return read_junit(report, subprocess.run(command, cwd=ROOT, check=False).returncode)


def run_node(folder: Path) -> Tally:
    """Run tests/extension/*.test.js with Node's runner; files by name, since its versions read folders differently."""
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / EXTENSION_TESTS).rglob("*.test.*js"))
    if not files:
        print(f"no tests in {EXTENSION_TESTS}", flush=True)
        return Tally(failed=1)
    report = folder / "node.tap"
    shown = ["--test-reporter=dot", "--test-reporter-destination=stdout"]
    kept = ["--test-reporter=tap", f"--test-reporter-destination={report}"]
    code = subprocess.run(["node", "--test", *shown, *kept, *files], cwd=ROOT, check=False).returncode
    tap = report.read_text(encoding="utf-8") if report.is_file() else ""
    tally = read_tap(tap, code)
    print(f"\nextension: {tally.line()}", flush=True)
    if tally.failed:
        print(tap, flush=True)
    return tally


def split(arguments: Sequence[str]) -> tuple[list[str], bool, bool]:
    """Sort the arguments: (those for pytest, whether pytest runs, whether Node runs)."""
    for_node = [argument for argument in arguments if Path(argument) == EXTENSION_TESTS]
    for_pytest = [argument for argument in arguments if argument not in for_node]
    everything = not arguments
    return for_pytest, everything or bool(for_pytest), everything or bool(for_node)


def main(arguments: Sequence[str]) -> int:
    """Exit code 0 when nothing failed and something passed."""
    for_pytest, python_wanted, node_wanted = split(arguments)
    total = Tally()
    with tempfile.TemporaryDirectory() as folder:
        if node_wanted:
            total = total.plus(run_node(Path(folder)))
        if python_wanted:
            total = total.plus(run_pytest(for_pytest, Path(folder)))
    if total.skipped:
        print(f"{total.skipped} skipped", flush=True)
    print(total.line(), flush=True)
    return int(total.failed > 0 or total.passed == 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
