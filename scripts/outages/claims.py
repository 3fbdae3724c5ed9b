"""Sends claims to the real service over HTTP while a part of the service fails, and checks the answers."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.api_world import World

DEADLINE_S = 8.0
UNDECIDED = "Not Enough Evidence"
LIMITS = {"deadline_s": DEADLINE_S, "search_timeout_s": 1.0, "llm_timeout_s": 1.0, "threads": 1}
"""Short time limits, which keep the time for all cases within minutes."""
_PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageClaim:
    """A claim, the verdict if nothing fails, and words for the failure, at least one of which must occur in an issue."""

    claim: str
    expected: str
    named: tuple[str, ...]
    remember: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """An answer of the service: HTTP status, JSON body and time in seconds."""

    status: int
    found: dict[str, Any]
    seconds: float

    @property
    def issues(self) -> Sequence[dict[str, Any]]:
        """Return the issues shown to the user."""
        return tuple(self.found.get("issues", ()))

    def codes(self) -> str:
        """Return the distinct codes of the issues, joined by commas."""
        return ", ".join(dict.fromkeys(str(issue["code"]) for issue in self.issues))


def asked(served: World, case: OutageClaim) -> Seen:
    """Send the claim as a user would. By default nothing is stored, so that one case does not affect the next."""
    body = json.dumps({"claim": case.claim, "options": {"remember": case.remember}}).encode()
    connection, begin = served.connect(timeout=_PATIENCE_S), time.monotonic()
    try:
        connection.request("POST", "/api/verify", body=body, headers={"Content-Type": "application/json"})
        response = connection.getresponse()
        found = json.loads(response.read() or b"{}")
        return Seen(status=response.status, found=found, seconds=round(time.monotonic() - begin, 2))
    finally:
        connection.close()


def problems(seen: Seen, case: OutageClaim, grace_s: float) -> list[str]:
    """Return the problems of an answer.

    A problem is a late answer, an unexpected HTTP status, a wrong firm verdict, or the lack of an issue that names the
    failure.
    """
    found = []
    if seen.status not in (200, 503):
        found.append(f"HTTP {seen.status}")
    if seen.seconds > DEADLINE_S + grace_s:
        found.append(f"answered after {seen.seconds:.1f} s")
    if seen.status == 200 and seen.found["verdict"] not in (case.expected, UNDECIDED):
        found.append(f"came out {seen.found['verdict']} instead of {case.expected}")
    if case.named and not any(_names(issue, case.named) for issue in seen.issues):
        found.append(f"no issue names {' or '.join(case.named)}: {[i['message'] for i in seen.issues]}")
    return found


def _names(issue: dict[str, Any], words: Sequence[str]) -> bool:
    return any(word in str(issue[field]) for word in words for field in ("code", "subject", "message"))
