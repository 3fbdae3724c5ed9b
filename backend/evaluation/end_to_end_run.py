"""Sends all claims of a file, one after the other to each of two services, and keeps what happened.

Two services, each with its own empty knowledge base and its own half of the claims, use two cores and still give the same
answers every time: within a service only one claim is worked on at once, so what earlier claims taught it is the same.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

import httpx

from backend.evaluation.end_to_end_client import SILENCE_S, Answer, ask
from backend.evaluation.end_to_end_data import Case
from backend.evaluation.end_to_end_service import service
from backend.evaluation.frozen_index import FrozenIndex
from backend.evaluation.frozen_server import FrozenServer, WebTraffic
from backend.evaluation.scores import Tell

SERVICES = 2
THREADS = 1
"""Of one service's models: two services, two cores."""
PATIENT = {"CLAIMLIGHT_DEADLINE_S": "150", "CLAIMLIGHT_SEARCH_TIMEOUT_S": "30"}
"""Long, so that a busy machine gives slower answers but not different ones; answers slower than a user would wait for are reported."""
TOLD_EVERY_S = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One claim, its answer, and the web traffic that it caused; `again` holds the answer and the traffic of a second run."""

    case: Case
    answer: Answer
    visit: WebTraffic
    again: tuple[Answer, WebTraffic] | None = None


class ProgressReporter:
    """Tells how far it is, at most every fifteen seconds. Safe to use from several threads."""

    def __init__(self, tell: Tell, total: int) -> None:
        self._tell = tell
        self._total = total
        self._done = 0
        self._begin = self._told = time.monotonic()
        self._lock = threading.Lock()

    def step(self) -> None:
        """One more claim is answered."""
        with self._lock:
            self._done += 1
            now = time.monotonic()
            if now - self._told < TOLD_EVERY_S and self._done < self._total:
                return
            self._told = now
            left = (now - self._begin) / self._done * (self._total - self._done)
            self._tell(
                f"  {self._done} of {self._total} claims, {now - self._begin:.0f} s gone, about {left:.0f} s to go"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How claims are asked: a second time too, by which risk setting, and with whose labels as readings (None: the models read)."""

    repeat: bool = False
    risk: str = "balanced"
    labels: Path | None = None


def answer_all(chosen: Sequence[Case], index: FrozenIndex, tell: Tell, asking: Asking) -> tuple[Outcome, ...]:
    """Outcomes in the order of the cases. Raises EvaluationFailed; an interrupt ends services and threads, too."""
    progress = ProgressReporter(tell, len(chosen) * (2 if asking.repeat else 1))
    stop = threading.Event()
    shares = [chosen[start::SERVICES] for start in range(min(SERVICES, len(chosen)))]
    with ThreadPoolExecutor(max_workers=SERVICES, thread_name_prefix="evaluation") as pool:
        try:
            running = [pool.submit(_answer_share, share, index, progress, stop, asking) for share in shares]
            wait(running, return_when=FIRST_EXCEPTION)
            failed = [future for future in running if future.done() and future.exception()]
            found = [iter(future.result()) for future in failed or running]
        finally:
            stop.set()
    return tuple(next(found[place % SERVICES]) for place in range(len(chosen)))


def _answer_share(
    share: Sequence[Case], index: FrozenIndex, progress: ProgressReporter, stop: threading.Event, asking: Asking
) -> list[Outcome]:
    """One service's claims; ends early, silently, when `stop` is set."""
    with FrozenServer(index) as web:
        settings = {**web.settings, **PATIENT, "CLAIMLIGHT_THREADS": str(THREADS), "CLAIMLIGHT_RISK": asking.risk}
        with (
            service(settings, asking.labels) as url,
            httpx.Client(base_url=url, trust_env=False, timeout=SILENCE_S) as client,
        ):
            first = _pass(share, client, web, progress, stop)
            second = _pass(share, client, web, progress, stop) if asking.repeat else [None] * len(first)
    return [
        Outcome(case=case, answer=answer, visit=visit, again=again)
        for case, (answer, visit), again in zip(share, first, second, strict=False)
    ]


def _pass(
    share: Sequence[Case], client: httpx.Client, web: FrozenServer, progress: ProgressReporter, stop: threading.Event
) -> list[tuple[Answer, WebTraffic]]:
    done = []
    for case in share:
        if stop.is_set():
            break
        web.visit()
        answer = ask(client, case.claim)
        done.append((answer, web.visit()))
        progress.step()
    return done
