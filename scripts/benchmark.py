"""Start the real service offline on an empty data folder, and measure its performance as a client sees it.

Times are printed as median and 95th percentile over --rounds claims. No claim is repeated, so no cached result is
measured. Ranking is measured separately, 20 times on 1,000 generated passages of 60 words.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from backend.evaluation.speed import ranking_ms  # noqa: E402 - sys.path is extended first
from scripts.benchmark_scan import WORDS, scan_ms  # noqa: E402
from scripts.benchmark_verifier import sample, verifier_figures  # noqa: E402

RANKED, RANKING_ROUNDS = 1_000, 20
SUBJECTS = [
    "The Earth",
    "The Moon",
    "Water",
    "Lightning",
    "The Great Wall of China",
    "The human brain",
    "Honey",
    "A goldfish",
]
PREDICATES = [
    "is flat",
    "is older than the Sun",
    "boils at 50 degrees",
    "is visible from space",
    "was discovered in 1947",
    "never changes",
]


def free_port() -> int:
    """Return a port that is currently free."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def service(folder: Path) -> Iterator[tuple[httpx.Client, int, float]]:
    """Run the service, and yield a client, the process id, and the seconds until the service was ready."""
    port, begin = free_port(), time.perf_counter()
    command = [sys.executable, "-m", "backend", "--offline", "--port", str(port), "--data-dir", str(folder)]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.DEVNULL, env={**os.environ, "CLAIMLIGHT_LOG_LEVEL": "ERROR"}
    )
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=30)
    try:
        while True:
            try:
                client.get("/api/health").raise_for_status()
                break
            except httpx.HTTPError:
                if process.poll() is not None or time.perf_counter() - begin > 60:
                    raise SystemExit("the service did not start") from None
                time.sleep(0.02)
        yield client, process.pid, time.perf_counter() - begin
    finally:
        client.close()
        process.terminate()
        process.wait(10)


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process in MB, or 0 if the system does not report it."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def one(client: httpx.Client, claim: str) -> tuple[float, float]:
    """Verify one claim, and return the milliseconds to the first event and to the result."""
    begin, first = time.perf_counter(), 0.0
    with client.stream("POST", "/api/verify", json={"claim": claim}, headers={"Accept": "text/event-stream"}) as answer:
        for line in answer.iter_lines():
            if line.startswith("event: ") and not first:
                first = time.perf_counter() - begin
            if line == "event: result":
                return first * 1000, (time.perf_counter() - begin) * 1000
    raise SystemExit(f"no result for {claim!r}")


def spread(values: list[float]) -> dict[str, float]:
    """Return the median and the 95th percentile of the values."""
    return {"p50": round(statistics.median(values), 1), "p95": round(statistics.quantiles(values, n=20)[18], 1)}


def measure(rounds: int) -> dict[str, object]:
    """Return all measurements, keyed by name."""
    claims = [f"{subject} {predicate}" for subject in SUBJECTS for predicate in PREDICATES][:rounds]
    with tempfile.TemporaryDirectory(prefix="claimlight-benchmark-") as folder:
        with service(Path(folder)) as (_, _, first_ready):
            pass
        with service(Path(folder)) as (client, pid, ready):
            one(client, "Whales are mammals")
            timings = [one(client, claim) for claim in claims]
            memory = memory_mb(pid)
    return {
        "ready after first start (s)": round(first_ready, 2),
        "ready after later starts (s)": round(ready, 2),
        "first event (ms)": spread([first for first, _ in timings]),
        "verdict from the knowledge base, warm (ms)": spread([whole for _, whole in timings]),
        "resident memory (MB)": round(memory),
        f"ranking {RANKED:,} passages (ms)": spread(ranking_ms(RANKED, RANKING_ROUNDS)),
        **measure_verifier(),
        "claims": len(claims),
        "cores": os.cpu_count(),
    }


def measure_scan(rounds: int) -> dict[str, object]:
    """Measure only the scan of a page, and return the measurements keyed by name."""
    with (
        tempfile.TemporaryDirectory(prefix="claimlight-benchmark-") as folder,
        service(Path(folder)) as (client, pid, _),
    ):
        return {f"scan of {WORDS:,} words (ms)": scan_ms(client, pid, rounds), "pages": rounds, "cores": os.cpu_count()}


def measure_verifier() -> dict[str, object]:
    """Measure only the CPU time of the verifier over all threads, and return the measurements keyed by name."""
    return {"verifier (ms of processor time)": verifier_figures(sample())}


def main() -> None:
    """Print the measurements as a table or as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=48, help="claims to verify (at most 48)")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--scan", action="store_true", help="measure only the scan of a page of 10,000 words")
    parser.add_argument("--verifier", action="store_true", help="measure only the verifier's processor time")
    options = parser.parse_args()
    if options.verifier:
        figures = measure_verifier()
    else:
        figures = measure_scan(min(options.rounds, 12)) if options.scan else measure(max(2, options.rounds))
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        print(f"{name:45} {value}")


if __name__ == "__main__":
    main()
