"""`claimlight mcp` explains what to install if the optional dependencies are missing."""

from __future__ import annotations

import pytest

from backend.errors import ConfigurationError
from backend.mcp_server.command import run
from backend.settings import Settings
from tests.architecture.source import ROOT
from tests.architecture.test_package_metadata import requirements


def test_missing_sdk_error_says_what_to_install() -> None:
    with pytest.raises(ConfigurationError) as caught:
        run(Settings(_env_file=None), find=lambda _: None)
    assert caught.value.message == "`claimlight mcp` needs the MCP SDK."
    [extra] = requirements(ROOT / "requirements-mcp.txt")
    assert f"pip install '{extra}'" in caught.value.hint
