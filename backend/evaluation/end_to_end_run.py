"""Sends the claims of a file to two services and records the outcomes.

Each service has its own knowledge base, which is empty at the start, and verifies half of the claims; the run thus uses
two cores. Each service verifies its claims one at a time in a fixed order. The knowledge base is therefore in the same
state for each claim in every run, which makes the answers reproducible.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

import httpx

from backend.evaluation.end_to_end_client import SILENCE_S, ServiceAnswer, ask
from backend.evaluation.end_to_end_data import Case
from backend.evaluation.end_to_end_service import service
from backend.evaluation.frozen_index import FrozenIndex
from backend.evaluation.frozen_server import FrozenServer, WebTraffic
from backend.evaluation.scores import Tell

SERVICES = 2
THREADS = 1
"""Model threads per service: only one, because the two services share two cores."""
GENEROUS_LIMITS = {"CLAIMLIGHT_DEADLINE_S": "150", "CLAIMLIGHT_SEARCH_TIMEOUT_S": "30"}
"""Generous time limits: a busy machine makes answers slower but does not change them. The scores include the
share of answers that exceed the product's own deadline.
"""
REPORT_INTERVAL_S = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One claim, its answer, and the web traffic that it caused. `again` holds the answer and traffic of a second run."""

    case: Case
    answer: ServiceAnswer
    visit: WebTraffic
    again: tuple[ServiceAnswer, WebTraffic] | None = None


class ProgressReporter:
    """Reports progress at most every fifteen seconds. Thread-safe."""

    def __init__(self, tell: Tell, total: int) -> None:
        self._tell = tell
        self._total = total
        self._done = 0
        self._begin = self._last_report = time.monotonic()
        self._lock = threading.Lock()

    def step(self) -> None:
        """Count one more answered claim."""
        with self._lock:
            self._done += 1
            now = time.monotonic()
            if now - self._last_report < REPORT_INTERVAL_S and self._done < self._total:
                return
            self._last_report = now
            remaining_s = (now - self._begin) / self._done * (self._total - self._done)
            self._tell(
                f"  {self._done} of {self._total} claims, {now - self._begin:.0f} s elapsed, "
                f"about {remaining_s:.0f} s left"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Options for verifying claims.

    `repeat` verifies every claim twice, `risk` is the risk setting, and `labels` is a file whose labels replace the
    model's stances (None: use the model).
    """

    repeat: bool = False
    risk: str = "balanced"
    labels: Path | None = None


def answer_all(chosen: Sequence[Case], index: FrozenIndex, tell: Tell, asking: Asking) -> tuple[Outcome, ...]:
    """Verify all cases and return the outcomes in the same order. Raises EvaluationFailed.

    An interrupt also stops the services and threads.
    """
    progress = ProgressReporter(tell, len(chosen) * (2 if asking.repeat else 1))
    stop = threading.Event()
    shares = [chosen[start::SERVICES] for start in range(min(SERVICES, len(chosen)))]
    with ThreadPoolExecutor(max_workers=SERVICES, thread_name_prefix="evaluation") as pool:
        try:
            running = [pool.submit(_answer_share, share, index, progress, stop, asking) for share in shares]
            wait(running, return_when=FIRST_EXCEPTION)
            failed = [future for future in running if future.done() and future.exception()]
            outcomes_by_share = [iter(future.result()) for future in failed or running]
        finally:
            stop.set()
    return tuple(next(outcomes_by_share[place % SERVICES]) for place in range(len(chosen)))


def _answer_share(
    share: Sequence[Case], index: FrozenIndex, progress: ProgressReporter, stop: threading.Event, asking: Asking
) -> list[Outcome]:
    """Verify a share of the claims with one service. Returns early without an error if `stop` is set."""
    with FrozenServer(index) as web:
        settings = {
            **web.settings,
            **GENEROUS_LIMITS,
            "CLAIMLIGHT_THREADS": str(THREADS),
            "CLAIMLIGHT_RISK": asking.risk,
        }
        with (
            service(settings, asking.labels) as url,
            httpx.Client(base_url=url, trust_env=False, timeout=SILENCE_S) as client,
        ):
            first = _verify_all(share, client, web, progress, stop)
            second = _verify_all(share, client, web, progress, stop) if asking.repeat else [None] * len(first)
    return [
        Outcome(case=case, answer=answer, visit=visit, again=again)
        for case, (answer, visit), again in zip(share, first, second, strict=False)
    ]


def _verify_all(
    share: Sequence[Case], client: httpx.Client, web: FrozenServer, progress: ProgressReporter, stop: threading.Event
) -> list[tuple[ServiceAnswer, WebTraffic]]:
    done = []
    for case in share:
        if stop.is_set():
            break
        web.visit()
        answer = ask(client, case.claim)
        done.append((answer, web.visit()))
        progress.step()
    return done
