"""Regression tests for the defects of the original designs in their HTTP interfaces, one test each.

Each test is named after the correct behaviour.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from backend.api import wire
from backend.api.projections import worker_verdict
from backend.api.worker_shape import WorkerCall, worker_result
from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Stance
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from backend.errors import ModelError, StorageError
from backend.jobs.runner import JobLimits
from backend.settings import Settings
from tests.api_world import EXTENSION, World, make_evidence, make_part, make_verdict, world

CLAIM = {"claim": "The Earth is flat"}
OLDER = {"/verify": CLAIM, "/worker/verify": {"job_id": "j", **CLAIM}}
EVIL = "https://evil.example"


@pytest.fixture(scope="module")
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.mark.parametrize("path", OLDER)
def test_claim_length_is_limited(running_service: World, path: str) -> None:
    for length in (2_001, 60_000, 70_000):
        reply = running_service.post(path, {**OLDER[path], "claim": "a" * length})
        assert reply.status == 413
    assert running_service.post(path, {**OLDER[path], "claim": "a" * 2_000}).status == 200


@pytest.mark.parametrize("path", OLDER)
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_body_must_be_declared_as_json(running_service: World, path: str, kind: str) -> None:
    reply = running_service.call("POST", path, json.dumps(OLDER[path]).encode(), {"Content-Type": kind})
    assert reply.status == 415


def test_concurrent_requests_keep_their_session_ids(tmp_path: Path) -> None:
    """In one original design, a single object held the id of the last caller. Here each answer has its own claim and id."""
    meet = threading.Barrier(4)

    def script(request: VerifyRequest, run: Run) -> Verdict:
        meet.wait(10)
        return make_verdict(request)

    answers: dict[str, Any] = {}

    def ask(running: World, text: str) -> None:
        answers[text] = running.post("/api/verify", {"claim": text}).json()

    with world(tmp_path, script, limits=JobLimits(workers=4)) as running:
        threads = [threading.Thread(target=ask, args=(running, f"claim {n}")) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        listed = running.post("/api/history/list", {}).json()["entries"]
    assert {text: answer["original_claim"] for text, answer in answers.items()} == {text: text for text in answers}
    assert len({answer["session_id"] for answer in answers.values()}) == 4
    assert {entry["session_id"]: entry["claim"] for entry in listed} == {a["session_id"]: t for t, a in answers.items()}


@pytest.mark.parametrize("path", OLDER)
@pytest.mark.parametrize("claim", ["X is a hoax", "Y is always guaranteed", "Z improves sleep", "The Earth is flat"])
@pytest.mark.parametrize("error", [RuntimeError("canary"), ModelError("canary"), StorageError("canary")])
def test_pipeline_error_is_not_answered_with_a_verdict(tmp_path: Path, path: str, claim: str, error: Exception) -> None:
    """The original designs invented a verdict, said "completed", or returned Not Enough Evidence (001) or the raw text (004)."""

    def script(request: VerifyRequest, run: Run) -> Verdict:
        raise error

    with world(tmp_path, script) as running:
        reply = running.post(path, {**OLDER[path], "claim": claim})
    assert reply.status in (500, 503)
    assert set(reply.json()) == {"error", "detail"}
    assert reply.json()["detail"] == reply.json()["error"]["message"]
    assert b"canary" not in reply.body


def test_other_websites_may_not_call_the_api(running_service: World) -> None:
    for origin in (EVIL, "null"):
        reply = running_service.post("/verify", CLAIM, {"Origin": origin})
        assert reply.status == 403
        assert "access-control-allow-origin" not in reply.headers
    allowed = running_service.post("/verify", CLAIM, {"Origin": EXTENSION})
    assert allowed.headers["access-control-allow-origin"] == EXTENSION
    assert "access-control-allow-credentials" not in allowed.headers


def test_service_listens_on_loopback_and_the_documented_port(root: Path) -> None:
    settings = Settings(_env_file=None)
    assert settings.host == "127.0.0.1"
    scripts = [file.read_text(encoding="utf-8") for file in (root / "chrome_extension").rglob("*.js")]
    named = {port for text in scripts for port in re.findall(r"127\.0\.0\.1:(\d+)", text)}
    assert named == {str(settings.port)}


def test_misleading_is_a_documented_label() -> None:
    assert {worker_verdict(label) for label in Label} == {"TRUE", "FALSE", "PARTIALLY_TRUE", "UNVERIFIABLE"}


def test_first_evidence_keeps_its_id() -> None:
    """In the original design, the first passage's id was 0, which counted as missing, so its rows pointed at nothing."""
    items = (make_evidence(), make_evidence(Stance.SUPPORTS, "Round.", domain="who.int"))
    verdict = make_verdict(VerifyRequest(claim="The Earth is flat"), evidence=items)
    shown = wire.result(verdict, job_id="j")
    assert [row["evidence_id"] for row in shown["evidence_map"]] == [item["id"] for item in shown["evidence"]]
    assert [item["n"] for item in shown["evidence"]] == [1, 2]


def test_grade_follows_the_trust() -> None:
    """In the original design, the payload used a key that was never written."""
    items = tuple(replace(make_evidence(text=f"Sentence {n}."), relevance=n / 10) for n in (9, 7, 5, 2))
    verdict = make_verdict(VerifyRequest(claim="The Earth is flat"), evidence=items)
    shown = worker_result(verdict, job_id="j", call=WorkerCall(job_id="t"), domain="general")
    assert [fact["grade"] for fact in shown["evidence"]] == ["A+", "B", "D", "F"]


def test_unverifiable_is_reachable(tmp_path: Path) -> None:
    def script(request: VerifyRequest, run: Run) -> Verdict:
        return make_verdict(request, label=Label.NOT_VERIFIABLE, evidence=())

    with world(tmp_path, script) as running:
        assert running.post("/verify", {"claim": "Pizza is better than pasta"}).json()["verdict"] == "Unverifiable"


def test_neutral_evidence_is_not_cited(running_service: World, tmp_path: Path) -> None:
    def script(request: VerifyRequest, run: Run) -> Verdict:
        items = (make_evidence(), *(make_evidence(Stance.NEUTRAL, f"So {n}.", domain=f"n{n}.gov") for n in range(9)))
        return make_verdict(request, evidence=items)

    with world(tmp_path, script) as running:
        assert [c["url"] for c in running.post("/verify", CLAIM).json()["citations"]] == ["https://www.nasa.gov/earth"]


def test_unsafe_result_urls_do_not_become_links(tmp_path: Path) -> None:
    """In the original design, a page's address was inserted into href unchanged, which allowed `javascript:` links and attributes."""
    item = make_evidence(text="Flat <img src=x onerror=alert(1)> it is not.")
    hostile = replace(
        item.passage, source='javascript:alert(1)//" onmouseover="alert(2)', title='"><script>alert(3)</script>'
    )
    item = replace(item, candidate=replace(item.candidate, passage=hostile))

    def script(request: VerifyRequest, run: Run) -> Verdict:
        whole = make_verdict(request, evidence=(item,))
        return replace(whole, parts=(make_part(Label.FALSE, (item,), text=request.claim),))

    with world(tmp_path, script) as running:
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{running.port}"}
        page = running.call("POST", "/", b"claim=The+Earth+is+flat", form).body.decode()
    assert "it is not." in page
    assert not re.search(r"href=\"javascript|onmouseover=\"|<script>alert|<img src=x", page)
