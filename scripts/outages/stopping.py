"""Tests a user who closes the card. The connection of any request in progress must be closed within two seconds."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from scripts.attacks.service import real_service
from scripts.outages import OutageOptions
from scripts.outages.claims import LIMITS
from scripts.outages.report import OutageRow
from scripts.outages.wrong import Wrong, WrongServer, wrong_server
from tests.api_world import World
from tests.frozen_web import FrozenWeb

GROUP = "stopping"
CLAIM = {
    "claim": "The Halden bridge reopened in March 2024 after repairs costing 40 million euros",
    "options": {"remember": False},
}
SLOW = {**LIMITS, "deadline_s": 60.0, "search_timeout_s": 30.0, "llm_timeout_s": 30.0}
"""Time limits that are too long for anything to end on its own during the test."""
_PATIENCE_S = 30.0


def run(options: OutageOptions) -> Iterable[OutageRow]:
    """Yield a report row for each part that hangs or responds slowly, and each way the user can leave."""
    for part in ("search", "page", "language model"):
        for way in (Wrong.HANG, Wrong.DRIP):
            for leaving in ("cancel", "hang up"):
                if options.wants(f"{GROUP} {part} {way} {leaving}"):
                    yield _row(part, way, leaving, options.grace_s)


def _row(part: str, way: Wrong, leaving: str, grace_s: float) -> OutageRow:
    with (
        FrozenWeb() as web,
        wrong_server(way) as wrong,
        real_service(offline=False, **_settings(part, web, wrong)) as served,
    ):
        seconds = _seconds_until_closed(served, wrong, leaving)
    problem = "" if seconds <= grace_s else f"the connection was cut after {seconds:.1f} s"
    return OutageRow(group=GROUP, part=f"{part}, {leaving}", way=way, problem=problem, seconds=round(seconds, 2))


def _settings(part: str, web: FrozenWeb, wrong: WrongServer) -> dict[str, Any]:
    settings = {"engines": "searxng", "searxng_url": web.url, "resolve": web.resolve, **SLOW}
    if part == "search":
        return {**settings, "searxng_url": wrong.url}
    if part == "page":
        return {**settings, "resolve": f"*=127.0.0.1:{wrong.port}"}
    return {**settings, "openai_base_url": f"{wrong.url}/v1"}


def _seconds_until_closed(served: World, wrong: WrongServer, leaving: str) -> float:
    """Return the seconds from the moment the user leaves until the connection to the failing server is closed."""
    assert wrong.server is not None
    stream = served.stream("/api/verify", CLAIM)
    job = stream.until("accepted")[2]["job_id"]
    until = time.monotonic() + _PATIENCE_S
    while not wrong.server.requests and time.monotonic() < until:
        time.sleep(0.01)
    begin = time.monotonic()
    if leaving == "cancel":
        served.post(f"/api/verify/{job}/cancel", {})
    else:
        # A client that disconnects may reconnect, so its check is cancelled only after the grace period.
        stream.hang_up()
        begin += served.services.jobs.limits.grace_s
    cut = wrong.server.hung_up.wait(_PATIENCE_S)
    seconds = time.monotonic() - begin
    if leaving == "cancel":
        stream.hang_up()
    return max(0.0, seconds) if cut and wrong.server.requests else _PATIENCE_S
