"""A client that sends claims, reads server-sent events as the extension does, and retries while the service is busy."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx

from backend.evaluation.end_to_end_client import events

SILENCE_S = 60.0
LONGEST_WAIT_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The result of one claim, which is sent again until it is answered.

    `first_s` and `seconds` are the times from the start of the last attempt to the first event and to the result.
    `waited_s` is the time before that attempt. `error` is "" if there is an answer. `busy` counts the responses with
    status 503, and `unnamed` those among them without a Retry-After header. `partial` is true if the answer reports
    that the deadline was reached, and `unsearched` if it reports that no search engine responded.
    """

    error: str = ""
    verdict: str = ""
    session: str = ""
    first_s: float = 0.0
    seconds: float = 0.0
    waited_s: float = 0.0
    busy: int = 0
    unnamed: int = 0
    partial: bool = False
    unsearched: bool = False


def client(url: str) -> httpx.Client:
    """Return a client with its own connections, like those of a browser tab."""
    return httpx.Client(base_url=url, trust_env=False, timeout=SILENCE_S)


def ask(http: httpx.Client, claim: str, *, patient: Callable[[], bool]) -> Asked:
    """Send the claim and return the result.

    While the service is busy and `patient()` is true, the client waits as the Retry-After header says and tries again.
    """
    begin = time.perf_counter()
    busy = unnamed = 0
    while True:
        start = time.perf_counter()
        try:
            status, after, found = _once(http, claim, start)
        except (httpx.HTTPError, ValueError) as error:
            found, status, after = {"error": type(error).__name__}, 0, None
        if status != httpx.codes.SERVICE_UNAVAILABLE:
            return Asked(**found, waited_s=start - begin, busy=busy, unnamed=unnamed)
        busy += 1
        unnamed += after is None
        if not patient():
            return Asked(error="gave up", waited_s=start - begin, busy=busy, unnamed=unnamed)
        time.sleep(min(LONGEST_WAIT_S, after if after is not None else 1.0))


def _once(http: httpx.Client, claim: str, start: float) -> tuple[int, float | None, dict[str, Any]]:
    """Send the claim once. Return the HTTP status, the Retry-After time in seconds (None without one), and the fields of the answer."""
    headers = {"Accept": "text/event-stream"}
    first = 0.0
    with http.stream("POST", "/api/verify", json={"claim": claim}, headers=headers) as response:
        if response.status_code != httpx.codes.OK:
            response.read()
            after = response.headers.get("retry-after", "")
            return (
                response.status_code,
                float(after) if after.isdigit() else None,
                {"error": f"HTTP {response.status_code}"},
            )
        for kind, data in events(response.iter_lines()):
            first = first or time.perf_counter() - start
            if kind == "error":
                return 200, None, {"error": str(data["error"]["code"])}
            if kind == "result":
                return 200, None, _answer(data) | {"first_s": first, "seconds": time.perf_counter() - start}
    return 200, None, {"error": "no result"}


def _answer(data: Any) -> dict[str, Any]:
    return {
        "verdict": data["verdict"],
        "session": data["session_id"],
        "partial": any(issue["code"] == "deadline" for issue in data["issues"]),
        "unsearched": any(issue["code"] == "search_unavailable" for issue in data["issues"]),
    }
