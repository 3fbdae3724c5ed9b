"""Runs the service of the measurements as `backend.evaluation.end_to_end_service` does, but forks it, which takes half the time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from backend.evaluation.end_to_end_service import Running, environment
from tests.e2e.backend_process import BackendProcess


@contextmanager
def running(settings: Mapping[str, str]) -> Iterator[Running]:
    """Run a service with an empty knowledge base. Stop it and delete its folder afterwards.

    Unlike the original, the service also inherits the environment of the tests, which `tests/conftest.py` cleans.
    """
    with TemporaryDirectory(prefix="claimlight-evaluation-") as folder:
        process = BackendProcess(Path(folder) / "data", settings=environment(settings))
        try:
            process.start()
            yield Running(process.url, process.pid, Path(folder) / "data")
        finally:
            process.stop()
