"""Runs the real backend as a separate process on a local port."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tests.e2e.fork_server import ForkedProcess, fork_server
from tests.e2e.patience import POLL_S, load_factor

ROOT = Path(__file__).resolve().parents[2]
START_LIMIT_S = 60.0


def free_port() -> int:
    """A port that the system assigns to no other process while this one runs: it stays bound, but a server may listen on it."""
    reserved = socket.socket()
    reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserved.bind(("127.0.0.1", 0))
    port: int = reserved.getsockname()[1]
    reserved.detach()
    return port


class BackendProcess:
    """A backend with its own data folder, which can be stopped and restarted on the same port."""

    def __init__(self, data_dir: Path, *, port: int = 0, settings: Mapping[str, str] | None = None) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._data_dir = data_dir
        self._settings = dict(settings or {"CLAIMLIGHT_OFFLINE": "true"})
        self._process: ForkedProcess | None = None
        self.log = data_dir.parent / f"backend-{self.port}.log"

    def start(self) -> None:
        """Start the backend and return once it responds. Does nothing if the backend is already running."""
        if self._process is not None:
            return
        arguments = ["--port", str(self.port), "--data-dir", str(self._data_dir)]
        self._process = fork_server().start(arguments, {**os.environ, **self._settings}, self.log)
        self._wait()

    def _wait(self) -> None:
        assert self._process is not None
        end = time.monotonic() + START_LIMIT_S * load_factor()
        while time.monotonic() < end and self._process.runs:
            with suppress(OSError), urllib.request.urlopen(f"{self.url}/api/health", timeout=2) as answer:
                if json.load(answer)["ready"]:
                    return
            time.sleep(POLL_S)
        raise RuntimeError(f"the backend did not start:\n{self.log.read_text(errors='replace')[-3000:]}")

    @property
    def pid(self) -> int:
        """The id of the running process."""
        assert self._process is not None
        return self._process.pid

    def stop(self) -> None:
        """Stop the backend. Does nothing if the backend is not running."""
        if self._process is None:
            return
        self._process.send(signal.SIGTERM)
        if not self._process.ends_within(10):
            self._process.send(signal.SIGKILL)
            self._process.ends_within(10)
        self._process = None

    def kill(self) -> None:
        """Kill the backend as a power failure would. Does nothing if the backend is not running."""
        if self._process is None:
            return
        self._process.send(signal.SIGKILL)
        self._process.ends_within(10)
        self._process = None

    def post(self, path: str, body: object) -> dict[str, object]:
        """Call the API as a local program does."""
        request = urllib.request.Request(
            self.url + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method="POST"
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            found: dict[str, object] = json.load(answer)
            return found


class BackendMaker:
    """Makes backends that share a data folder, and lists all of them in `made`."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self.made: list[BackendProcess] = []

    def __call__(self, **settings: str) -> BackendProcess:
        """Return a backend without starting it."""
        process = BackendProcess(self._data_dir, settings=settings or None)
        self.made.append(process)
        return process
