"""Run pytest and the extension's unit tests, and print "N passed, N failed" as the last line.

Without arguments, all tests run, quick tests first and browser tests last. `fast` runs only the quick tests. Other
arguments are passed to pytest unchanged.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
EXTENSION_TESTS = Path("tests/extension")
FAST = ("tests/architecture", "tests/unit", "tests/contract")
EVERYTHING = (*FAST, "tests/integration", "tests/e2e")
MAX_FAILURES = 15
TIME_LIMIT_S = 40 * 60.0
NODE_LIMIT_S = 5 * 60.0
TAP = "node.tap"
LISTING_LIMIT_S = 3 * 60.0
# Time limit for pytest to print its summary and close browsers after an interrupt.
INTERRUPT_S = 60.0


class RunCounts(NamedTuple):
    """The result of a test run. A run that ends with an error counts as at least one failure."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def plus(self, other: RunCounts) -> RunCounts:
        """Return the sum of two runs."""
        return RunCounts(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def line(self) -> str:
        """Return the last line of the output, which continuous integration reads."""
        return f"{self.passed} passed, {self.failed} failed"


def workers(cores: int | None) -> int:
    """Return the number of pytest processes, one per core but at least 2 and at most 4, because each may run a browser."""
    return min(4, max(2, cores or 2))


def parallel(folders: Sequence[str]) -> list[str]:
    """Return pytest arguments that run the folders in this order, each test file in one process, up to a maximum number of failures."""
    spread = ["-n", str(workers(os.cpu_count())), "--dist", "loadfile", "--no-loadscope-reorder"]
    return [*folders, *spread, f"--maxfail={MAX_FAILURES}", "--durations=20"]


def read_outcomes(report: Path) -> dict[str, str]:
    """Return the outcome of each test ("passed", "failed" or "skipped") by id, from pytest-reportlog's JSON lines.

    The file is written while the tests run, so it is usable even if the run was killed, although its last line may then
    be truncated.
    """
    severity = {"passed": 0, "skipped": 1, "failed": 2}
    outcomes: dict[str, str] = {}
    ended: set[str] = set()
    for line in report.read_text(encoding="utf-8").splitlines() if report.is_file() else ():
        try:
            event = json.loads(line)
        except json.JSONDecodeError:
            continue
        if event["$report_type"] not in {"TestReport", "CollectReport"}:
            continue
        test, outcome = event["nodeid"], event["outcome"]
        outcomes[test] = max(outcomes.get(test, "passed"), outcome, key=severity.__getitem__)
        if event.get("when") == "teardown" or outcome == "failed":
            ended.add(test)
    return {test: outcome for test, outcome in outcomes.items() if test in ended}


def tally_of(outcomes: dict[str, str], exit_code: int) -> RunCounts:
    """Return the counts of the outcomes. An exit code other than 0 counts as a failure if no test failed."""
    counts = Counter(outcomes.values())
    return RunCounts(counts["passed"], counts["failed"] or int(exit_code != 0), counts["skipped"])


def read_tap(report: str, exit_code: int) -> RunCounts:
    """Return the counts from the summary at the end of Node's TAP output."""
    counts = {name: int(number) for name, number in re.findall(r"^# (\w+) (\d+)$", report, re.MULTILINE)}
    failed = counts.get("fail", 0) + counts.get("cancelled", 0)
    return RunCounts(
        counts.get("pass", 0), failed or int(exit_code != 0), counts.get("skipped", 0) + counts.get("todo", 0)
    )


def wait_for(process: subprocess.Popen[bytes], limit_s: float) -> bool:
    """Wait for a process that leads a session, and return whether the process ended in time.

    At the time limit, the process is interrupted. If it does not end, its session is killed.
    """
    try:
        process.wait(limit_s)
        return True
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
    try:
        process.wait(INTERRUPT_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    return False


def run_to_end(process: subprocess.Popen[bytes], limit_s: float) -> bool:
    """Wait for the process, and return whether it ended in time. Stops the process if this one is interrupted."""
    try:
        in_time = wait_for(process, limit_s)
    except KeyboardInterrupt:
        wait_for(process, 0)
        raise
    if not in_time:
        print(f"\nstopped after {limit_s / 60:.0f} minutes", flush=True)
    return in_time


def not_run(folders: Sequence[str], outcomes: dict[str, str]) -> Counter[str]:
    """Return the number of tests without an outcome by file. The result is empty if the tests cannot be listed in time."""
    # Under the project's own pytest options, the list would not have one line per test.
    listing = ["--collect-only", "-q", "-o", "addopts=", "--import-mode=importlib"]
    command = [sys.executable, "-m", "pytest", *listing, *folders]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=LISTING_LIMIT_S)
    except subprocess.TimeoutExpired:
        return Counter()
    collected = [line for line in listed.stdout.splitlines() if "::" in line]
    return Counter(test.partition("::")[0] for test in collected if test not in outcomes)


def run_pytest(arguments: Sequence[str], report: Path, limit_s: float = TIME_LIMIT_S) -> RunCounts:
    """Run pytest in this interpreter's environment for at most `limit_s` seconds, and return the counts."""
    command = [sys.executable, "-m", "pytest", f"--report-log={report}", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    run_to_end(process, limit_s)
    return tally_of(read_outcomes(report), process.returncode)


def run_in_parallel(folders: Sequence[str], report: Path, limit_s: float = TIME_LIMIT_S) -> RunCounts:
    """Run whole folders in this order and return the counts.

    If a test fails, the failed tests and the tests that were not run are listed at the end.
    """
    tally = run_pytest(parallel(folders), report, limit_s)
    if tally.failed:
        outcomes = read_outcomes(report)
        failed = [f"failed: {test}" for test, outcome in outcomes.items() if outcome == "failed"]
        missing = [f"not run: {count} in {file}" for file, count in not_run(folders, outcomes).items()]
        print("\n".join([*failed, *missing]), flush=True)
    return tally


@contextmanager
def node_tests(folder: Path) -> Iterator[subprocess.Popen[bytes] | None]:
    """Start Node's test runner on the test files in tests/extension.

    Files are passed one by one, because Node versions treat folders differently.
    """
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / EXTENSION_TESTS).rglob("*.test.*js"))
    if not files:
        yield None
        return
    kept = ["--test-reporter=tap", f"--test-reporter-destination={folder / TAP}"]
    process = subprocess.Popen(["node", "--test", *kept, *files], cwd=ROOT, start_new_session=True)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def node_tally(process: subprocess.Popen[bytes] | None, folder: Path) -> RunCounts:
    """Wait for Node's test runner, print its result, and return the counts."""
    if process is None:
        print(f"no tests in {EXTENSION_TESTS}", flush=True)
        return RunCounts(failed=1)
    in_time = run_to_end(process, NODE_LIMIT_S)
    report = folder / TAP
    tap = report.read_text(encoding="utf-8") if report.is_file() else ""
    tally = read_tap(tap, process.returncode if in_time else 1)
    print(f"\nextension: {tally.line()}", flush=True)
    if tally.failed:
        print(tap, flush=True)
    return tally


def split(arguments: Sequence[str]) -> tuple[list[str], bool, bool]:
    """Return (arguments for pytest, whether to run pytest, whether to run Node's test runner)."""
    for_node = [argument for argument in arguments if Path(argument) == EXTENSION_TESTS]
    for_pytest = [argument for argument in arguments if argument not in for_node]
    return for_pytest, bool(for_pytest), bool(for_node)


def run(arguments: Sequence[str], folder: Path) -> Iterator[RunCounts]:
    """Run the tests that the arguments select, and yield the counts of each test runner."""
    report = folder / "pytest.jsonl"
    folders = {(): EVERYTHING, ("fast",): FAST}.get(tuple(arguments))
    if folders:
        # Run Node's tests during pytest's collection, which leaves a core idle.
        with node_tests(folder) as node:
            yield run_in_parallel(folders, report)
            yield node_tally(node, folder)
        return
    for_pytest, python_wanted, node_wanted = split(arguments)
    if node_wanted:
        with node_tests(folder) as node:
            yield node_tally(node, folder)
    if python_wanted:
        yield run_pytest(for_pytest, report)


def main(arguments: Sequence[str]) -> int:
    """Run the tests, and return exit code 0 if at least one test passed and none failed."""
    # Handle SIGTERM like Ctrl-C, so that SIGTERM also stops the browsers and backends.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    total = RunCounts()
    with tempfile.TemporaryDirectory() as folder:
        for tally in run(arguments, Path(folder)):
            total = total.plus(tally)
    if total.skipped:
        print(f"{total.skipped} skipped", flush=True)
    print(total.line(), flush=True)
    return int(total.failed > 0 or total.passed == 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
