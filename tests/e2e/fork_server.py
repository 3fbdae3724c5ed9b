"""Forks backends from a process that has already imported their modules, because the imports are most of the start-up time.

`python -m tests.e2e.fork_server` reads orders from its input and writes one process id per order. A forked process becomes
`python -m backend` in all other respects: it has its own arguments, environment, working folder, log and signals.
"""

from __future__ import annotations

import atexit
import json
import os
import runpy
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parents[2]
IMPORTED = ("backend.cli", "backend.commands", "backend.app", "backend.bootstrap", "chromadb_rust_bindings")
POLL_S = 0.005


class ForkedProcess:
    """A forked backend, whose exit status is not available."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    @property
    def runs(self) -> bool:
        """Whether the process is still running."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def send(self, number: signal.Signals) -> None:
        """Send a signal. Does nothing if the process has ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def ends_within(self, seconds: float) -> bool:
        """Wait for the end of the process."""
        until = time.monotonic() + seconds
        while self.runs:
            if time.monotonic() > until:
                return False
            time.sleep(POLL_S)
        return True


class ForkServer:
    """The process that forks backends."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.e2e.fork_server"]
        self._process = subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        atexit.register(self._end)

    def start(self, arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> ForkedProcess:
        """Start a backend that appends its output to the log."""
        asked, told = self._pipes
        order = {"arguments": list(arguments), "environment": dict(environment), "log": str(log)}
        asked.write(f"{json.dumps(order)}\n")
        asked.flush()
        return ForkedProcess(int(told.readline()))

    @property
    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        return self._process.stdin, self._process.stdout

    def _end(self) -> None:
        for pipe in self._pipes:
            pipe.close()
        self._process.wait(10)


@cache
def fork_server() -> ForkServer:
    """Return the fork server of this test process, which is started on first use."""
    return ForkServer()


def next_order() -> dict[str, object] | None:
    """Fork for every order. Returns the order in the forked process, and None in the server after the last order."""
    # The system reaps ended child processes.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            order: dict[str, object] = json.loads(line)
            return order
        print(pid, flush=True)
    return None


def become(arguments: Sequence[str], environment: Mapping[str, str], log: str) -> None:
    """Run the backend until it ends."""
    silent, said = os.open(os.devnull, os.O_RDONLY), os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for source, target in ((silent, 0), (said, 1), (said, 2)):
        os.dup2(source, target)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["backend", *arguments]
    runpy.run_module("backend", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    for module in IMPORTED:
        import_module(module)
    order = next_order()
    if order is not None:
        become(**order)  # type: ignore[arg-type]
