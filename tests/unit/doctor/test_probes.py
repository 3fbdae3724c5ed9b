"""Probes of the real machine, as far as a test may access the machine."""

from __future__ import annotations

import os
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from backend.doctor.port_owner import owner_of, parse_lsof
from backend.doctor.probes import ThisMachine
from backend.settings import EXTENSION_ID, Settings
from tests.api_world import world
from tests.e2e.backend_process import free_port
from tests.e2e.local_servers import Stranger, serving


def settings_for_port(port: int) -> Settings:
    return Settings(_env_file=None, port=port)


def test_bundled_models_are_complete() -> None:
    assert ThisMachine().model_faults() == ()


def test_port_probe_leaves_the_port_free() -> None:
    settings = settings_for_port(free_port())
    assert ThisMachine().listener(settings) is None
    assert ThisMachine().listener(settings) is None


def test_port_probe_recognises_another_program(tmp_path: Path) -> None:
    with serving(Stranger) as port:
        stranger = ThisMachine().listener(settings_for_port(port))
    with world(tmp_path) as served:
        ours = ThisMachine().listener(settings_for_port(served.port))
    assert stranger is not None
    assert ours is not None
    assert (stranger.is_claimlight, ours.is_claimlight) == (False, True)
    assert "Another program" in stranger.message


def test_refused_origins_are_queried_from_the_service(tmp_path: Path) -> None:
    with world(tmp_path) as served:
        refused = [
            ThisMachine().refuses_origin(settings_for_port(served.port), origin)
            for origin in (f"chrome-extension://{EXTENSION_ID}", "chrome-extension://abc")
        ]
    assert refused == [False, True]


def test_port_owner_is_this_process() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        owner = owner_of(taken.getsockname()[1])
    # The result is empty if neither /proc nor lsof reveals the owner.
    assert owner == "" or f"(process {os.getpid()})" in owner


def test_port_owner_is_read_from_proc(tmp_path: Path) -> None:
    (tmp_path / "net").mkdir()
    head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
    row = "   0: 0100007F:2221 00000000:0000 {} 00000000:00000000 00:00000000 00000000  1000        0 {} 1\n"
    (tmp_path / "net" / "tcp").write_text(head + row.format("01", 41) + row.format("0A", 42))
    for number, inode in ((7, 41), (8, 42)):
        (tmp_path / str(number) / "fd").mkdir(parents=True)
        (tmp_path / str(number) / "fd" / "3").symlink_to(f"socket:[{inode}]")
        (tmp_path / str(number) / "comm").write_text("nginx\n")
    assert owner_of(8737, tmp_path) == "nginx (process 8)"
    (tmp_path / "8" / "comm").write_bytes("プログラム".encode() + b"\xe3\n")
    assert owner_of(8737, tmp_path) == "プログラム\ufffd (process 8)"
    assert owner_of(8738, tmp_path) == ""


@pytest.mark.parametrize(
    ("output", "owner"), [("p12\ncnginx\nf6\n", "nginx (process 12)"), ("", ""), ("p1\ncone\np2\nctwo\n", "one (process 1)")]
)  # fmt: skip
def test_port_owner_is_read_from_lsof(output: str, owner: str) -> None:
    assert parse_lsof(output) == owner


def test_missing_folder_is_judged_by_its_nearest_existing_parent(tmp_path: Path) -> None:
    made = ThisMachine().folder(tmp_path / "a" / "b")
    assert made.writable
    assert made.free > 0
    assert not (tmp_path / "a").exists()


def test_file_in_place_of_the_folder_is_not_writable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert not ThisMachine().folder(tmp_path / "file").writable


def test_folder_with_too_long_a_name_is_judged_by_its_parent(tmp_path: Path) -> None:
    assert ThisMachine().folder(tmp_path / ("a" * 300) / "b").writable


def test_remote_address_is_not_queried() -> None:
    """The tests' socket guard would report a connection."""
    found = ThisMachine().listener(
        Settings(_env_file=None, host="192.0.2.1", allow_remote=True, token=SecretStr("canary"))
    )
    assert found is not None
    assert (found.is_claimlight, found.message) == (False, "192.0.2.1 is not an address of this machine.")


def test_proxy_variables_are_named_without_their_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://user:canary@proxy.example")
    monkeypatch.setenv("all_proxy", "http://proxy.example")
    monkeypatch.setenv("http_proxy", "")
    assert ThisMachine().proxies() == ("HTTPS_PROXY", "all_proxy")


def test_clock_is_compared_even_without_a_tls_connection() -> None:
    with serving(Stranger) as port:
        web = ThisMachine(site=f"127.0.0.1:{port}").web(datetime.now(UTC) + timedelta(hours=1))
    assert web.error != ""
    assert not web.certificate_refused
    assert web.skew_s == pytest.approx(3600, abs=60)


def test_unreachable_site_is_reported() -> None:
    web = ThisMachine(site=f"127.0.0.1:{free_port()}").web(datetime.now(UTC))
    assert web.error != ""
    assert web.skew_s is None
