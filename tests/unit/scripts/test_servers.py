"""The temporary servers of tests and scripts stop with the process that started them, even if that process is killed."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.scaling.servers import free_port, mortal
from tests.job_world import eventually

ROOT = Path(__file__).resolve().parents[3]
STARTER = """
import sys, time
from pathlib import Path
from scripts.scaling.servers import mortal, running
port, log = int(sys.argv[1]), Path(sys.argv[2])
command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
with running(mortal(command, "TERM"), log, port, user=None):
    print("ready", flush=True)
    time.sleep(120)
"""


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


def test_server_exits_when_its_parent_is_killed(tmp_path: Path) -> None:
    if mortal(["x"], "TERM") == ["x"]:
        pytest.skip("setpriv cannot set a death signal here")
    port = free_port()
    command = [sys.executable, "-c", STARTER, str(port), str(tmp_path / "log")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as starter:
        assert starter.stdout is not None
        assert starter.stdout.readline() == "ready\n"
        assert listens(port)
        starter.kill()
    eventually(lambda: not listens(port))


def test_command_is_unchanged_without_parent_death_signal_support(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert mortal(["server", "-p", "1"], "TERM") == ["server", "-p", "1"]
