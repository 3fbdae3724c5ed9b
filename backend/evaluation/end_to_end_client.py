"""Calls the service as the extension does, over server-sent events, and keeps the data needed for the scores."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from backend.evaluation.end_to_end_service import EvaluationFailed

SILENCE_S = 60.0
"""Seconds without a heartbeat after which the service is considered dead. The service sends a heartbeat every two seconds."""
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A passage shown to the user: its URL, its stance, and the quote ("" if the passage is neutral)."""

    url: str
    stance: str
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceAnswer:
    """The service's answer to one claim.

    `failure` is an error code, or "" if there is a verdict. `first_s` and `seconds` count from the request;
    `confidence` is 0..1. `leaning` is a `LeaningLabel` or "", and `leaning_probability` is its probability, 0..1.
    `evidence` contains every passage shown during or after the run; `citations` contains the passages that the result
    cites.
    """

    verdict: str = ""
    claim_type: str = ""
    confidence: float = 0.0
    leaning: str = ""
    leaning_probability: float = 0.0
    parts: tuple[str, ...] = ()
    evidence: frozenset[ShownPassage] = frozenset()
    citations: tuple[ShownPassage, ...] = ()
    issues: tuple[str, ...] = ()
    searched: bool = False
    data_source: str = ""
    failure: str = ""
    first_s: float = 0.0
    seconds: float = 0.0


def ask(client: httpx.Client, claim: str) -> ServiceAnswer:
    """Verify one claim and return the answer, with the code of any service error in `failure`.

    Raises EvaluationFailed if the service does not respond.
    """
    begin = time.perf_counter()
    first = 0.0
    shown: set[ShownPassage] = set()
    try:
        with client.stream(
            "POST", "/api/verify", json={"claim": claim}, headers={"Accept": "text/event-stream"}
        ) as response:
            if response.status_code != httpx.codes.OK:
                response.read()
                return ServiceAnswer(failure=_error_code(response.json()), seconds=time.perf_counter() - begin)
            for kind, data in events(response.iter_lines()):
                first = first or time.perf_counter() - begin
                if kind == "evidence":
                    shown.add(_shown_passage(data["evidence"]))
                elif kind == "error":
                    return ServiceAnswer(failure=_error_code(data), first_s=first, seconds=time.perf_counter() - begin)
                elif kind == "result":
                    return answer_of(data, shown, first_s=first, seconds=time.perf_counter() - begin)
    except (httpx.HTTPError, ValueError) as error:
        raise EvaluationFailed(f"The service stopped answering ({type(error).__name__}: {error}).") from error
    raise EvaluationFailed("The service ended its answer without a result.")


def events(lines: Iterator[str]) -> Iterator[tuple[str, Json]]:
    """Yield the kind and the data of every event except heartbeats."""
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: ") and kind != "heartbeat":
            yield kind, json.loads(line.removeprefix("data: "))


def answer_of(result: Json, shown: set[ShownPassage], *, first_s: float, seconds: float) -> ServiceAnswer:
    """Return an answer with the fields of a result (docs/api.md) that are needed for the scores."""
    leaning = result["leaning"] or {"label": "", "probability": 0.0}
    return ServiceAnswer(
        verdict=result["verdict"],
        claim_type=result["claim_type"],
        confidence=float(result["confidence"]),
        leaning=leaning["label"],
        leaning_probability=float(leaning["probability"]),
        parts=tuple(part["verdict"] for part in result["sub_results"]) or (result["verdict"],),
        evidence=frozenset(shown | {_shown_passage(item) for item in result["evidence"]}),
        citations=tuple(ShownPassage(item["url"], item["stance"], item["quote"]) for item in result["citations"]),
        issues=tuple(sorted({item["code"] for item in result["issues"]})),
        searched=bool(result["used_web_search"]),
        data_source=result["data_source"],
        first_s=first_s,
        seconds=seconds,
    )


def _shown_passage(item: Json) -> ShownPassage:
    return ShownPassage(item["source"], item["stance"], item["quote"])


def _error_code(body: Json) -> str:
    error = body.get("error")
    return str(error.get("code", "unknown")) if isinstance(error, Mapping) else "unknown"
