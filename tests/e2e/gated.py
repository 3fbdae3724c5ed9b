"""A pipeline behind the real service that answers only when the test permits it."""

from __future__ import annotations

import threading
from dataclasses import replace

from backend.domain.claim import VerifyRequest
from backend.domain.issue import Issue
from backend.domain.run import Run
from backend.domain.verdict import Label, Verdict
from tests.api_world import make_verdict


class GatedPipeline:
    """A pipeline whose answers wait until they are released. Counts concurrent runs."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.asked: list[VerifyRequest] = []
        self.running = self.most = 0
        self.labels = {"bridge": Label.TRUE}
        self.limits: tuple[Issue, ...] = ()
        self._lock = threading.Lock()

    def answer(self, request: VerifyRequest, run: Run) -> Verdict:
        with self._lock:
            self.asked.append(request)
            self.running += 1
            self.most = max(self.most, self.running)
        run.step("search", "Searching")
        try:
            while not self.open.wait(0.02):
                run.check()
        finally:
            with self._lock:
                self.running -= 1
        label = next((label for word, label in self.labels.items() if word in request.claim), Label.FALSE)
        return replace(make_verdict(request, label=label), issues=self.limits)
