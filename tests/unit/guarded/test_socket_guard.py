"""The socket guard itself: the connections that it permits and refuses, here and in child processes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.guarded import socket_guard

GUARDED = str(Path(socket_guard.__file__).parent)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1", "0.0.0.0", "localhost"])
def test_loopback_is_local(host: str) -> None:
    assert socket_guard.is_local_address(socket.AF_INET6 if ":" in host else socket.AF_INET, (host, 80))


@pytest.mark.parametrize(
    "host", ["192.0.2.1", "10.0.0.1", "169.254.169.254", "2001:db8::1", "::ffff:8.8.8.8", "example.com"]
)
def test_other_addresses_are_not_local(host: str) -> None:
    assert not socket_guard.is_local_address(socket.AF_INET6 if ":" in host else socket.AF_INET, (host, 80))


def test_unix_sockets_are_local() -> None:
    assert socket_guard.is_local_address(socket.AF_UNIX, "/tmp/x")


@pytest.mark.parametrize(
    ("host", "local"), [("localhost", True), ("a.localhost", True), (None, True), ("192.0.2.1", True)]
)
def test_names_resolved_without_dns_are_allowed(host: str | None, local: bool) -> None:
    assert socket_guard.is_local_name(host) is local


@pytest.mark.parametrize("host", ["example.com", b"example.com", "localhost.example.com"])
def test_other_names_count_as_dns_lookups(host: str | bytes) -> None:
    assert not socket_guard.is_local_name(host)


def test_a_real_loopback_connection_passes() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        assert client.getpeername() == server.getsockname()


@pytest.mark.parametrize(
    "attempt",
    [
        "socket.create_connection(('192.0.2.1', 80), 1)",
        "socket.socket().connect_ex(('192.0.2.1', 80))",
        "socket.getaddrinfo('example.com', 80)",
        "socket.gethostbyname('example.com')",
        "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
        "__import__('urllib.request').request.urlopen('http://example.com', timeout=1)",
    ],
)
def test_a_child_process_is_refused_and_reported(attempt: str, tmp_path: Path) -> None:
    log = tmp_path / "reached.log"
    environment = {**os.environ, "PYTHONPATH": GUARDED, "PYTHON_SOCKET_GUARD_LOG": str(log)}
    done = subprocess.run(
        [sys.executable, "-c", f"import socket; {attempt}"], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "InternetReached" in done.stderr
    assert "look-up of" in log.read_text() or "connection to" in log.read_text()


ASKS_A_SEARCH_ENGINE = """
from backend.domain.search import SearchQuery, SearchTier
from backend.search.engines.ddgs_backends import BACKENDS, DdgsEngine

for backend in BACKENDS:
    try:
        DdgsEngine(backend).search(SearchQuery(text="Halden bridge", tier=SearchTier.BROAD, limit=3), timeout_s=5)
    except RuntimeError as error:
        print(type(error).__name__)
"""


def test_a_library_with_sockets_of_its_own_is_refused_before_it_opens_one(root: Path, tmp_path: Path) -> None:
    log = tmp_path / "reached.log"
    environment = {**os.environ, "PYTHONPATH": f"{GUARDED}{os.pathsep}{root}", "PYTHON_SOCKET_GUARD_LOG": str(log)}
    done = subprocess.run(
        [sys.executable, "-c", ASKS_A_SEARCH_ENGINE], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["InternetReached"] * 5
    assert log.read_text().count("request for 'https://") == 5


HIDDEN = """
import socket

def test_hidden():
    try:
        socket.getaddrinfo("example.com", 80)
    except Exception:
        pass
"""


def test_a_swallowed_attempt_still_fails_its_test(tmp_path: Path, root: Path) -> None:
    imports = "from tests.conftest import *\nfrom tests.conftest import _no_internet\n"
    (tmp_path / "conftest.py").write_text(f"import sys\nsys.path.insert(0, {str(root)!r})\n{imports}")
    (tmp_path / "test_hidden.py").write_text(HIDDEN)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHON_SOCKET_GUARD_LOG"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command = [sys.executable, "-m", "pytest", "-q", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "look-up of 'example.com'" in done.stdout
