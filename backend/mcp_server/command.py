"""Starts the MCP server, or reports that the MCP SDK is missing."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable

from backend.errors import ConfigurationError
from backend.settings import Settings

_INSTALL = "Install it beside Claimlight: pip install 'mcp>=2.3,<3' (pipx: pipx inject claimlight 'mcp>=2.3,<3')."


def run(settings: Settings, *, find: Callable[[str], object] = importlib.util.find_spec) -> int:
    """Serve one assistant until it disconnects, and return the exit status.

    Raises ConfigurationError if `find` does not find the SDK.
    """
    if find("mcp") is None:
        raise ConfigurationError("`claimlight mcp` needs the MCP SDK.", hint=_INSTALL)
    import anyio

    from backend.mcp_server.server import serve

    if sys.stdin.isatty():
        sys.stderr.write(
            "This is for assistants, which speak MCP on standard input: see docs/mcp.md. Ctrl+C ends it.\n"
        )
    try:
        anyio.run(serve, settings)
    except BaseExceptionGroup as group:
        if group.split(BrokenPipeError)[1] is not None:
            raise
        # A broken pipe means that the assistant has closed its end of the connection.
        return 0
    except KeyboardInterrupt:
        # The thread that reads standard input is not interrupted, so the process must exit at once.
        sys.stderr.flush()
        os._exit(130)
    return 0
