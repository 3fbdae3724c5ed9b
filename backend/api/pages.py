"""The web page: served whole, usable with one form and no script, alive with it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from backend import __version__
from backend.api import wire
from backend.api.errors import HttpError, describe
from backend.api.events import TICK_S
from backend.api.fields import Fields
from backend.api.io import client_gone
from backend.api.page_view import EXAMPLES, engine_view, verdict_view
from backend.api.requests import claim_text
from backend.api.services import Services
from backend.api.status import status_report
from backend.domain.claim import VerifyRequest
from backend.errors import UserError
from backend.jobs.job import Failed


def blueprint(services: Services) -> Blueprint:
    """`GET /` and the form's `POST /`."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def index() -> Response:
        return _page(services)

    @routes.post("/")
    def check() -> Response:
        claim = request.form.get("example") or request.form.get("claim", "")
        try:
            wanted = VerifyRequest(claim=claim_text(Fields({"claim": claim})))
            found = _verified(services, wanted)
        except UserError as error:
            return _page(services, claim=claim, error=describe(error))
        if found is None:
            return Response(status=204)
        if isinstance(found, HttpError):
            return _page(services, claim=claim, error=found)
        return _page(services, claim=claim, view=verdict_view(found))

    return routes


def _verified(services: Services, wanted: VerifyRequest) -> wire.Json | HttpError | None:
    gone = client_gone()
    with services.jobs.submit(wanted, resumable=False) as subscription:
        outcome = subscription.outcome(gone=gone, tick_s=TICK_S)
        if outcome is None:
            return None
        if isinstance(outcome, Failed):
            return describe(outcome.error, reference=outcome.reference)
        return wire.result(outcome.verdict, job_id=subscription.job.id)


def _page(
    services: Services, *, claim: str = "", error: HttpError | None = None, view: dict[str, Any] | None = None
) -> Response:
    html = render_template("index.html", claim=claim, error=error, view=view, blank={}, **_sidebar(services))
    response = make_response(html, error.status if error else 200)
    if error:
        response.headers.extend(error.headers)
    return response


def _sidebar(services: Services) -> dict[str, Any]:
    """Shown without a script too, unless a token protects the reader's data."""
    settings = services.settings
    shown = {"examples": EXAMPLES, "version": __version__, "offline": settings.offline, "llm": services.llm_id}
    if settings.token:
        return {**shown, "kb_size": None, "engines": []}
    report = status_report(services)
    return {**shown, "kb_size": report["kb_size"], "engines": [engine_view(state) for state in report["engines"]]}
