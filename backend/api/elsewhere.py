"""Jobs that this process never had: of another backend on the same record, or from before a restart (R4)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from flask import Response

from backend.api import wire
from backend.api.errors import describe
from backend.api.events import HEARTBEAT, HEARTBEAT_S, TICK_S, sse_result
from backend.api.io import json_response
from backend.api.strict_json import dump
from backend.errors import NotFound, StorageError
from backend.jobs.runner import JobRunner
from backend.knowledge.history import History
from backend.knowledge.job_board import Posted

_INTERRUPTED = NotFound("The service that worked on this check was stopped.", hint="Please check again.")


def again(jobs: JobRunner, history: History, job_id: str, unknown: NotFound) -> Response:
    """The answer, its error, or how far it is. Raises `unknown`."""
    try:
        glance = jobs.relay.look(job_id) if jobs.relay else None
    except (NotFound, StorageError):
        glance = None
    if glance is None:
        return json_response(_from_before(jobs, history, job_id, unknown))
    if glance.status:
        return json_response(json.loads(glance.events[-1].data), glance.status)
    if not glance.alive:
        raise _INTERRUPTED
    return json_response({"job_id": job_id, "state": glance.state}, 202)


def events(
    jobs: JobRunner, history: History, job_id: str, after: int, unknown: NotFound
) -> Callable[[Callable[[], bool], str], Iterator[str]]:
    """A function of (gone, reader) that gives the events above `after` as text. Raises `unknown`."""
    relay = jobs.relay
    try:
        if relay is not None:
            relay.look(job_id)
            return lambda gone, reader: _told(relay.follow(job_id, after=after, tick_s=TICK_S), reader, gone)
    except (NotFound, StorageError):
        pass
    # Nothing is left of what came before the answer, so it follows on whatever the reader has seen.
    found = _from_before(jobs, history, job_id, unknown)
    return lambda _gone, _reader: iter([sse_result(found, event_id=after + 1)])


def cancel(jobs: JobRunner, job_id: str, reader: str, unknown: NotFound) -> bool:
    """Whether that ended the job. Raises `unknown`."""
    try:
        if jobs.relay is not None:
            return jobs.relay.cancel(job_id, reader=reader)
    except (NotFound, StorageError):
        pass
    raise unknown


def _from_before(jobs: JobRunner, history: History, job_id: str, unknown: NotFound) -> wire.Json:
    """The answer of a job that ended before this process began, as it was shown."""
    try:
        return history.of_job(job_id, seconds=jobs.limits.keep_s)
    except (StorageError, NotFound):
        raise unknown from None


def _told(found: Iterator[Posted | None], reader: str, gone: Callable[[], bool]) -> Iterator[str]:
    """Server-sent events with heartbeats; a job whose backend has gone, or a record that fails, ends with an error."""
    quiet, kind = 0.0, ""
    try:
        for event in found:
            if event is not None:
                quiet, kind = 0.0, event.kind
                yield _sse(event, reader)
            elif gone():
                return
            else:
                quiet += TICK_S
                if quiet >= HEARTBEAT_S:
                    quiet = 0.0
                    yield HEARTBEAT
    except (NotFound, StorageError):
        kind = ""
    if kind not in ("result", "error"):
        yield f"event: error\ndata: {dump(describe(_INTERRUPTED).body)}\n\n"


def _sse(event: Posted, reader: str) -> str:
    data = event.data
    if event.kind == "accepted":
        data = dump({**json.loads(data), "reader": reader})
    return f"id: {event.number}\nevent: {event.kind}\ndata: {data}\n\n"
