"""`claimlight mcp` and clients that keep to no protocol: raw bytes on its standard input."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
from tests.e2e.backend_process import ROOT, free_port
from tests.each_row import each_row

FLOOD = 400
INITIALIZE = {
    "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"},
}  # fmt: skip


class RawClient:
    """Writes lines of bytes and reads lines of JSON; the numbers of requests grow."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout
        self._number = 0

    def write(self, line: bytes) -> None:
        self._in.write(line + b"\n")
        self._in.flush()

    def request(self, method: str, params: object) -> int:
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self.write(json.dumps(message).encode())
        return self._number

    def read(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._out.readline())
        return found

    def ping(self) -> dict[str, Any]:
        number = self.request("ping", {})
        while (answer := self.read()).get("id") != number:
            pass
        return answer


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RawClient]:
    folder = tmp_path_factory.mktemp("raw")
    process = subprocess.Popen(
        command(folder / "data", free_port(), "--offline"), cwd=ROOT, env=dict(os.environ), stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    client = RawClient(process)
    client.request("initialize", INITIALIZE)
    assert client.read()["result"]["serverInfo"]["name"] == "claimlight"
    client.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
    yield client
    _, said = process.communicate(timeout=60)
    assert (process.returncode, b"Traceback" in said) == (0, False), said


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
def test_what_is_no_message_gets_an_error_and_the_server_lives_on(raw: RawClient, line: bytes, code: int) -> None:
    raw.write(line)
    assert raw.read()["error"]["code"] == code
    assert raw.ping()["result"] == {}


def test_a_client_that_stops_reading_finds_every_answer_later(raw: RawClient) -> None:
    """Far more than a pipe holds."""
    numbers: list[int] = []
    for _ in range(FLOOD):
        numbers.append(raw.request("tools/list", {}))
    answers = [raw.read() for _ in range(FLOOD)]
    assert sorted(answer["id"] for answer in answers) == numbers
    assert raw.ping()["result"] == {}


def test_a_backend_that_was_restarted_is_asked_again(tmp_path: Path) -> None:
    port = free_port()
    settings = Settings(_env_file=None, data_dir=tmp_path / "other", port=port)
    settings.model_fields_set.discard("data_dir")

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


def test_a_folder_whose_holder_does_not_serve_is_left_alone(tmp_path: Path) -> None:
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
