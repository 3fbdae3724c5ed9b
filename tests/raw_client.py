"""A raw MCP client that writes arbitrary bytes to the standard input of a server."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.e2e.backend_process import ROOT
from tests.time_limits import PATIENCE_S

INITIALIZE = {
    "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"},
}  # fmt: skip


class RawClient:
    """Writes lines of bytes and reads lines of JSON. Request ids increase."""

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

    def hang_up(self) -> None:
        """Close the output pipe and stop reading."""
        self._out.close()

    def ping(self) -> dict[str, Any]:
        number = self.request("ping", {})
        while (answer := self.read()).get("id") != number:
            pass
        return answer


@contextmanager
def raw_client(
    command: Sequence[str], *, folder: Path = ROOT, environment: Mapping[str, str] | None = None
) -> Iterator[RawClient]:
    """Yield a client after the handshake. At the end, the server must exit by itself without errors."""
    process = subprocess.Popen(
        command, cwd=folder, env={**os.environ, **(environment or {})}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        client = RawClient(process)
        client.request("initialize", INITIALIZE)
        assert client.read()["result"]["serverInfo"]["name"] == "claimlight"
        client.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
        yield client
        _, said = process.communicate(timeout=PATIENCE_S)
    finally:
        process.kill()
        process.wait(PATIENCE_S)
    assert (process.returncode, b"Traceback" in said) == (0, False), said
