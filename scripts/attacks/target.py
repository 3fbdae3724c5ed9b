"""A service that records every effect of a foreign request."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from backend.domain.claim import VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Verdict
from tests.api_world import World, answer_false, make_candidate, world

DATA_ROUTES = {
    "/api/verify": '{"claim":"The Earth is flat"}',
    "/verify": '{"claim":"The Earth is flat"}',
    "/worker/verify": '{"claim":"The Earth is flat","job_id":"j"}',
    "/api/history/delete": '{"all":true}',
    "/api/history/list": "{}",
    "/api/knowledge/forget": '{"domain":"nasa.gov"}',
    "/api/knowledge/search": '{"query":"Earth"}',
    "/api/knowledge/stats": "{}",
    "/": "claim=The+Earth+is+flat",
}
READ_ROUTES = ("/api/status", "/status", "/api/health", "/health", "/api/openapi.json", "/static/layout.css")


class AttackedService:
    """A service with one past answer and one passage. `effects` returns the changes since the previous call."""

    def __init__(self) -> None:
        self.verified: list[str] = []
        self.served: World

    def answer(self, request: VerifyRequest, run: Run) -> Verdict:
        """Record the claim and return a verdict, in place of the pipeline."""
        self.verified.append(request.claim)
        return answer_false(request, run)

    def arm(self) -> None:
        """Restore the past answer and the passage, and forget the recorded claims."""
        services = self.served.services
        services.history.clear()
        services.knowledge.candidates = [make_candidate()]
        self.served.post("/api/verify", {"claim": "Something that the reader asked"})
        self.verified.clear()

    def effects(self) -> str:
        """Return the effects since the last call ("" if there are none), and reset the state of the service."""
        services = self.served.services
        found = []
        if self.verified:
            found.append(f"{len(self.verified)} claims verified")
        if services.history.count() != 1:
            found.append("history changed")
        if len(services.knowledge.candidates) != 1:
            found.append("knowledge changed")
        if found:
            self.arm()
        return ", ".join(found)


@contextmanager
def target() -> Iterator[AttackedService]:
    """Run the attacked service on a free loopback port."""
    made = AttackedService()
    with tempfile.TemporaryDirectory(prefix="claimlight-attack-") as folder, world(Path(folder), made.answer) as served:
        made.served = served
        made.arm()
        yield made
