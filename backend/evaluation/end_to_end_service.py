"""Runs the real service in a separate process, with an empty data folder, on a free loopback port.

The caller's settings restrict the service to the frozen web.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from backend.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
START_S = 90.0
_POLL_S = 0.1
_STOP_S = 10.0
_LOG_CHARACTERS = 2_000
_PRODUCT_PREFIXES = ("CLAIMLIGHT_", "OPENAI_", "TAVILY_", "GOOGLE_FACT_CHECK_")


class EvaluationFailed(UserError):
    """The measurement failed because the service did not start, stopped, or sent an invalid response."""

    code = "evaluation"


@dataclass(frozen=True, slots=True)
class Running:
    """A running service: its address, process id and data folder."""

    url: str
    pid: int
    data: Path


@contextmanager
def service(settings: Mapping[str, str], labels: Path | None = None) -> Iterator[str]:
    """Run a service as `running` does, but yield only its address."""
    with running(settings, labels) as served:
        yield served.url


@contextmanager
def running(settings: Mapping[str, str], labels: Path | None = None) -> Iterator[Running]:
    """Run a service with an empty knowledge base. Stop it and delete its folder afterwards.

    The service does not use the user's own settings, keys or .env. If `labels` names a file of claims, the labels of
    that file replace the model's stances. Raises EvaluationFailed, with the service's last output as the hint, if the
    service does not start or ends early.
    """
    with TemporaryDirectory(prefix="claimlight-evaluation-") as folder:
        log, data = Path(folder) / "service.log", Path(folder) / "data"
        port = free_port()
        program = ["backend.evaluation.labelled_service", str(labels.absolute())] if labels else ["backend"]
        command = [sys.executable, "-m", *program, "--port", str(port), "--data-dir", str(data)]
        with log.open("wb") as log_stream:
            # Give the service its own session: Ctrl-C then reaches only this process, which stops the service cleanly.
            process = subprocess.Popen(  # noqa: S603 - our own interpreter and our own module
                command,
                cwd=folder,
                env=environment(settings),
                stdout=log_stream,
                stderr=log_stream,
                start_new_session=True,
            )
        try:
            url = f"http://127.0.0.1:{port}"
            _wait_until_ready(process, url, log)
            yield Running(url, process.pid, data)
            if process.poll() is not None:
                raise EvaluationFailed("The service ended during the measurement.", hint=last_words(log))
        finally:
            _stop(process)


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Return this process's environment with the given settings in place of the user's, and without built-in facts."""
    inherited = {name: value for name, value in os.environ.items() if not name.upper().startswith(_PRODUCT_PREFIXES)}
    path = os.pathsep.join(filter(None, (str(ROOT), inherited.get("PYTHONPATH", ""))))
    fixed = {
        "PYTHONPATH": path,
        "CLAIMLIGHT_SEED_FACTS": "false",
        "CLAIMLIGHT_LOG_LEVEL": "WARNING",
        "CLAIMLIGHT_SEARCHES_PER_DAY": "0",
    }
    return {**inherited, **fixed, **settings}


def free_port() -> int:
    """Return a free loopback port.

    On Linux, it stays bound while this process runs, so the system assigns it to no other program, but the service may
    listen on it.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
        if sys.platform == "linux":
            probe.detach()
        return port


def last_words(log: Path) -> str:
    """Return the last 2,000 characters of the service's output."""
    return log.read_text(encoding="utf-8", errors="replace")[-_LOG_CHARACTERS:].strip()


def _wait_until_ready(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    until = time.monotonic() + START_S
    with httpx.Client(trust_env=False, timeout=2.0) as client:
        while time.monotonic() < until and process.poll() is None:
            try:
                if client.get(f"{url}/api/health").json().get("ready"):
                    return
            except (httpx.HTTPError, ValueError):
                time.sleep(_POLL_S)
    raise EvaluationFailed("The service did not start.", hint=last_words(log))


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(_STOP_S)
