"""Fixtures for every test: a clean environment, no internet access, and the same random numbers in each run."""

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
    """Remove API keys, proxies and the data folder from the environment, including that of child processes."""
    for name in list(os.environ):
        if (name.upper().startswith(_KEYS) and not name.startswith("CLAIMLIGHT_TEST_")) or name.upper().endswith(
            "_PROXY"
        ):
            del os.environ[name]
    os.environ["XDG_DATA_HOME"] = str(_SCRATCH / "data")
    os.environ["PYTHONPATH"] = str(ROOT / "tests" / "guarded")
    os.environ["PYTHON_SOCKET_GUARD_LOG"] = str(_REACHED)


# Suspend garbage collection until the tests are collected, because nearly every object created until then is kept.
gc.disable()
_clean_environment()
socket_guard.install(socket_guard.report_to_file(str(_REACHED)))
# Use the same examples on every machine and in every run, with no time limit for slow examples.
hypothesis_settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
hypothesis_settings.load_profile("repeatable")


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name byte strings by index: gzip embeds the time, and parallel workers must collect the same names."""
    return f"{len(val)} bytes" if isinstance(val, bytes) else None


def pytest_collection_finish() -> None:
    """Freeze the collected tests and imported modules, because scanning them takes a second per full garbage collection."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_unconfigure() -> None:
    """Delete everything that the test run created."""
    shutil.rmtree(_SCRATCH, ignore_errors=True)


@pytest.fixture(autouse=True)
def _no_internet() -> Iterator[None]:
    """Fail a test that tries to reach the internet, directly or in a child process, even if the error is swallowed."""
    yield
    if _REACHED.exists():
        reached = _REACHED.read_text(encoding="utf-8")
        _REACHED.unlink()
        pytest.fail(f"this test (or one that ran before it in the background) reached for the internet:\n{reached}")


@pytest.fixture(scope="session")
def root() -> Path:
    """The root folder of the repository."""
    return ROOT
