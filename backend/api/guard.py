"""The outermost layer, which rejects requests with forbidden headers and adds security headers to responses (S2–S6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from backend import __version__
from backend.api.policy import READ_ROUTES, AccessPolicy, Caller, Refusal
from backend.api.strict_json import dump

MAX_BODY = 64 * 1024
LARGEST_BODY = 1024 * 1024
_LARGE_ROUTES = frozenset({"/api/scan"})
"""Routes that accept the text of a whole page."""

_API_CSP = "default-src 'none'; frame-ancestors 'none'"
_PAGE_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
_HEADERS = (
    ("Cache-Control", "no-store"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    # With "no-referrer", browsers would send "Origin: null" with the page's own form.
    ("Referrer-Policy", "same-origin"),
    ("X-Claimlight", __version__),
)
_OVERRIDDEN = frozenset(name.lower() for name, _ in _HEADERS) | {"content-security-policy"}

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
StartResponse = Callable[..., Any]
Wsgi = Callable[[Environ, StartResponse], Iterable[bytes]]


class Guard:
    """WSGI middleware around the whole application, including its errors and static files."""

    def __init__(self, app: Wsgi, policy: AccessPolicy) -> None:
        self._app = app
        self._policy = policy

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Respond to preflight requests and to rejected requests, and pass on all others."""
        caller = Caller.of(environ)
        start = self._with_headers(caller, start_response)
        refusal = self._policy.refuse(caller) or _check_shape(caller, environ)
        if refusal is not None:
            return _send_refusal(refusal, start)
        if caller.method == "OPTIONS" and self._policy.cors(caller):
            start("204 No Content", _preflight())
            return ()
        return self._app(environ, start)

    def _with_headers(self, caller: Caller, start_response: StartResponse) -> StartResponse:
        def start(status: str, headers: Headers, exc_info: Any = None) -> Any:
            kept = [(name, value) for name, value in headers if name.lower() not in _OVERRIDDEN]
            return start_response(status, [*kept, *_HEADERS, *self._caller_headers(caller)], exc_info)

        return start

    def _caller_headers(self, caller: Caller) -> Headers:
        policy = _PAGE_CSP if caller.is_page else _API_CSP
        headers = [("Content-Security-Policy", policy), ("Vary", "Origin")]
        if self._policy.cors(caller):
            headers.append(("Access-Control-Allow-Origin", caller.origin))
            headers.append(("Access-Control-Expose-Headers", "X-Claimlight, Retry-After"))
        return headers


def _check_shape(caller: Caller, environ: Environ) -> Refusal | None:
    """Check the method, content type and length in the headers (S4, S5). The body is read later, with a limit."""
    if caller.method == "OPTIONS":
        return None
    if not caller.has_form and (caller.is_api or caller.is_page) and (other := _check_method(caller)):
        return other
    kind = environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    expected_type = "application/x-www-form-urlencoded" if caller.has_form else "application/json"
    if caller.method == "POST" and kind != expected_type:
        return Refusal(
            status=415, code="wrong_type", message="The request must be JSON.", hint=f"Content-Type: {expected_type}"
        )
    return _check_length(caller, environ)


def _check_length(caller: Caller, environ: Environ) -> Refusal | None:
    if environ.get("HTTP_CONTENT_ENCODING", "identity").strip().lower() != "identity":
        return Refusal(status=415, code="wrong_type", message="The request must not be packed.")
    length = environ.get("CONTENT_LENGTH") or "0"
    if not (length.isascii() and length.isdigit()):
        return Refusal(status=400, code="invalid_request", message="The request's length is not a number.")
    limit = LARGEST_BODY if caller.path in _LARGE_ROUTES else MAX_BODY
    if len(length) > 9 or int(length) > limit:
        hint = f"At most {limit // 1024:,} KiB."
        return Refusal(status=413, code="too_large", message="The request is too large.", hint=hint)
    return None


def _check_method(caller: Caller) -> Refusal | None:
    """Reject wrong methods. This check comes first, because only requests with a body need a content type."""
    if caller.path in READ_ROUTES or caller.is_page:
        if caller.method in ("GET", "HEAD"):
            return None
        return Refusal(status=405, code="method_not_allowed", message="This address takes GET only.", allow="GET")
    if caller.method == "POST":
        return None
    hint = "Use POST with Content-Type: application/json."
    message = "This address takes POST only."
    return Refusal(status=405, code="method_not_allowed", message=message, hint=hint, allow="POST")


def refusal_answer(refusal: Refusal) -> tuple[str, Headers, bytes]:
    """Return the status line, all headers and the body for a request that is rejected before routing."""
    status, headers, body = _refusal_parts(refusal)
    return status, [*headers, *_HEADERS, ("Content-Security-Policy", _API_CSP), ("Vary", "Origin")], body


def _send_refusal(refusal: Refusal, start: StartResponse) -> Iterable[bytes]:
    status, headers, body = _refusal_parts(refusal)
    start(status, headers)
    return (body,)


def _refusal_parts(refusal: Refusal) -> tuple[str, Headers, bytes]:
    error = {"code": refusal.code, "message": refusal.message, "hint": refusal.hint}
    body = dump({"error": error}).encode()
    headers = [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    if refusal.allow:
        headers.append(("Allow", refusal.allow))
    if refusal.status == 401:
        headers.append(("WWW-Authenticate", "Bearer"))
    return f"{refusal.status} Refused", headers, body


def _preflight() -> Headers:
    return [
        ("Access-Control-Allow-Methods", "GET, POST"),
        ("Access-Control-Allow-Headers", "Authorization, Content-Type"),
        ("Access-Control-Max-Age", "600"),
    ]
