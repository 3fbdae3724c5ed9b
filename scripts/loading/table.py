"""Measures the service with concurrent clients: latency, refused requests, and whether identical claims are processed only once."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass

from backend.evaluation.frozen_server import FrozenServer
from backend.evaluation.scores import Tell
from scripts.loading.reader import Asked, ask, client


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """The results for one number of clients. Times are those of answered attempts, in seconds.

    `busy` counts responses with status 503, and `unnamed` those among them without a Retry-After header. `errors`
    counts all other failures. `partial` counts verdicts that the deadline cut short, and `unsearched` counts verdicts
    for which no search engine responded. `waited_p95` is the time from the first attempt to the answered attempt.
    `load` is the load average of the machine.
    """

    readers: int
    answered: int
    per_minute: float
    p50: float
    p95: float
    p99: float
    first_p50: float
    first_p95: float
    waited_p95: float
    busy: int
    unnamed: int
    errors: int
    kinds: tuple[str, ...]
    partial: int
    unsearched: int
    load: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Identical:
    """The numbers of answers, jobs and search requests when several clients send the same claim at the same time."""

    readers: int
    answered: int
    jobs: int
    searches: int
    distinct: int


def percentile(values: Sequence[float], share: float) -> float:
    """Return the percentile `share` (0..1) of the values, or 0 if there are none."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3) if ordered else 0.0


def measure(url: str, claims: Iterator[str], readers: int, seconds: float) -> TableRow:
    """Let `readers` clients send different claims for `seconds` seconds, wait for the claims in progress, and return the results."""
    until = time.monotonic() + seconds
    guard = threading.Lock()

    def read() -> list[Asked]:
        done: list[Asked] = []
        with client(url) as http:
            while not done or time.monotonic() < until:
                with guard:
                    claim = next(claims)
                done.append(ask(http, claim, patient=lambda: time.monotonic() < until))
        return done

    begin = time.monotonic()
    with ThreadPoolExecutor(max_workers=readers) as pool:
        asked = [one for future in [pool.submit(read) for _ in range(readers)] for one in future.result()]
    return row(readers, asked, time.monotonic() - begin)


def row(readers: int, asked: Sequence[Asked], seconds: float) -> TableRow:
    """Compute the results for one number of clients."""
    answered = [one for one in asked if not one.error]
    # A client still refused at the end is not counted as an error, because its 503 responses are counted separately.
    failed = [one for one in asked if one.error and one.error != "gave up"]
    times = [one.seconds for one in answered]
    return TableRow(
        readers=readers,
        answered=len(answered),
        per_minute=round(60 * len(answered) / seconds, 1),
        p50=percentile(times, 0.5),
        p95=percentile(times, 0.95),
        p99=percentile(times, 0.99),
        first_p50=percentile([one.first_s for one in answered], 0.5),
        first_p95=percentile([one.first_s for one in answered], 0.95),
        waited_p95=percentile([one.waited_s for one in answered], 0.95),
        busy=sum(one.busy for one in asked),
        unnamed=sum(one.unnamed for one in asked),
        errors=len(failed),
        kinds=tuple(sorted({one.error for one in failed})),
        partial=sum(one.partial for one in answered),
        unsearched=sum(one.unsearched for one in answered),
        load=round(os.getloadavg()[0], 1),
    )


def same_claim(url: str, web: FrozenServer, claim: str, readers: int) -> Identical:
    """Send one claim from all clients at the same moment, synchronised by a barrier, and return the results."""
    together = threading.Barrier(readers)
    web.visit()

    def read() -> Asked:
        with client(url) as http:
            together.wait(60)
            return ask(http, claim, patient=lambda: True)

    with ThreadPoolExecutor(max_workers=readers) as pool:
        asked = [future.result() for future in [pool.submit(read) for _ in range(readers)]]
    questions = web.visit().questions
    answered = [one for one in asked if not one.error]
    return Identical(
        readers=readers,
        answered=len(answered),
        jobs=len({one.session for one in answered}),
        searches=len(questions),
        distinct=len(set(questions)),
    )


def tell_table(rows: Sequence[TableRow], same: Identical, tell: Tell) -> None:
    """Print the results as a Markdown table for docs/load.md."""
    heads = (
        "readers", "answered", "per minute", "p50 s", "p95 s", "p99 s", "first event p50 / p95 s", "waited p95 s", "503", "other errors",
        "partial", "unsearched", "machine's load",
    )  # fmt: skip
    tell(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for one in rows:
        cells = (
            one.readers, one.answered, one.per_minute, f"{one.p50:.2f}", f"{one.p95:.2f}", f"{one.p99:.2f}",
            f"{one.first_p50:.2f} / {one.first_p95:.2f}", f"{one.waited_p95:.1f}", one.busy,
            " ".join((str(one.errors), *one.kinds)), one.partial, one.unsearched, one.load,
        )  # fmt: skip
        tell(f"| {' | '.join(map(str, cells))} |")
    tell(
        f"\n{same.readers} readers with the same claim at once: {same.answered} answered by {same.jobs} job(s), "
        f"{same.searches} searches left the machine, {same.distinct} of them different."
    )


def as_json(rows: Sequence[TableRow], same: Identical) -> dict[str, object]:
    """Return all results as plain values."""
    return {"rows": [asdict(one) for one in rows], "identical": asdict(same)}
