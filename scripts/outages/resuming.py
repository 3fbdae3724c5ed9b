"""Tests a client that reconnects after a lost connection, after the end of a check, and after a kill and restart.

The service runs in a separate process, so kill -9 loses everything in memory. The state of the engines must also
survive the restart.
"""

from __future__ import annotations

import itertools
import json
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.outages import OutageOptions
from scripts.outages.claims import OutageClaim, asked
from scripts.outages.report import OutageRow
from scripts.outages.wrong import Wrong, WrongServer, wrong_server
from tests.api_world import World
from tests.e2e.backend_process import BackendProcess
from tests.frozen_web import FrozenWeb

GROUP = "resuming"
KNOWN = {"claim": "The Earth is flat"}
ELSEWHERE = {"claim": "The Halden bridge reopened in March 2024 after repairs costing 40 million euros"}
UNKNOWN_JOB = 404
RESTART = "kill -9, restart"
_PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True)
class RestartingService:
    """The service process, with access to its API."""

    process: BackendProcess

    @property
    def world(self) -> World:
        """Return access to the API."""
        return World(port=self.process.port, services=None)

    def restart(self) -> None:
        """Kill the process with kill -9 and start it again."""
        self.process.kill()
        self.process.start()


def run(options: OutageOptions) -> Iterable[OutageRow]:
    """Yield a report row for everything that must survive a lost connection or a restart of the service."""
    if options.wants(GROUP):
        yield from _timed_rows(_cases())


def _timed_rows(found: Iterator[tuple[str, str, Iterator[str]]]) -> Iterator[OutageRow]:
    """Yield a report row for each (part, way, problems), with the time taken in seconds."""
    begin = time.monotonic()
    for part, way, problems in found:
        problem = "; ".join(problems)
        yield OutageRow(group=GROUP, part=part, way=way, problem=problem, seconds=round(time.monotonic() - begin, 1))
        begin = time.monotonic()


@contextmanager
def serving(**settings: str) -> Iterator[RestartingService]:
    """Run a service in a temporary folder with the given settings (names without the prefix)."""
    chosen = {f"CLAIMLIGHT_{name.upper()}": value for name, value in settings.items()}
    with tempfile.TemporaryDirectory(prefix="claimlight-faults-") as room:
        process = BackendProcess(Path(room) / "data", settings=chosen)
        try:
            process.start()
            yield RestartingService(process)
        finally:
            process.stop()


def _cases() -> Iterator[tuple[str, str, Iterator[str]]]:
    """Kill the service during a claim, while one engine is paused after refusing a request and another engine hangs."""
    with FrozenWeb() as web, wrong_server(Wrong.TOO_MANY) as refusing, ExitStack() as until_killed:
        hanging = until_killed.enter_context(wrong_server(Wrong.HANG))
        settings = {"engines": "searxng,tavily", "tavily_url": hanging.url, "tavily_api_key": "k", "deadline_s": "8"}
        with serving(searxng_url=refusing.url, resolve=web.resolve, **settings) as service:
            yield "answer", "connection lost", _lost_connection_problems(service)
            first = _verify(service, KNOWN)
            yield "answer", "fetched again", _same_answer_problems(service, first)
            private = _verify(service, KNOWN, remember=False)
            job = service.world.stream("/api/verify", ELSEWHERE).until("accepted")[2]["job_id"]
            _wait_for_request(hanging)
            before = _engine_state(service)
            service.restart()
            # Close the hanging server, which is no longer needed, so that no answer waits for it.
            until_killed.close()
            answers = itertools.chain(_same_answer_problems(service, first), _same_stream_problems(service, first))
            yield "answer", RESTART, answers
            yield "answer not to be kept", RESTART, _unknown_job_problems(service, private["job_id"])
            yield "claim under way", RESTART, _unknown_job_problems(service, job)
            yield "engine left alone", RESTART, _pause_problems(service, before, refusing)


def _lost_connection_problems(service: RestartingService) -> Iterator[str]:
    stream = service.world.stream("/api/verify", KNOWN)
    number, _, accepted = stream.until("accepted")
    stream.hang_up()
    back = {"after": number, "reader": accepted["reader"]}
    yield from _verdict_problems(
        service.world.stream(f"/api/verify/{accepted['job_id']}/events", back).until("result")[2]
    )


def _same_stream_problems(service: RestartingService, first: Mapping[str, Any]) -> Iterator[str]:
    if service.world.stream(f"/api/verify/{first['job_id']}/events", {"after": 3}).until("result")[2] != first:
        yield "the stream ends with another answer"


def _unknown_job_problems(service: RestartingService, job_id: str) -> Iterator[str]:
    """Check that a lost or unstored result immediately gives a 404, upon which the client sends the claim again."""
    status = service.world.post(f"/api/verify/{job_id}", {}).status
    if status != UNKNOWN_JOB:
        yield f"a job that nobody can know is told as HTTP {status}"
    yield from _verdict_problems(_verify(service, KNOWN))


def _pause_problems(service: RestartingService, before: Mapping[str, Any], refusing: WrongServer) -> Iterator[str]:
    """Check that the pause persists in the next process, and that the answer reports the skipped engine."""
    after, before_that = _engine_state(service), len(refusing.server.requests) if refusing.server else 0
    found = _verify(service, ELSEWHERE)
    if after != before or after["state"] != "open":
        yield f"before {json.dumps(before)}, after {json.dumps(after)}"
    if refusing.server and len(refusing.server.requests) != before_that:
        yield "it was asked during its pause"
    if not any(issue["code"] == "search_paused" for issue in found["issues"]):
        yield "the answer does not say that it is left alone"


def _verify(service: RestartingService, claim: Mapping[str, str], *, remember: bool = True) -> dict[str, Any]:
    return asked(service.world, OutageClaim(claim=claim["claim"], expected="", named=(), remember=remember)).found


def _wait_for_request(server: WrongServer) -> None:
    until = time.monotonic() + _PATIENCE_S
    while not server.asked and time.monotonic() < until:
        time.sleep(0.01)


def _engine_state(service: RestartingService) -> dict[str, Any]:
    found: dict[str, Any] = service.world.call("GET", "/api/status").json()["engines"][0]
    return found


def _verdict_problems(found: Mapping[str, Any]) -> Iterator[str]:
    if found.get("verdict") != "False":
        yield f"{KNOWN['claim']!r} came out {found.get('verdict')}"


def _same_answer_problems(service: RestartingService, first: Mapping[str, Any]) -> Iterator[str]:
    yield from _verdict_problems(first)
    again = service.world.post(f"/api/verify/{first['job_id']}", {})
    if again.status != 200 or again.json() != first:
        yield f"fetched again it is HTTP {again.status}: {str(again.body)[:200]}"
