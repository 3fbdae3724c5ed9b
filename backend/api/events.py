"""Converts the events of a job to the events described in docs/api.md, and formats them as server-sent events."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from backend.api import wire
from backend.api.errors import describe
from backend.api.shown import shown, shown_event
from backend.api.strict_json import dump
from backend.domain.run import EvidenceEvent, StageEvent, VerdictEvent
from backend.jobs.job import Accepted, Failed, Finished, JobEvent
from backend.jobs.subscription import Subscription

HEARTBEAT_S = 2.0
"""The interval between heartbeats, in seconds.

The server notices a lost client only when it writes, so the interval is well below the promised 10 s.
"""

TICK_S = 0.25
SSE = "text/event-stream"
HEARTBEAT = "event: heartbeat\ndata: {}\n\n"


def wire_event(event: JobEvent, *, job_id: str, reader: str) -> tuple[str, wire.Json]:
    """Return the type and the data of an event. `reader` is the name of the client that receives the event."""
    payload = event.payload
    match payload:
        case Accepted():
            known = {"job_id": payload.job_id, "session_id": payload.session_id, "claim": payload.claim}
            return "accepted", {**known, "reader": reader}
        case StageEvent():
            stage = {"stage": payload.stage, "message": payload.message, "part": payload.part}
            return "stage", {**stage, "elapsed_ms": event.elapsed_ms}
        case EvidenceEvent():
            return "evidence", {"part": payload.part, "evidence": wire.evidence(payload.evidence)}
        case VerdictEvent():
            return "verdict", _verdict_data(payload)
        case Finished():
            return "result", wire.result(payload.verdict, job_id=job_id)
        case Failed():
            return "error", dict(describe(payload.error, reference=payload.reference).body)


def _verdict_data(event: VerdictEvent) -> wire.Json:
    return {
        "verdict": str(event.label),
        "leaning": wire.leaning(event.leaning),
        "confidence": round(event.confidence, 4),
        "truthfulness_percent": round(event.truthfulness_percent, 1),
        "reasoning": event.reasoning,
        "provisional": event.provisional,
        "part": event.part,
    }


def sse(event: JobEvent, *, job_id: str, reader: str, language: str) -> str:
    """Return the event as a server-sent event, with its data on one line."""
    kind, data = wire_event(event, job_id=job_id, reader=reader)
    return f"id: {event.id}\nevent: {kind}\ndata: {dump(shown_event(kind, data, language))}\n\n"


def sse_result(found: wire.Json, *, event_id: int, language: str) -> str:
    """Return the last event of a job for which only the stored result is left."""
    return f"id: {event_id}\nevent: result\ndata: {dump(shown(found, language))}\n\n"


def stream(subscription: Subscription, *, after: int, gone: Callable[[], bool], language: str) -> Iterator[str]:
    """Yield the events with ids above `after` as text, with heartbeats, until the job ends or `gone()` is true."""
    job_id = subscription.job.id
    silent_s = 0.0
    with subscription:
        for event in subscription.events(after=after, tick_s=TICK_S):
            if event is not None:
                silent_s = 0.0
                yield sse(event, job_id=job_id, reader=subscription.reader, language=language)
                continue
            if gone():
                return
            silent_s += TICK_S
            if silent_s >= HEARTBEAT_S:
                silent_s = 0.0
                yield HEARTBEAT
