"""The routes that verify claims and that stream, resume and cancel jobs, including the routes for older clients.

The routes for older clients are described in docs/design.md#older-answers.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, request

from backend.api import wire
from backend.api.errors import OLDER_ROUTES, describe
from backend.api.events import SSE, TICK_S, stream
from backend.api.fields import Fields
from backend.api.io import body, client_gone, json_response
from backend.api.legacy import news_request, news_result
from backend.api.remote_jobs import RemoteJobs, RemoteReader
from backend.api.requests import verify_request
from backend.api.shown import LANGUAGE_LIMIT, reader_language, shown
from backend.api.worker_shape import worker_request, worker_result
from backend.domain.claim import VerifyRequest
from backend.domain.verdict import Verdict
from backend.errors import NotFound
from backend.jobs.job import Failed, Finished
from backend.jobs.runner import JobRunner
from backend.jobs.subscription import Subscription
from backend.knowledge.history import History

_MAX_EVENT_ID = 1_000_000_000
_READER_LIMIT = 40


def blueprint(jobs: JobRunner, history: History) -> Blueprint:
    """Return all routes that lead to a verdict. `history` contains the results of jobs from before this process started."""
    routes = Blueprint("verify", __name__)
    remote = RemoteJobs(jobs, history)
    _add_resume_routes(routes, jobs, remote)

    @routes.post("/api/verify")
    def verify() -> Response:
        sent = body()
        verification = verify_request(sent)
        language = reader_language((sent.get("options") or {}).get("language") or "")
        if _wants_stream():
            return _stream_response(jobs.submit(verification, resumable=True), after=0, language=language)
        return answer(jobs, verification, lambda verdict, job_id: shown(wire.result(verdict, job_id=job_id), language))

    @routes.post("/api/verify/<job_id>/cancel")
    def cancel(job_id: str) -> Response:
        fields = Fields(body())
        reader = fields.text("reader", limit=_READER_LIMIT)
        fields.done()
        try:
            stopped = jobs.cancel(job_id, reader=reader)
        except NotFound as unknown:
            stopped = remote.cancel(job_id, reader=reader, unknown=unknown)
        return json_response({"job_id": job_id, "cancelled": stopped})

    @routes.post("/verify")
    def news() -> Response:
        return answer(jobs, news_request(body()), lambda verdict, _: news_result(verdict))

    @routes.post("/worker/verify")
    def worker() -> Response:
        call, verification = worker_request(body())
        domain = verification.options.domain
        return answer(
            jobs, verification, lambda verdict, job_id: worker_result(verdict, job_id=job_id, call=call, domain=domain)
        )

    return routes


def _add_resume_routes(routes: Blueprint, jobs: JobRunner, remote: RemoteJobs) -> None:
    """Add the routes for clients that reconnect to a job."""

    @routes.post("/api/verify/<job_id>")
    def resume(job_id: str) -> Response:
        fields = Fields(body())
        language = reader_language(fields.text("language", limit=LANGUAGE_LIMIT))
        fields.done()
        try:
            job = jobs.get(job_id)
        except NotFound as unknown:
            return remote.resume(job_id, unknown, language=language)
        if job.outcome is None:
            return json_response({"job_id": job.id, "state": str(job.state)}, 202)
        return _outcome_response(
            job.outcome, job.id, lambda verdict, known: shown(wire.result(verdict, job_id=known), language)
        )

    @routes.post("/api/verify/<job_id>/events")
    def events(job_id: str) -> Response:
        fields = Fields(body())
        after = fields.integer("after", default=0, low=0, high=_MAX_EVENT_ID)
        reader = fields.text("reader", limit=_READER_LIMIT)
        language = reader_language(fields.text("language", limit=LANGUAGE_LIMIT))
        fields.done()
        try:
            return _stream_response(jobs.attach(job_id, reader=reader), after=after, language=language)
        except NotFound as unknown:
            return remote.events(job_id, RemoteReader(reader, language, after), unknown)


def _wants_stream() -> bool:
    """Whether the request accepts the event stream by name with q > 0. `*/*` alone gets a JSON response."""
    return any(kind.partition(";")[0] == SSE and quality > 0 for kind, quality in request.accept_mimetypes)


Shape = Callable[[Verdict, str], wire.Json]


def answer(jobs: JobRunner, verification: VerifyRequest, shape: Shape) -> Response:
    """Wait for the job and return its result in `shape`.

    If the client disconnects and no other client is waiting, the job is stopped and the status is 204.
    """
    gone = client_gone()
    with jobs.submit(verification, resumable=False) as subscription:
        outcome = subscription.outcome(gone=gone, tick_s=TICK_S)
        if outcome is None:
            return Response(status=204)
        return _outcome_response(outcome, subscription.job.id, shape)


def _outcome_response(outcome: Finished | Failed, job_id: str, shape: Shape) -> Response:
    if isinstance(outcome, Failed):
        found = describe(outcome.error, reference=outcome.reference)
        return found.response(detail=request.path in OLDER_ROUTES)
    return json_response(shape(outcome.verdict, job_id))


def _stream_response(subscription: Subscription, *, after: int, language: str) -> Response:
    response = Response(stream(subscription, after=after, gone=client_gone(), language=language), mimetype=SSE)
    # The generator's own clean-up does not run if the generator was never started.
    response.call_on_close(subscription.close)
    return response
