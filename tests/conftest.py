"""Applies to every test: a clean environment, no internet, the same random numbers each time."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings as hypothesis_settings

from tests.guarded import socket_guard
from tests.servers import chroma_url, database_url, postgres_server  # noqa: F401 - fixtures: one server for all modules

ROOT = Path(__file__).resolve().parent.parent
_KEYS = ("OPENAI_", "TAVILY_", "GOOGLE_FACT_CHECK_", "CLAIMLIGHT_")
_SCRATCH = Path(tempfile.mkdtemp(prefix="claimlight-tests-"))
_REACHED = _SCRATCH / "reached-the-internet.log"


def _clean_environment() -> None:
    """No API keys, proxies or data folder, here and in child processes."""
    for name in list(os.environ):
        if (name.upper().startswith(_KEYS) and not name.startswith("CLAIMLIGHT_TEST_")) or name.upper().endswith(
            "_PROXY"
        ):
            del os.environ[name]
    os.environ["XDG_DATA_HOME"] = str(_SCRATCH / "data")
    os.environ["PYTHONPATH"] = str(ROOT / "tests" / "guarded")
    os.environ["PYTHON_SOCKET_GUARD_LOG"] = str(_REACHED)


# Until the tests are collected: nearly everything created until then is kept.
gc.disable()
_clean_environment()
socket_guard.install(socket_guard.report_to_file(str(_REACHED)))
# The same examples on every machine and in every run; slowness is not a failure.
hypothesis_settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
hypothesis_settings.load_profile("repeatable")


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name bytes by their number: gzip embeds the time in them, and parallel workers must collect the same names."""
    return f"{len(val)} bytes" if isinstance(val, bytes) else None


def pytest_collection_finish() -> None:
    """Keep the garbage collector off the collected tests and imported modules: a full pass over them takes a second."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """Leave nothing behind."""
    shutil.rmtree(_SCRATCH, ignore_errors=True)


@pytest.fixture(autouse=True)
def _no_internet() -> Iterator[None]:
    """Fail a test that tried to reach the internet, directly or in a child process, even if the program swallowed the error."""
    yield
    if _REACHED.exists():
        reached = _REACHED.read_text(encoding="utf-8")
        _REACHED.unlink()
        pytest.fail(f"this test (or one that ran before it in the background) reached for the internet:\n{reached}")


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT
