"""Every result includes a view in the language of the client."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from backend.domain.claim import VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Verdict
from tests.api_world import World, answer_false, world
from tests.job_world import eventually

FLAT = {"claim": "The Earth is flat"}


@pytest.fixture(scope="module")
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world(tmp_path_factory.mktemp("data")) as running:
        yield running


def words(reply: dict[str, dict[str, dict[str, str]]]) -> str:
    return reply["view"]["grade"]["words"]


def test_language_option_overrides_the_header_and_english_is_the_default(running_service: World) -> None:
    german = {"Accept-Language": "nl, de-AT;q=0.8, fr;q=0.5, en;q=0"}
    assert words(running_service.post("/api/verify", FLAT).json()) == "False"
    assert words(running_service.post("/api/verify", FLAT, german).json()) == "Falsch"
    assert (
        words(running_service.post("/api/verify", {**FLAT, "options": {"language": "fr-CA"}}, german).json()) == "Faux"
    )
    for nothing in ("xx", "", None):
        asked = {**FLAT, "options": {"language": nothing}}
        assert words(running_service.post("/api/verify", asked).json()) == "False"
    assert running_service.post("/api/verify", {**FLAT, "options": {"language": 7}}).status == 400


def test_job_and_history_can_be_read_in_another_language(running_service: World) -> None:
    found = running_service.post("/api/verify", FLAT).json()
    job = f"/api/verify/{found['job_id']}"
    assert words(running_service.post(job, {"language": "hi"}).json()) == "ग़लत"
    assert words(running_service.stream(f"{job}/events", {"after": 0, "language": "zh"}).until("result")[2]) == "不实"
    asked = {"session_id": found["session_id"], "language": "ar"}
    kept = running_service.post("/api/history/get", asked).json()
    assert (words(kept), kept["view"]["direction"]) == ("خاطئ", "rtl")
    assert "view" not in running_service.services.history.result(found["session_id"])


def test_clients_with_two_languages_share_one_job(tmp_path: Path) -> None:
    runs = []

    def until_both_wait(request: VerifyRequest, run: Run) -> Verdict:
        runs.append(request)
        eventually(lambda: running_service.services.jobs.state().waiters == 2)
        return answer_false(request, run)

    with world(tmp_path, until_both_wait) as running_service:
        streams = [
            running_service.stream("/api/verify", {**FLAT, "options": {"language": one}}) for one in ("en", "es")
        ]
        assert [words(stream.until("result")[2]) for stream in streams] == ["False", "Falso"]
    assert len(runs) == 1
