"""Serves jobs that run in another backend with the same database, or that ran before a restart (R4)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from flask import Response

from backend.api import wire
from backend.api.errors import describe
from backend.api.events import HEARTBEAT, HEARTBEAT_S, SSE, TICK_S, sse_result
from backend.api.io import client_gone, json_response
from backend.api.shown import shown, shown_event
from backend.api.strict_json import dump
from backend.errors import NotFound, Overloaded, StorageError
from backend.jobs.runner import JobRunner
from backend.knowledge.history import History
from backend.knowledge.job_board import SILENT_S, JobSnapshot, StoredEvent
from backend.messages.catalogue import DEFAULT

_INTERRUPTED = NotFound("The service that worked on this check was stopped.", hint="Please check again.")


@dataclass(frozen=True, slots=True)
class RemoteReader:
    """A client that follows a job. `name` identifies it on the job's backend; `after` is the last event it received."""

    name: str
    language: str
    after: int


@dataclass(frozen=True, slots=True)
class RemoteJobs:
    """Serves requests for remote jobs. Their clients count as waiters, like the clients of this process's own jobs (R3)."""

    jobs: JobRunner
    history: History

    def resume(self, job_id: str, unknown: NotFound, *, language: str) -> Response:
        """Return the job's result, error or progress. Raises `unknown`, or StorageError if the database fails."""
        snapshot = self._snapshot(job_id)
        if snapshot is None:
            return json_response(shown(self._stored_answer(job_id, unknown), language))
        if snapshot.status:
            last = snapshot.events[-1]
            payload = json.loads(last.data)
            return json_response(shown(payload, language) if last.kind == "result" else payload, snapshot.status)
        if not snapshot.alive:
            return json_response(shown(self._stored_answer(job_id, _INTERRUPTED), language))
        return json_response({"job_id": job_id, "state": snapshot.state}, 202)

    def events(self, job_id: str, client: RemoteReader, unknown: NotFound) -> Response:
        """Stream the events after `client.after`. Raises `unknown`, StorageError, or Overloaded if too many users wait."""
        relay, position = self.jobs.relay, StreamPosition(client.name, client_gone(), language=client.language)
        if relay is None or self._snapshot(job_id) is None:
            # Only the stored result is left, so send it as the event after the last one that the client has received.
            found = self._stored_answer(job_id, unknown)
            last = sse_result(found, event_id=client.after + 1, language=client.language)
            return Response(iter([last]), mimetype=SSE)
        waiter_slot = self.jobs.place()
        position.number = client.after
        event_stream = position.stream(lambda seen: relay.follow(job_id, after=seen, tick_s=TICK_S, reader=client.name))
        response = Response(self._with_final_event(event_stream, job_id, position), mimetype=SSE)
        response.call_on_close(waiter_slot.close)
        return response

    def cancel(self, job_id: str, *, reader: str, unknown: NotFound) -> bool:
        """Cancel the job and return whether the database shows it as cancelled. Raises `unknown` or StorageError."""
        if self.jobs.relay is None:
            raise unknown
        try:
            self.jobs.relay.cancel(job_id, reader=reader)
            with self.jobs.place():
                return self.jobs.relay.cancelled(job_id)
        except Overloaded:
            return False
        except NotFound:
            raise unknown from None

    def _snapshot(self, job_id: str) -> JobSnapshot | None:
        try:
            return self.jobs.relay.look(job_id) if self.jobs.relay else None
        except NotFound:
            return None

    def _stored_answer(self, job_id: str, missing: NotFound) -> wire.Json:
        """Return the result from the history.

        Used for a job whose backend restarted or died before reporting its end. Raises `missing` or StorageError.
        """
        try:
            return self.history.of_job(job_id, seconds=self.jobs.limits.keep_s)
        except NotFound:
            raise missing from None

    def _with_final_event(self, event_stream: Iterator[str], job_id: str, position: StreamPosition) -> Iterator[str]:
        """Yield the stream. If the job's backend or the database fails, end with the stored result or an error."""
        try:
            yield from event_stream
            if not position.ended:
                kept = self._stored_answer(job_id, _INTERRUPTED)
                yield sse_result(kept, event_id=position.number + 1, language=position.language)
        except (NotFound, StorageError) as error:
            yield f"event: error\ndata: {dump(describe(error).body)}\n\n"


@dataclass(slots=True)
class StreamPosition:
    """A client's position in a job's events: the last event sent, its time, and whether it was the job's last event."""

    reader: str
    gone: Callable[[], bool]
    clock: Callable[[], float] = time.monotonic
    language: str = DEFAULT
    number: int = 0
    ended: bool = False
    last: float = field(init=False)

    def __post_init__(self) -> None:
        self.last = self.clock()

    def stream(self, follow: Callable[[int], Iterator[StoredEvent | None]]) -> Iterator[str]:
        """Yield server-sent events with heartbeats.

        Raises StorageError if the database is unreadable for longer than `SILENT_S`.
        """
        last_read = self.clock()
        while True:
            try:
                for event in follow(self.number):
                    last_read = self.clock()
                    yield from self._event_or_heartbeat(event)
                    if event is None and self.ended:
                        return
            except NotFound:
                return
            except StorageError:
                # Measure time rather than counting failures, because each failure takes seconds if the server hangs.
                if self.clock() - last_read > SILENT_S:
                    raise
                yield from self._event_or_heartbeat(None)
                if self.ended:
                    return
                time.sleep(TICK_S)
            else:
                return

    def _event_or_heartbeat(self, event: StoredEvent | None) -> Iterator[str]:
        if event is not None:
            self.number, self.ended = event.number, event.kind in ("result", "error")
            yield self._mark_sent(_sse(event, self.reader, self.language))
        elif self.gone():
            self.ended = True
        elif self.clock() - self.last >= HEARTBEAT_S:
            yield self._mark_sent(HEARTBEAT)

    def _mark_sent(self, text: str) -> str:
        self.last = self.clock()
        return text


def _sse(event: StoredEvent, reader: str, language: str) -> str:
    data = event.data
    if event.kind == "accepted":
        data = dump({**json.loads(data), "reader": reader})
    elif event.kind in ("result", "evidence"):
        data = dump(shown_event(event.kind, json.loads(data), language))
    return f"id: {event.number}\nevent: {event.kind}\ndata: {data}\n\n"
