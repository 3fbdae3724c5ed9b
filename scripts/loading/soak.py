"""A soak test that sends many claims and measures memory growth, disk space per passage, and compliance with the disk cap."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx
import numpy as np

from backend.evaluation.end_to_end_service import Running
from backend.evaluation.scores import Tell
from scripts.loading.reader import Asked, ask, client
from scripts.loading.table import percentile

READERS = 4
EVERY = 25
"""Number of claims between two measurements."""
WARM_UP = 400
"""Number of claims (at most half of all) that fill the caches and the 256 stored results. The slope excludes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The service's resident memory, disk usage and passage counts after `claims` claims."""

    claims: int
    rss_mb: float
    knowledge_mb: float
    passages: int
    dropped: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Soak:
    """The results of a soak test.

    `slope_mb` is the growth of the resident memory per 1,000 claims after the warm-up (least squares).

    `slope_error_mb` is the standard error of `slope_mb`.
    """

    claims: int
    seconds: float
    errors: int
    busy: int
    p50: float
    p95: float
    rss_first_mb: float
    rss_last_mb: float
    slope_mb: float
    slope_error_mb: float
    passages: int
    bytes_per_passage: int
    cap_mb: int
    most_mb: float
    dropped: int
    held: bool
    load: float


def soak(served: Running, claims: Sequence[str], minutes: float, tell: Tell) -> Soak:
    """Send all claims, or as many as possible within `minutes`, and return the results."""
    until = time.monotonic() + 60 * minutes
    waiting = iter(claims)
    guard = threading.Lock()
    asked: list[Asked] = []
    looks: list[Look] = [look(served, 0)]

    def read() -> None:
        with client(served.url) as http:
            while time.monotonic() < until:
                with guard:
                    claim = next(waiting, "")
                if not claim:
                    return
                one = ask(http, claim, patient=lambda: True)
                with guard:
                    asked.append(one)
                    if len(asked) % EVERY == 0:
                        looks.append(look(served, len(asked)))
                        if len(asked) % (10 * EVERY) == 0:
                            tell(f"  {len(asked)} claims, {looks[-1].rss_mb:.0f} MB, {looks[-1].passages} passages")

    begin = time.monotonic()
    with ThreadPoolExecutor(max_workers=READERS) as pool:
        for future in [pool.submit(read) for _ in range(READERS)]:
            future.result()
    looks.append(look(served, len(asked)))
    return figures(asked, looks, time.monotonic() - begin, cap_mb=int(_status(served)["disk"]["cap_mb"]))


def figures(asked: Sequence[Asked], looks: Sequence[Look], seconds: float, *, cap_mb: int) -> Soak:
    """Compute the results of a soak test."""
    after_warm_up = [one for one in looks if one.claims >= min(WARM_UP, len(asked) / 2)]
    slope, error = fit([one.claims for one in after_warm_up], [one.rss_mb for one in after_warm_up])
    last, answered = looks[-1], [one for one in asked if not one.error]
    most = max(one.knowledge_mb for one in looks)
    return Soak(
        claims=len(asked),
        seconds=round(seconds, 1),
        errors=len(asked) - len(answered),
        busy=sum(one.busy for one in asked),
        p50=percentile([one.seconds for one in answered], 0.5),
        p95=percentile([one.seconds for one in answered], 0.95),
        rss_first_mb=after_warm_up[0].rss_mb,
        rss_last_mb=last.rss_mb,
        slope_mb=round(1000 * slope, 2),
        slope_error_mb=round(1000 * error, 2),
        passages=last.passages,
        bytes_per_passage=round(last.knowledge_mb * 2**20 / max(1, last.passages)),
        cap_mb=cap_mb,
        most_mb=most,
        dropped=last.dropped,
        # The cap is checked after every 500 new passages, and a rebuilt index coexists with the old index for a while.
        held=not cap_mb or last.knowledge_mb <= 1.1 * cap_mb,
        load=round(os.getloadavg()[0], 1),
    )


def fit(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """Return the slope of the least-squares line and its standard error, or zeros for fewer than three points."""
    if len(x) < 3:
        return 0.0, 0.0
    xs, ys = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    spread = float(((xs - xs.mean()) ** 2).sum())
    if spread == 0:
        return 0.0, 0.0
    slope = float(((xs - xs.mean()) * (ys - ys.mean())).sum() / spread)
    rest = ys - ys.mean() - slope * (xs - xs.mean())
    return slope, float(np.sqrt((rest**2).sum() / (len(x) - 2) / spread))


def look(served: Running, claims: int) -> Look:
    """Return the current state of the service."""
    status = _status(served)
    return Look(
        claims=claims,
        rss_mb=rss_mb(served.pid),
        knowledge_mb=float(status["disk"]["knowledge_mb"]),
        passages=int(status["knowledge"]["passages"]),
        dropped=int(status["disk"]["dropped"]),
    )


def rss_mb(pid: int) -> float:
    """Return the resident memory of a process in MB, as reported by `ps` on Linux and macOS."""
    process = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True)
    return round(int(process.stdout) / 1024, 1)


def _status(served: Running) -> dict[str, dict[str, float]]:
    with httpx.Client(base_url=served.url, trust_env=False, timeout=30.0) as http:
        found: dict[str, dict[str, float]] = http.get("/api/status").json()
        return found


def tell_soak(one: Soak, tell: Tell) -> None:
    """Print the results as text."""
    tell(
        f"{one.claims} claims in {one.seconds:.0f} s ({READERS} readers, machine's load {one.load}); "
        f"{one.errors} errors, {one.busy} times busy; p50 {one.p50:.2f} s, p95 {one.p95:.2f} s"
    )
    tell(
        f"memory: {one.rss_first_mb:.0f} MB after the warm-up, {one.rss_last_mb:.0f} MB at the end; "
        f"slope {one.slope_mb:+.1f} ± {one.slope_error_mb:.1f} MB per 1,000 claims"
    )
    tell(f"disk: {one.passages} passages, {one.bytes_per_passage} bytes each (record and index)")
    if one.cap_mb:
        kept = "held" if one.held else "NOT held"
        tell(f"cap of {one.cap_mb} MB {kept}: at most {one.most_mb:.1f} MB, {one.dropped} passages dropped")
