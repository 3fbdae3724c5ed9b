"""The service with all its real components in offline mode: models, knowledge base, pipeline, history and server."""

from __future__ import annotations

import socket
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from backend.bootstrap import build
from backend.settings import Settings
from tests.api_world import World, running
from tests.models import bundled_models


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("real") / "data"


@pytest.fixture(scope="module")
def running_service(folder: Path) -> Iterator[World]:
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    with (
        closing(
            build(Settings(_env_file=None, data_dir=folder, port=port, offline=True), models=bundled_models())
        ) as services,
        running(services, listener),
    ):
        yield World(port=port, services=services)


def test_a_seed_claim_is_refuted_with_a_quote_from_its_source(running_service: World) -> None:
    result = running_service.post("/api/verify", {"claim": "The Earth is flat"}).json()
    assert result["verdict"] == "False"
    assert result["citations"]
    by_number = {item["n"]: item for item in result["evidence"]}
    for citation in result["citations"]:
        assert citation["quote"] in by_number[citation["n"]]["text"]
        assert citation["url"].startswith("https://")
    assert result["used_web_search"] is False
    assert result["fingerprint"]["embedder"]


def test_stream_starts_before_the_work_and_ends_with_the_answer(running_service: World) -> None:
    stream = running_service.stream("/api/verify", {"claim": "Apollo 11 landed on the Moon in 1969"})
    kinds = [kind for _, kind, _ in stream if kind != "heartbeat"]
    assert (kinds[0], kinds[-1]) == ("accepted", "result")
    assert {"stage", "evidence"} <= set(kinds)


def test_opinion_is_answered_without_evidence(running_service: World) -> None:
    result = running_service.post("/api/verify", {"claim": "Pizza tastes better than burgers"}).json()
    assert (result["verdict"], result["claim_type"], result["evidence"]) == ("Not Verifiable", "OPINION", [])


def test_older_response_formats_contain_the_same_outcome(running_service: World) -> None:
    assert running_service.post("/verify", {"claim": "The Earth is flat"}).json()["verdict"] == "Refuted"
    worker = running_service.post("/worker/verify", {"job_id": "7", "claim": "The Earth is flat"}).json()
    assert (worker["verdict"], worker["status"]) == ("FALSE", "completed_from_cache")
    assert worker["claim_breakdown"][0]["status"] == "INVALID"


def test_status_and_health_agree_about_the_knowledge_base(running_service: World) -> None:
    status = running_service.call("GET", "/api/status").json()
    assert status["kb_size"] == running_service.call("GET", "/api/health").json()["kb_size"] > 60
    assert status["models"]["verifier"]
    assert status["offline"] is True
    assert status["engines"] == []


def test_deleted_passage_is_never_found_again(running_service: World) -> None:
    found = running_service.post("/api/knowledge/search", {"query": "The speed of light in vacuum", "limit": 1}).json()[
        "results"
    ]
    assert running_service.post("/api/knowledge/forget", {"passage_id": found[0]["id"]}).json() == {"forgotten": 1}
    again = running_service.post("/api/knowledge/search", {"query": found[0]["text"], "limit": 5}).json()["results"]
    assert found[0]["id"] not in [item["id"] for item in again]


def test_answer_excluded_from_the_history_is_not_in_its_file(running_service: World, folder: Path) -> None:
    claim = "The canary bird called Zorblax is flat"
    result = running_service.post("/api/verify", {"claim": claim, "options": {"remember": False}}).json()
    assert result["saved"] is False
    assert not any(b"Zorblax" in file.read_bytes() for file in folder.glob("history*"))
    assert running_service.post("/api/verify", {"claim": claim}).json()["saved"] is True
    assert any(b"Zorblax" in file.read_bytes() for file in folder.glob("history*"))


def test_data_files_are_private(running_service: World, folder: Path) -> None:
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.glob("*.sqlite3*")}
    assert {"history.sqlite3", "knowledge.sqlite3"} <= set(modes)
    assert {name for name, mode in modes.items() if mode != 0o600} == set()
