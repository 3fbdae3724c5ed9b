"""`scripts/refresh` as cron runs it: alone, beside a running service, offline, and killed during storage."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import httpx
import pytest

from backend.cli import Launch, main
from backend.evaluation.end_to_end_service import environment
from backend.evaluation.frozen_server import FrozenServer
from backend.knowledge.database import FILE_NAME, Database
from backend.knowledge.generations import Generations
from scripts.loading import world
from tests.evaluated_service import running

CASES = world.cases(12)
PATIENT = {
    "CLAIMLIGHT_SEARCH_TIMEOUT_S": "30",
    "CLAIMLIGHT_REFRESH_QUERIES": f"{CASES[0].id.replace('-', ' ')} opened",
}
"""A single query, because a refresh pauses for several seconds between queries."""


@pytest.fixture(scope="module")
def web() -> Iterator[FrozenServer]:
    with FrozenServer(world.web(CASES)) as server:
        yield server


@pytest.fixture(scope="module")
def refresh(web: FrozenServer, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., int]:
    """Runs the command in this process, with its settings in a file, and returns its exit status."""
    file = tmp_path_factory.mktemp("settings") / "claimlight.env"
    own = {name: value for name, value in env(web.settings).items() if name.startswith("CLAIMLIGHT_")}
    file.write_text("".join(f"{name}={value}\n" for name, value in own.items()), encoding="utf-8")
    return lambda folder, *options: main(["refresh", "--data-dir", str(folder), *options], launch=Launch(env_file=file))


def command(folder: Path) -> list[str]:
    return [sys.executable, "-m", "backend", "refresh", "--data-dir", str(folder)]


def env(settings: Mapping[str, str]) -> dict[str, str]:
    return environment({**PATIENT, **settings})


def generations(folder: Path) -> tuple[int, int]:
    """Return the current generation and its size."""
    database = Database(folder)
    try:
        found = Generations(database, lambda _: None)
        return found.live(), found.size(found.live())
    finally:
        database.close()


@dataclass(frozen=True)
class Refreshed:
    """A data folder after its first refresh, with its exit status and output, and the number of queries that it sent."""

    folder: Path
    status: int
    printed: str
    questions: int


@pytest.fixture(scope="module")
def refreshed(web: FrozenServer, refresh: Callable[..., int], tmp_path_factory: pytest.TempPathFactory) -> Refreshed:
    folder = tmp_path_factory.mktemp("refreshed") / "data"
    web.visit()
    with redirect_stdout(StringIO()) as printed:
        status = refresh(folder)
    return Refreshed(folder, status, printed.getvalue(), len(web.visit().questions))


@pytest.mark.timeout(400)
def test_refresh_without_a_service_fills_the_knowledge_base_and_reports(refreshed: Refreshed) -> None:
    assert refreshed.status == 0
    assert "Current affairs: " in refreshed.printed
    assert {"searching", "reading", "storing"} <= set(refreshed.printed.split())
    assert refreshed.questions >= 2
    number, size = generations(refreshed.folder)
    assert (number, size > 0) == (1, True)


@pytest.mark.timeout(400)
def test_refresh_is_delegated_to_a_running_service(web: FrozenServer, refresh: Callable[..., int]) -> None:
    with running(web.settings | PATIENT) as running_service:
        assert refresh(running_service.data) == 0
        status = httpx.get(f"{running_service.url}/api/status", trust_env=False, timeout=20).json()
        found = httpx.post(
            f"{running_service.url}/api/knowledge/search", json={"query": CASES[0].claim}, trust_env=False, timeout=20
        ).json()
    assert status["refresh"]["generation"] == 1
    assert status["refresh"]["last"]["ok"] is True
    assert status["refresh"]["next"] == ""
    assert status["today"]["searches"]["used"] >= 2
    assert len(found["results"]) > 0


@pytest.mark.timeout(400)
def test_refresh_is_refused_offline_without_requests(
    web: FrozenServer, refresh: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    web.visit()
    assert refresh(tmp_path / "data", "--offline") == 1
    assert "offline" in capsys.readouterr().err
    assert web.visit().questions == ()


@pytest.mark.timeout(600)
def test_killed_refresh_keeps_the_old_generation_and_the_next_one_succeeds(
    web: FrozenServer, refresh: Callable[..., int], refreshed: Refreshed, tmp_path: Path
) -> None:
    data = shutil.copytree(refreshed.folder, tmp_path / "data")
    before = generations(data)
    with subprocess.Popen(
        command(data), env=env(web.settings), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(("storing", "switching")):
                break
        os.kill(process.pid, signal.SIGKILL)
    assert generations(data)[1] == before[1]
    assert refresh(data) == 0
    assert generations(data)[0] > before[0]
    assert (data / FILE_NAME).exists()
