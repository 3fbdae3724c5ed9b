"""Tests full disks, read-only folders, and a folder shared by two processes.

The service runs as a separate process. In every case a claim must be answered correctly. If nothing can be saved, the
answer must say so, and saving must resume as soon as possible.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.crashes import CrashOptions
from scripts.crashes.report import CrashRow
from tests.e2e.backend_process import ROOT, BackendProcess, free_port

CLAIM, EXPECTED = "The Earth is flat", "False"
NOT_SAVED = "not_saved"
_ROOM = "24m"
_BLOCK = 64 * 1024
_LIMIT_S = 120.0


Case = Callable[[Path], Iterator[str]]
"""Runs one case in an empty folder and yields its problems."""


class NotHereError(Exception):
    """This machine cannot run the test. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class ClaimOutcome:
    """The answer to one claim over HTTP."""

    found: dict[str, Any]

    @property
    def problem(self) -> str:
        """Return a description of a wrong verdict, or "" if the verdict is right."""
        verdict = self.found.get("verdict")
        return "" if verdict == EXPECTED else f"{CLAIM!r} came out {verdict}"

    @property
    def saved(self) -> bool:
        return bool(self.found.get("saved"))

    @property
    def told(self) -> bool:
        """Return whether the answer reports that nothing was saved."""
        return any(issue["code"] == NOT_SAVED for issue in self.found.get("issues", ()))


def run(options: CrashOptions) -> Iterable[CrashRow]:
    """Yield a report row for each case."""
    cases: dict[str, Case] = {
        "disk full while it runs (tmpfs), then room again": _disk_fills,
        "disk full before it starts (tmpfs)": _disk_is_full,
        "no file may grow while it runs (RLIMIT_FSIZE), then it may": _no_file_may_grow,
        "folder read-only": _read_only,
        "two processes on one folder": _two_processes,
    }
    for name, case in cases.items():
        options.tell(f"  {name}")
        with tempfile.TemporaryDirectory(prefix="claimlight-crash-") as room:
            try:
                yield CrashRow(group="places", case=name, tried=1, failed=tuple(case(Path(room))))
            except NotHereError as reason:
                yield CrashRow(group="places", case=name, tried=0, skipped=f"not tried: {reason}")


def ask(service: BackendProcess) -> ClaimOutcome:
    """Verify the claim as a user would, and return the answer."""
    return ClaimOutcome(service.post("/api/verify", {"claim": CLAIM}))


def _saved_problems(answer: ClaimOutcome, when: str) -> Iterator[str]:
    if answer.problem or not answer.saved:
        yield f"{when}: {answer.problem or 'not saved'}"


def _unsaved_problems(answer: ClaimOutcome, when: str) -> Iterator[str]:
    if answer.problem:
        yield f"{when}: {answer.problem}"
    if answer.saved or not answer.told:
        yield f"{when}: it does not say that nothing was saved"


@contextmanager
def serving(folder: Path) -> Iterator[BackendProcess]:
    """Run the service on the folder in a separate process."""
    service = BackendProcess(folder)
    try:
        service.start()
        yield service
    finally:
        service.stop()


@contextmanager
def mounted(place: Path, *arguments: str) -> Iterator[Path]:
    """Mount a file system at `place` for the duration of the block. Raises NotHereError if this machine does not allow it."""
    if os.geteuid() or not shutil.which("mount"):
        raise NotHereError("only root may mount a file system")
    place.mkdir(exist_ok=True)
    done = subprocess.run(["mount", *arguments, str(place)], check=False, capture_output=True, text=True)
    if done.returncode:
        raise NotHereError(f"mount: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


@contextmanager
def full(place: Path) -> Iterator[None]:
    """Keep the disk completely full within the block."""
    filler = place / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(_BLOCK))
    with filler.open("ab", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x")
    try:
        yield
    finally:
        filler.unlink()


def _disk_fills(room: Path) -> Iterator[str]:
    with (
        mounted(room / "disk", "-t", "tmpfs", "-o", f"size={_ROOM}", "tmpfs") as disk,
        serving(disk) as service,
    ):
        yield from _saved_problems(ask(service), "before")
        with full(disk):
            yield from _unsaved_problems(ask(service), "full")
        yield from _saved_problems(ask(service), "room again")
        service.kill()
        service.start()
        yield from _saved_problems(ask(service), "started again")


def _disk_is_full(room: Path) -> Iterator[str]:
    with mounted(room / "disk", "-t", "tmpfs", "-o", f"size={_ROOM}", "tmpfs") as disk:
        with serving(disk) as service:
            yield from _saved_problems(ask(service), "before")
        with full(disk), serving(disk) as service:
            yield from _unsaved_problems(ask(service), "full")
        with serving(disk) as service:
            yield from _saved_problems(ask(service), "room again")


def _no_file_may_grow(room: Path) -> Iterator[str]:
    try:
        from resource import RLIM_INFINITY, RLIMIT_FSIZE, prlimit
    except ImportError as error:
        raise NotHereError("this system has no prlimit") from error
    with serving(room / "data") as service:
        yield from _saved_problems(ask(service), "before")
        prlimit(service.pid, RLIMIT_FSIZE, (0, RLIM_INFINITY))
        yield from _unsaved_problems(ask(service), "nothing may grow")
        prlimit(service.pid, RLIMIT_FSIZE, (RLIM_INFINITY, RLIM_INFINITY))
        yield from _saved_problems(ask(service), "it may again")


def _read_only(room: Path) -> Iterator[str]:
    data = room / "data"
    with serving(data) as service:
        yield from _saved_problems(ask(service), "before")
    with ExitStack() as stack:
        if os.geteuid():
            data.chmod(0o500)
            stack.callback(data.chmod, 0o700)
        else:
            stack.enter_context(mounted(data, "--bind", str(data)))
            subprocess.run(["mount", "-o", "remount,ro,bind", str(data)], check=True)
        before = _listing(data)
        with serving(data) as service:
            yield from _unsaved_problems(ask(service), "read-only")
        if _listing(data) != before:
            yield "something in the folder changed"
    with serving(data) as service:
        yield from _saved_problems(ask(service), "writable again")


def _listing(folder: Path) -> list[tuple[str, int, int]]:
    return sorted((str(f), f.stat().st_size, f.stat().st_mtime_ns) for f in folder.rglob("*"))


def _two_processes(room: Path) -> Iterator[str]:
    data = room / "data"
    with serving(data) as service:
        yield from _saved_problems(ask(service), "the first")
        second = [sys.executable, "-m", "backend", "--offline", "--port", str(free_port()), "--data-dir", str(data)]
        done = subprocess.run(second, cwd=ROOT, check=False, capture_output=True, text=True, timeout=_LIMIT_S)
        if done.returncode != 1 or "Another Claimlight" not in done.stderr or "Traceback" in done.stderr:
            yield f"the second ended with {done.returncode}: {done.stderr[-200:]}"
        yield from _saved_problems(ask(service), "the first, afterwards")
        service.kill()
        with serving(data) as heir:
            yield from _saved_problems(ask(heir), "the next, after kill -9")
