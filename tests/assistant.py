"""An assistant for tests: the MCP SDK's client with `claimlight mcp` as a subprocess, called from plain functions."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp import MCPError
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult

from tests.e2e.backend_process import ROOT


def command(folder: Path, port: int, *options: str) -> list[str]:
    """Return the command that starts the program with a data folder and a port."""
    return [sys.executable, "-m", "backend", "mcp", "--data-dir", str(folder), "--port", str(port), *options]


class Assistant:
    """A connected client; `log` is the file with the server's standard error."""

    def __init__(self, portal: BlockingPortal, client: Client, log: Path) -> None:
        self._portal = portal
        self.client = client
        self.log = log

    def call(self, tool: str, **arguments: Any) -> CallToolResult:
        """Return the result of a tool, which may be an error."""
        return self._portal.call(partial(self.client.call_tool, tool, arguments))

    def answer(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Return the structured result, which the client has validated against the declared schema."""
        found = self.call(tool, **arguments)
        assert not found.is_error, found.content
        assert found.structured_content is not None
        return found.structured_content

    def begin(self, tool: str, told: list[str], **arguments: Any) -> Future[CallToolResult]:
        """Call a tool without waiting, and report its progress to `told`. Cancelling the future cancels the call."""

        async def note(_done: float, _total: float | None, message: str | None) -> None:
            told.append(message or "")

        return self._portal.start_task_soon(partial(self.client.call_tool, tool, arguments, progress_callback=note))

    def run(self, method: str, *arguments: Any) -> Any:
        """Call any other method of the client. Raises MCPError."""
        return self._portal.call(getattr(self.client, method), *arguments)


@contextmanager
def assistant(folder: Path, port: int, *options: str, mode: str = "auto", **settings: str) -> Iterator[Assistant]:
    """Yield a connected client, and stop the server at the end of the block."""
    program, *arguments = command(folder, port, *options)
    server = StdioServerParameters(command=program, args=arguments, cwd=ROOT, env={**os.environ, **settings})
    log = folder.with_suffix(f".{port}.log")
    with log.open("a") as errors, start_blocking_portal() as portal:
        client = Client(stdio_client(server, errlog=errors), mode=mode)
        with portal.wrap_async_context_manager(client):
            yield Assistant(portal, client, log)


__all__ = ["Assistant", "MCPError", "assistant", "command"]
