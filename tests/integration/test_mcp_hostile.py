"""`claimlight mcp` and clients that violate the protocol, with raw bytes on the program's standard input."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest

from backend.knowledge.lock import FolderLock
from backend.mcp_server import embedded
from backend.mcp_server.client import Backend
from backend.mcp_server.gateway import Gateway
from backend.remote import is_claimlight_at
from backend.settings import Settings
from tests.api_world import world
from tests.assistant import command
from tests.e2e.backend_process import free_port
from tests.each_row import each_row
from tests.raw_client import RawClient, raw_client

FLOOD = 60
"""Number of requests, each of which gets a response of 18 kB. A pipe holds 64 kB."""


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RawClient]:
    folder = tmp_path_factory.mktemp("raw")
    with raw_client(command(folder / "data", free_port(), "--offline")) as client:
        yield client


@each_row(
    ("line", "code"),
    [
        (b"not json", -32700),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ping"', -32700),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": 5}}', -32602),
        (b'{"jsonrpc": "2.0", "id": 8, "method": "no/such/method"}', -32601),
        (b'{"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "\xff\xfe"}}', -32602),
        (b"[" * 100_000, -32700),
        (b"\x00" * 1_000_000, -32700),
    ],
)
def test_invalid_message_gets_an_error_and_the_server_continues(raw: RawClient, line: bytes, code: int) -> None:
    raw.write(line)
    assert raw.read()["error"]["code"] == code
    assert raw.ping()["result"] == {}


def test_client_that_delays_reading_receives_every_answer(raw: RawClient) -> None:
    numbers: list[int] = []
    for _ in range(FLOOD):
        numbers.append(raw.request("tools/list", {}))
    answers = [raw.read() for _ in range(FLOOD)]
    assert sorted(answer["id"] for answer in answers) == numbers
    assert raw.ping()["result"] == {}


def test_closed_input_ends_the_server_without_errors(tmp_path: Path) -> None:
    with raw_client(command(tmp_path / "data", free_port(), "--offline")) as client:
        client.hang_up()
        client.request("tools/list", {})


def test_restarted_backend_is_used_again(tmp_path: Path) -> None:
    port = free_port()
    settings = Settings(_env_file=None, port=port)

    async def question(backend: Backend) -> str:
        await backend.ask("/api/knowledge/stats", {})
        return backend.url

    async def run() -> tuple[str, str]:
        async with Gateway(settings) as gateway:
            with world(tmp_path, port=port):
                first = await gateway.ask(question)
            with world(tmp_path, port=port):
                return first, await gateway.ask(question)

    assert anyio.run(run) == (settings.url, settings.url)


def test_folder_locked_by_a_process_without_a_service_is_left_alone(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, data_dir=tmp_path, port=free_port(), offline=True)
    lock = FolderLock(tmp_path)
    before = sorted(tmp_path.iterdir())
    own = embedded.start(settings)
    try:
        assert own.notice == embedded.ALONE
        assert is_claimlight_at(own.url, patience_s=60)
        assert sorted(tmp_path.iterdir()) == before
    finally:
        own.close()
        lock.release()
