"""The service as a client sees it: a real server, real sockets, and a scripted pipeline."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from backend.domain.claim import VerifyRequest
from backend.domain.run import EvidenceEvent, Run, VerdictEvent
from backend.domain.verdict import Label, Leaning, LeaningLabel, Verdict
from backend.errors import Cancelled, InvalidRequest, ModelError, StorageError
from backend.jobs.runner import JobLimits
from tests.api_world import World, make_evidence, make_verdict, world
from tests.time_limits import PATIENCE_S

CLAIM = {"claim": "The Earth is flat"}


class Slow:
    """Reports every kind of event, then waits to be released."""

    def __init__(self) -> None:
        self.release = threading.Event()
        self.started = threading.Event()
        self.stopped = threading.Event()
        self.runs = 0

    def __call__(self, request: VerifyRequest, run: Run) -> Verdict:
        self.runs += 1
        run.step("recall", "Looking in the knowledge base")
        run.report(EvidenceEvent(evidence=make_evidence(), part="p1"))
        known = VerdictEvent(
            label=Label.NOT_ENOUGH_EVIDENCE, confidence=0.4, truthfulness_percent=50.0, reasoning="So far.", part="p1",
            leaning=Leaning(label=LeaningLabel.PROBABLY_FALSE, probability=0.7),
        )  # fmt: skip
        run.report(known)
        self.started.set()
        while not self.release.wait(0.01):
            if run.cancelled:
                self.stopped.set()
                raise Cancelled
        return make_verdict(request)


@pytest.fixture
def running_service(tmp_path: Path) -> Iterator[World]:
    with world(tmp_path) as running:
        yield running


def test_health_identifies_claimlight(running_service: World) -> None:
    for path in ("/api/health", "/health"):
        reply = running_service.call("GET", path)
        assert reply.json() | {"version": ""} == {
            "service": "claimlight", "status": "ok", "version": "", "ready": True, "kb_size": 1
        }  # fmt: skip
        assert reply.headers["x-claimlight"] == reply.json()["version"]


def test_status_shows_the_last_extension(running_service: World) -> None:
    assert running_service.call("GET", "/api/status").json()["extension"] is None
    running_service.call("GET", "/api/health?extension=3.1.0")
    assert running_service.call("GET", "/api/status").json()["extension"] | {"seen": ""} == {
        "version": "3.1.0",
        "seen": "",
        "fits": False,
    }


def test_status_shows_the_state_without_secrets(tmp_path: Path) -> None:
    keys = {
        "openai_api_key": SecretStr("canary-1"),
        "tavily_api_key": SecretStr("canary-2"),
        "token": SecretStr("canary-3"),
    }
    with world(tmp_path, **keys) as running_service:
        reply = running_service.call("GET", "/api/status", headers={"Authorization": "Bearer canary-3"})
    status = reply.json()
    assert status["models"] == {"embedder": "embedder@1", "verifier": "verifier@1", "llm": None}
    assert status["knowledge"] == {"passages": 1, "revision": 7}
    assert [(e["engine"], e["state"]) for e in status["engines"]] == [("wikipedia", "open")]
    assert status["queue"]["workers"] == 2
    assert b"canary" not in reply.body


def test_verdict_is_returned_in_one_response(running_service: World) -> None:
    reply = running_service.post("/api/verify", CLAIM)
    assert reply.status == 200
    assert reply.json()["verdict"] == "False"
    assert reply.json()["saved"] is True
    again = running_service.post(f"/api/verify/{reply.json()['job_id']}", {})
    assert again.json() == reply.json()


def test_verdict_is_streamed_with_every_kind_of_event(tmp_path: Path) -> None:
    slow = Slow()
    slow.release.set()
    with world(tmp_path, slow) as running_service:
        stream = running_service.stream("/api/verify", CLAIM)
        events = list(stream)
        assert stream.response.getheader("Content-Type", "").startswith("text/event-stream")
    assert [(number, kind) for number, kind, _ in events] == [
        (1, "accepted"), (2, "stage"), (3, "evidence"), (4, "verdict"), (5, "result")
    ]  # fmt: skip
    accepted, stage, evidence, verdict, result = (data for _, _, data in events)
    assert accepted["session_id"] == result["session_id"]
    assert accepted["job_id"] == result["job_id"]
    assert set(stage) == {"stage", "message", "part", "elapsed_ms"}
    assert evidence["evidence"]["quote"]
    assert verdict["provisional"] is True
    assert verdict["part"] == "p1"


def test_progress_and_heartbeats_arrive_during_the_work(tmp_path: Path) -> None:
    slow = Slow()
    with world(tmp_path, slow) as running_service:
        stream = running_service.stream("/api/verify", CLAIM)
        known = stream.until("verdict")[2]
        assert (known["verdict"], known["leaning"]) == (
            "Not Enough Evidence",
            {"label": "Probably false", "probability": 0.7},
        )
        assert stream.until("heartbeat")[0] == 0
        slow.release.set()
        assert stream.until("result")


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("text/event-stream", "text/event-stream"),
        ("application/json;q=0.5, text/event-stream;q=0.4", "text/event-stream"),
        ("text/event-stream;q=0, application/json", "application/json"),
        ("*/*", "application/json"),
    ],
)
def test_stream_is_sent_to_clients_that_accept_one(running_service: World, accept: str, kind: str) -> None:
    reply = running_service.post("/api/verify", CLAIM, {"Accept": accept})
    assert reply.headers["content-type"].partition(";")[0] == kind


def test_cancel_of_one_client_does_not_affect_the_other(tmp_path: Path) -> None:
    """The extension closes the stream first, then sends the cancellation, and then repeats the cancellation."""
    slow = Slow()
    with world(tmp_path, slow) as running_service:
        one, two = running_service.stream("/api/verify", CLAIM), running_service.stream("/api/verify", CLAIM)
        accepted = one.until("accepted")[2]
        two.until("stage")
        one.hang_up()
        for body in ({}, {"reader": accepted["reader"]}, {}):
            told = running_service.post(f"/api/verify/{accepted['job_id']}/cancel", body).json()
            assert told == {"job_id": accepted["job_id"], "cancelled": False}
        slow.release.set()
        assert two.until("result")[2]["verdict"] == "False"
        assert not running_service.post(f"/api/verify/{accepted['job_id']}/cancel", {}).json()["cancelled"]


def test_broken_stream_resumes_after_its_last_event(tmp_path: Path) -> None:
    slow = Slow()
    with world(tmp_path, slow) as running_service:
        stream = running_service.stream("/api/verify", CLAIM)
        job_id = stream.until("accepted")[2]["job_id"]
        last = stream.until("stage")[0]
        stream.hang_up()
        assert running_service.post(f"/api/verify/{job_id}", {}).json() == {"job_id": job_id, "state": "running"}
        slow.release.set()
        rest = [kind for _, kind, _ in running_service.stream(f"/api/verify/{job_id}/events", {"after": last})]
        assert rest == ["evidence", "verdict", "result"]
    assert slow.runs == 1


def test_two_clients_with_one_claim_share_a_job(tmp_path: Path) -> None:
    slow = Slow()
    with world(tmp_path, slow) as running_service:
        one, two = running_service.stream("/api/verify", CLAIM), running_service.stream("/api/verify", CLAIM)
        assert one.until("accepted")[2]["job_id"] == two.until("accepted")[2]["job_id"]
        slow.release.set()
        assert one.until("result")[2] == two.until("result")[2]
    assert slow.runs == 1


def test_cancelling_stops_the_job(tmp_path: Path) -> None:
    slow = Slow()
    with world(tmp_path, slow) as running_service:
        stream = running_service.stream("/api/verify", CLAIM)
        job_id = stream.until("accepted")[2]["job_id"]
        assert slow.started.wait(PATIENCE_S)
        assert running_service.post(f"/api/verify/{job_id}/cancel", {}).json() == {"job_id": job_id, "cancelled": True}
        assert stream.until("error")[2]["error"]["code"] == "cancelled"
        assert slow.stopped.wait(PATIENCE_S)
        assert running_service.post(f"/api/verify/{job_id}", {}).status == 409


def test_disconnecting_a_plain_request_stops_the_job(tmp_path: Path) -> None:
    slow = Slow()
    with world(tmp_path, slow) as running_service:
        connection = running_service.connect()
        connection.request("POST", "/api/verify", json.dumps(CLAIM), {"Content-Type": "application/json"})
        assert slow.started.wait(PATIENCE_S)
        connection.close()
        assert slow.stopped.wait(PATIENCE_S)


def test_a_lost_stream_stops_the_work_after_the_grace_period(tmp_path: Path) -> None:
    slow = Slow()
    with world(tmp_path, slow, limits=JobLimits(grace_s=0.3)) as running_service:
        stream = running_service.stream("/api/verify", CLAIM)
        stream.until("stage")
        stream.hang_up()
        assert slow.stopped.wait(PATIENCE_S)


def test_overload_has_a_retry_time_and_health_still_answers(tmp_path: Path) -> None:
    slow = Slow()
    with world(tmp_path, slow, limits=JobLimits(workers=1, queue_size=1)) as running_service:
        running_service.stream("/api/verify", {"claim": "a"}).until("stage")
        waiting = running_service.stream("/api/verify", {"claim": "b"})
        waiting.until("accepted")
        reply = running_service.post("/api/verify", {"claim": "c"})
        assert (reply.status, reply.json()["error"]["code"]) == (503, "overloaded")
        assert int(reply.headers["retry-after"]) >= 1
        assert running_service.call("GET", "/api/health").status == 200
        slow.release.set()


def test_full_queue_does_not_delay_health(tmp_path: Path) -> None:
    slow = Slow()
    with world(tmp_path, slow, limits=JobLimits(workers=2, queue_size=40)) as running_service:
        streams = [running_service.stream("/api/verify", {"claim": f"claim {n}"}) for n in range(2)]
        assert [stream.until("stage")[2]["stage"] for stream in streams] == ["recall", "recall"]
        streams += [running_service.stream("/api/verify", {"claim": f"claim {n}"}) for n in range(2, 42)]
        assert all(stream.until("accepted") for stream in streams[2:])
        assert running_service.call("GET", "/api/health").status == 200
        assert running_service.post("/api/verify", {"claim": "one more"}).status == 503
        slow.release.set()
        assert all(stream.until("result") for stream in streams)


def _raise(error: Exception) -> Callable[[VerifyRequest, Run], Verdict]:
    def script(request: VerifyRequest, run: Run) -> Verdict:
        raise error

    return script


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (InvalidRequest("There are no words in it."), 400, "invalid_request"),
        (RuntimeError("canary /etc/secret"), 500, "internal"),
        (ModelError("canary weights"), 500, "model"),
        (StorageError("canary path"), 503, "storage"),
    ],
)
def test_errors_have_one_format_without_internal_details(
    tmp_path: Path, error: Exception, status: int, code: str
) -> None:
    with world(tmp_path, _raise(error)) as running_service:
        reply = running_service.post("/api/verify", CLAIM)
        streamed = running_service.stream("/api/verify", CLAIM).until("error")[2]
    assert (reply.status, reply.json()["error"]["code"]) == (status, code)
    assert set(reply.json()["error"]) == {"code", "message", "hint"}
    assert streamed["error"]["code"] == code
    assert b"canary" not in reply.body
    assert b"Traceback" not in reply.body


def test_history_entries_can_be_listed_opened_and_deleted(running_service: World) -> None:
    results = [running_service.post("/api/verify", {"claim": f"claim {n}"}).json() for n in range(3)]
    running_service.post("/api/verify", {"claim": "secret", "options": {"remember": False}})
    listed = running_service.post("/api/history/list", {"limit": 2}).json()
    assert [entry["claim"] for entry in listed["entries"]] == ["claim 2", "claim 1"]
    assert listed["total"] == 3
    older = running_service.post("/api/history/list", {"before": listed["entries"][-1]["number"]}).json()
    assert [entry["claim"] for entry in older["entries"]] == ["claim 0"]
    session = {"session_id": results[0]["session_id"]}
    assert running_service.post("/api/history/get", session).json() == results[0]
    assert running_service.post("/api/history/delete", session).json() == {"deleted": 1}
    assert running_service.post("/api/history/get", session).status == 404
    assert running_service.post("/api/history/delete", {}).status == 400
    assert running_service.post("/api/history/delete", {"all": True}).json() == {"deleted": 2}


def test_knowledge_can_be_searched_counted_and_deleted(running_service: World) -> None:
    found = running_service.post("/api/knowledge/search", {"query": "spheroid"}).json()["results"]
    assert [(item["domain"], item["kind"], item["stars"]) for item in found] == [("nasa.gov", "article", 5.0)]
    assert running_service.post("/api/knowledge/stats", {}).json() == {"passages": 1, "revision": 7}
    assert running_service.post("/api/knowledge/forget", {}).status == 400
    assert running_service.post("/api/knowledge/forget", {"domain": "a", "claim": "b"}).status == 400
    assert running_service.post("/api/knowledge/forget", {"passage_id": found[0]["id"]}).json() == {"forgotten": 1}
    assert running_service.call("GET", "/api/health").json()["kb_size"] == 0


def test_older_response_formats_are_served(running_service: World) -> None:
    assert running_service.post("/verify", CLAIM).json()["verdict"] == "Refuted"
    reply: dict[str, Any] = running_service.post("/worker/verify", {"job_id": "j7", **CLAIM, "top_k": 3}).json()
    assert (reply["job_id"], reply["verdict"], reply["status"]) == ("j7", "FALSE", "completed_from_cache")
    assert running_service.post("/worker/verify", CLAIM).status == 400


def test_stored_answer_is_available_after_a_restart(tmp_path: Path) -> None:
    with world(tmp_path) as running_service:
        first = running_service.post("/api/verify", CLAIM).json()
    with world(tmp_path) as running_service:
        assert running_service.post(f"/api/verify/{first['job_id']}", {}).json() == first
        number, kind, data = (
            running_service.post(f"/api/verify/{first['job_id']}/events", {"after": 7}).body.decode().split("\n", 2)
        )
        assert (number, kind) == ("id: 8", "event: result")
        assert json.loads(data.removeprefix("data: ")) == first
        assert running_service.post(f"/api/verify/{first['session_id']}", {}).status == 404
