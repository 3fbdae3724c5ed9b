"""The program as a process: starting, stopping, the command line beside a running service, and a read-only folder."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from backend.bootstrap import build
from backend.cli import Launch, main
from backend.knowledge.history import History
from backend.settings import Settings
from tests.api_world import EventStream, World, running
from tests.e2e.backend_process import ROOT, free_port
from tests.models import bundled_models
from tests.time_limits import PATIENCE_S

CLAIM = {"claim": "The Earth is flat"}


def command(folder: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "backend", "--data-dir", str(folder), *arguments]


@contextmanager
def service(folder: Path, port: int, *arguments: str, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """Yield the service once it reports that it is ready; all its output goes to one pipe."""
    process = subprocess.Popen(
        command(folder, "--port", str(port), *arguments), cwd=ROOT, env={**os.environ, **settings}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    with process.stdout:
        try:
            said = next((line for line in process.stdout if "ready" in line), "")
            assert said, "it ended before it was ready"
            yield process
        finally:
            process.kill()
            process.wait(PATIENCE_S)


def claim_of(folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """Return the output of `--claim`."""
    words = ["--data-dir", str(folder), "--claim", CLAIM["claim"], "--json", "--offline"]
    assert main(words, launch=Launch(env_file=Path("no.env"))) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_signal_ends_streams_and_service_at_once_without_errors(tmp_path: Path) -> None:
    port = free_port()
    with socket.create_server(("127.0.0.1", 0)) as hanging:
        search = {
            "CLAIMLIGHT_ENGINES": "searxng",
            "CLAIMLIGHT_SEARXNG_URL": f"http://127.0.0.1:{hanging.getsockname()[1]}",
            "CLAIMLIGHT_SEARCH_TIMEOUT_S": "60",
            "CLAIMLIGHT_DEADLINE_S": "300",
        }
        with service(tmp_path, port, **search) as process:
            world = World(port=port, services=None)
            stream: EventStream = world.stream("/api/verify", {"claim": "The Halden bridge collapsed in 2023"})
            hanging.settimeout(PATIENCE_S)
            asked, _ = hanging.accept()
            process.terminate()
            # The search engine has not responded, so the job reports "cancelled" first, not an answer without search results.
            assert stream.until("error")[2]["error"]["code"] == "cancelled"
            assert process.wait(PATIENCE_S) == 0
            asked.close()
            assert process.stdout is not None
            said = process.stdout.read()
    assert "Traceback" not in said
    assert "ERROR" not in said
    assert "WARNING" not in said


def _has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


def test_command_line_claim_finds_the_service_on_another_address_and_ctrl_c_ends_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host = "::1" if _has_ipv6() else "127.0.0.1"
    with service(tmp_path, free_port(), "--offline", "--host", host) as process:
        found = claim_of(tmp_path, capsys)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 0
        assert process.stdout is not None
        assert "Traceback" not in process.stdout.read()
    assert (found["verdict"], found["saved"]) == ("False", True)
    with closing(History(tmp_path)) as history:
        assert history.count() == 1


def test_command_line_claim_is_stored_in_the_history_on_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = claim_of(tmp_path, capsys)
    assert found["saved"] is True
    # The view is created in each client's language.
    stored = {name: value for name, value in found.items() if name != "view"}
    with closing(History(tmp_path)) as history:
        assert history.result(found["session_id"]) == stored


@pytest.fixture
def unwritable(tmp_path: Path) -> Iterator[Path]:
    """A folder in which no files can be created. Root can write everywhere except in the kernel's own file systems."""
    if os.geteuid():
        tmp_path.chmod(0o500)
        yield tmp_path / "data"
        tmp_path.chmod(0o700)
    else:
        yield Path("/sys/claimlight")


def test_read_only_folder_disables_the_history_but_not_answers(unwritable: Path) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    settings = Settings(_env_file=None, data_dir=unwritable, port=port, offline=True)
    with closing(build(settings, models=bundled_models())) as services, running(services, listener):
        running_service = World(port=port, services=services)
        for claim in (CLAIM, {"claim": "Pizza tastes better than burgers"}):
            found = running_service.post("/api/verify", claim).json()
            assert found["saved"] is False
            (told,) = [issue for issue in found["issues"] if issue["code"] == "not_saved"]
            assert "data folder cannot be written" in told["message"]
        assert running_service.post("/api/verify", CLAIM).json()["verdict"] == "False"
        assert running_service.call("GET", "/api/status").json()["history_entries"] == 0
        assert running_service.call("GET", "/").status == 200
    assert not unwritable.exists()


@pytest.mark.parametrize("after_s", [0.5, 1.0])
def test_signal_during_the_start_ends_it_without_errors(tmp_path: Path, after_s: float) -> None:
    process = subprocess.Popen(
        command(tmp_path, "--port", str(free_port()), "--offline"), cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    time.sleep(after_s)
    process.terminate()
    said, _ = process.communicate(timeout=PATIENCE_S)
    # Before Python runs our code, the signal's default action ends the process.
    assert process.returncode in (0, -signal.SIGTERM)
    assert "Traceback" not in said
