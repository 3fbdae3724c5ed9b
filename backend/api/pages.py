"""The web page, which is interactive with JavaScript and works as a plain form without it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, make_response, render_template, request

from backend import __version__
from backend.api import wire
from backend.api.errors import HttpError, describe
from backend.api.events import TICK_S
from backend.api.fields import Fields
from backend.api.io import client_gone
from backend.api.page_text import page_context, shown_error
from backend.api.reliability_view import reliability_view
from backend.api.requests import claim_text
from backend.api.services import ServicesView
from backend.api.shown import reader_language
from backend.api.status import status_report
from backend.domain.claim import Mode, VerifyOptions, VerifyRequest
from backend.errors import InvalidRequest, UserError
from backend.jobs.job import Failed
from backend.messages.messages import Messages, messages
from backend.view.grades import KEYS
from backend.view.shape import view

_FIELDS = frozenset({"claim", "example", "mode", "offline"})
_EXAMPLES = (
    "The Earth is flat",
    "Apollo 11 landed on the Moon in 1969",
    "5G networks cause COVID-19",
    "Water boils at 50C",
    "Minecraft is the best 2D game",
)


def blueprint(services: ServicesView) -> Blueprint:
    """Return the routes `GET /` and, for the form, `POST /`."""
    routes = Blueprint("pages", __name__)

    @routes.get("/")
    def index() -> Response:
        return _render_page(services)

    @routes.post("/")
    def check() -> Response:
        form = request.form
        shown: dict[str, Any] = {"claim": form.get("example") or form.get("claim", ""), "options": form}
        try:
            result = _verify(services, _form_request())
        except UserError as error:
            return _render_page(services, shown, error=describe(error))
        if result is None:
            return Response(status=204)
        if isinstance(result, HttpError):
            return _render_page(services, shown, error=result)
        return _render_page(services, {**shown, "view": view(result, messages(reader_language()))})

    return routes


def _form_request() -> VerifyRequest:
    """Return the form as a request. A pressed example button takes precedence over the text box."""
    form = request.form
    if set(form) - _FIELDS or any(len(values) > 1 for values in form.listvalues()):
        raise InvalidRequest("This form was not sent by Claimlight's own page.", hint="Reload the page and try again.")
    sent = form.to_dict()
    mode = Fields({"mode": sent.get("mode") or None}).choice("mode", default=Mode.MAIN)
    claim = claim_text(Fields({"claim": sent.get("example") or sent.get("claim", "")}))
    return VerifyRequest(claim=claim, options=VerifyOptions(mode=mode, offline=bool(sent.get("offline"))))


def _verify(services: ServicesView, verification: VerifyRequest) -> wire.Json | HttpError | None:
    gone = client_gone()
    with services.jobs.submit(verification, resumable=False) as subscription:
        outcome = subscription.outcome(gone=gone, tick_s=TICK_S)
        if outcome is None:
            return None
        if isinstance(outcome, Failed):
            return describe(outcome.error, reference=outcome.reference)
        return wire.result(outcome.verdict, job_id=subscription.job.id)


def _render_page(
    services: ServicesView, shown: dict[str, Any] | None = None, *, error: HttpError | None = None
) -> Response:
    """Render the page. `shown` may contain `claim`, `options` (as sent with the form) and `view`."""
    language = reader_language()
    error_shown = shown_error(error, language) if error else None
    defaults: dict[str, Any] = {
        "claim": "",
        "options": {},
        "view": None,
        "error": error_shown,
        **page_context(language),
    }
    html = render_template("index.html", **{**defaults, **(shown or {}), **_page_values(services, messages(language))})
    response = make_response(html, error.status if error else 200)
    if error:
        response.headers.extend(error.headers)
    return response


def _page_values(services: ServicesView, m: Messages) -> dict[str, Any]:
    """Return the values shown around the result, without the user's data if it is protected by a token."""
    settings = services.settings
    shown = {
        "examples": _EXAMPLES,
        "grades": KEYS,
        "version": __version__,
        "offline": settings.offline,
        "llm": services.llm_id,
        "guarded": bool(settings.token),
        "reliability": reliability_view(services.verifier_id, m),
    }
    if settings.token:
        return {**shown, "kb_size": None, "engines": []}
    report = status_report(services)
    return {**shown, "kb_size": report["kb_size"], "engines": report["engines"]}
