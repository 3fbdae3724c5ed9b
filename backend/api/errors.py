"""Converts errors to HTTP responses. Expected errors keep their message; other errors get a reference to the log."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from backend.api.strict_json import dump
from backend.errors import Cancelled, ClaimlightError, Overloaded, StorageError, UserError
from backend.jobs.failure import log_failure

OLDER_ROUTES = frozenset({"/verify", "/worker/verify"})
"""Routes whose clients expect the error message in the field `detail` (docs/design.md#older-answers)."""

_JSON = "application/json"
_HTTP_MESSAGES = {
    404: ("not_found", "There is nothing at this address.", "See docs/api.md for the addresses."),
    405: ("method_not_allowed", "This address does not take this kind of request.", "Data routes take POST."),
    413: ("too_large", "The request is too large.", "See docs/api.md for how much a request may have."),
    415: ("wrong_type", "The request must be JSON.", "Send Content-Type: application/json."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpError:
    """An error as the client receives it."""

    status: int
    code: str
    message: str
    hint: str = ""
    headers: tuple[tuple[str, str], ...] = field(default=())

    @property
    def body(self) -> dict[str, dict[str, str]]:
        """The JSON shape of every error."""
        return {"error": {"code": self.code, "message": self.message, "hint": self.hint}}

    def response(self, *, detail: bool = False) -> Response:
        """Return the Flask response. `detail` adds the field that clients of the older routes expect."""
        body = {**self.body, "detail": self.message} if detail else self.body
        return Response(dump(body), self.status, headers=list(self.headers), mimetype=_JSON)


def describe(error: Exception, *, reference: str = "") -> HttpError:
    """Return the error as the client receives it.

    An unexpected error without a reference is logged and gets a reference.
    """
    if isinstance(error, Overloaded):
        retry = (("Retry-After", str(error.retry_after)),)
        return HttpError(status=503, code=error.code, message=error.message, hint=error.hint, headers=retry)
    if isinstance(error, UserError):
        return HttpError(status=error.status, code=error.code, message=error.message, hint=error.hint)
    if isinstance(error, Cancelled):
        return HttpError(status=409, code="cancelled", message="This check was stopped.", hint="Start it again.")
    if isinstance(error, HTTPException):
        return _from_http(error)
    reference = reference or log_failure(error, doing="answering a request")
    hint = f"Try again; if it stays, look for {reference} in the log."
    if isinstance(error, StorageError):
        return HttpError(status=503, code="storage", message="The data on disk cannot be used just now.", hint=hint)
    kind = "model" if isinstance(error, ClaimlightError) else "internal"
    return HttpError(status=500, code=kind, message="Something went wrong inside Claimlight.", hint=hint)


def _from_http(error: HTTPException) -> HttpError:
    status = error.code or 500
    code, message, hint = _HTTP_MESSAGES.get(status, ("invalid_request", "The request cannot be understood.", ""))
    headers = tuple((name, value) for name, value in error.get_headers() if name == "Allow")
    return HttpError(status=status, code=code, message=message, hint=hint, headers=headers)


def register(app: Flask) -> None:
    """Register a handler that converts the errors of all routes with `describe`."""
    app.register_error_handler(Exception, lambda error: describe(error).response(detail=request.path in OLDER_ROUTES))
