"""Invalid input: JSON parsing cases and awkward strings in every field of every route of the real service.

No input may cause a 5xx response. Every error must be a 4xx in the service's own format with a message, and no invalid
JSON may be accepted.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import quote

from scripts.attacks import AttackOptions
from scripts.attacks.report import AttackRow, Tally
from scripts.attacks.service import real_service
from tests.api_world import ApiResponse, World

GROUP = "input"
_PATIENCE_S = 120.0
ROUTES = (
    "/api/verify", "/api/verify/x", "/api/verify/x/events", "/api/verify/x/cancel", "/api/knowledge/search", "/api/knowledge/stats",
    "/api/knowledge/forget", "/api/history/list", "/api/history/get", "/api/history/delete", "/verify", "/worker/verify",
)  # fmt: skip
_JSON = {"Content-Type": "application/json"}
_FIELDS = (
    ("/api/verify", {"claim": "@"}),
    ("/verify", {"claim": "@"}),
    ("/worker/verify", {"claim": "India is a company", "job_id": "@", "room_id": "@", "source": "@", "domain": "@"}),
    (
        "/api/verify",
        {
            "claim": "The Earth is flat",
            "context": {"url": "@", "title": "@", "surrounding": "@"},
            "options": {"domain": "@"},
        },
    ),
    ("/api/verify", {"claim": "The Earth is flat", "options": {"mode": "@"}}),
    ("/api/verify", {"@": "@"}),
    ("/api/verify/x/events", {"reader": "@"}),
    ("/api/verify/x/cancel", {"reader": "@"}),
    ("/api/knowledge/search", {"query": "@"}),
    ("/api/history/get", {"session_id": "@"}),
    ("/api/history/delete", {"session_id": "@"}),
    ("/api/knowledge/forget", {"domain": "@"}),
    ("/api/knowledge/forget", {"passage_id": "@"}),
    ("/api/knowledge/forget", {"claim": "@"}),
)
_HEADERS = ("Host", "Origin", "Accept", "Content-Type", "Authorization", "Sec-Fetch-Site", "Sec-Fetch-Mode", "Cookie")


def run(options: AttackOptions) -> Iterable[AttackRow]:
    """Yield the report rows for JSON cases and for strings, each tested on all routes or fields."""
    with real_service() as served:
        yield from _parsing_rows(served, options.suites.parsing())
        yield from _string_rows(served, options.suites.texts("strings"))


def wrong(reply: ApiResponse) -> bool:
    """Return whether the reply is a 5xx error, an error without a message, or a response that reveals internal details."""
    if reply.status >= 500 or b"Traceback" in reply.body or str(Path(__file__).parents[2]).encode() in reply.body:
        return True
    if reply.status < 400:
        return False
    try:
        return not json.loads(reply.body)["error"]["message"]
    except (ValueError, LookupError, TypeError):
        # The web page reports errors as HTML, and the web server itself rejects requests that are not valid HTTP.
        return b"<" not in reply.body and not reply.body.startswith(b"Bad Request")


def _parsing_rows(served: World, cases: Iterable[tuple[str, bytes]]) -> Iterator[AttackRow]:
    body_tally, value_tally, accepted_tally, refused_tally = Tally(), Tally(), Tally(), Tally()
    for name, data in cases:
        for route in ROUTES:
            reply = _call(served, "POST", route, data, _JSON)
            body_tally.attempt(wrong(reply), f"{route} {name}: {reply.status}")
            if name.startswith("n_") and data:
                accepted_tally.attempt(reply.status < 400, f"{route} {name}: {reply.status}")
            if name.startswith("y_"):
                refused_tally.attempt(b"not valid JSON" in reply.body, f"{route} {name}")
        for body in (
            b'{"claim":' + data + b"}",
            b'{"claim":"x","options":' + data + b"}",
            b'{"claim":"x","context":{"url":' + data + b"}}",
        ):
            reply = _call(served, "POST", "/api/verify", body, _JSON)
            value_tally.attempt(wrong(reply), f"{name} as a value: {reply.status}")
    yield body_tally.row(GROUP, "JSON cases as the body", f"{len(ROUTES)} routes")
    yield accepted_tally.row(GROUP, "JSON that must not parse", "accepted")
    yield refused_tally.row(GROUP, "JSON that must parse", "called invalid")
    yield value_tally.row(GROUP, "JSON cases as a field's value", "claim, options, url")


def _string_rows(served: World, texts: Iterable[str]) -> Iterator[AttackRow]:
    field_tally, path_tally, header_tally, form_tally = Tally(), Tally(), Tally(), Tally()
    for text in texts:
        for route, body in _FIELDS:
            reply = _call(served, "POST", route, json.dumps(body).replace('"@"', json.dumps(text)).encode(), _JSON)
            field_tally.attempt(wrong(reply), f"{route} {body} {text!r}: {reply.status}")
        for method, path in (
            ("GET", "/{}"),
            ("GET", "/static/{}"),
            ("POST", "/api/verify/{}"),
            ("POST", "/api/verify/{}/cancel"),
            ("GET", "/?{}={}"),
        ):
            target = path.replace("{}", quote(text, safe=""))
            reply = _call(
                served, method, target, b"{}" if method == "POST" else None, _JSON if method == "POST" else {}
            )
            path_tally.attempt(wrong(reply), f"{method} {target}: {reply.status}")
        for name in _HEADERS:
            reply = _call(served, "GET", "/api/status", headers={name: _header(text)})
            header_tally.attempt(wrong(reply), f"{name}: {text!r}: {reply.status}")
        form = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://127.0.0.1:{served.port}"}
        reply = _call(served, "POST", "/", f"claim={quote(text)}".encode(), form)
        form_tally.attempt(wrong(reply), f"{text!r}: {reply.status}")
    yield field_tally.row(GROUP, "awkward strings in fields", f"{len(_FIELDS)} bodies")
    yield path_tally.row(GROUP, "awkward strings in addresses", "5 addresses")
    yield header_tally.row(GROUP, "awkward strings in headers", f"{len(_HEADERS)} headers")
    yield form_tally.row(GROUP, "awkward strings in the page's form", "claim")


def _call(
    served: World, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
) -> ApiResponse:
    """Send a request as `World.call` does, with a longer timeout for busy machines."""
    connection = served.connect(timeout=_PATIENCE_S)
    try:
        connection.request(method, path, body=body, headers=dict(headers or {}))
        response = connection.getresponse()
        return ApiResponse(status=response.status, headers=dict(response.getheaders()), body=response.read())
    finally:
        connection.close()


def _header(text: str) -> str:
    """Return the text as a single line of Latin-1, which a client can send in a header."""
    return text.encode("utf-8").decode("latin-1").replace("\r", " ").replace("\n", " ").replace("\0", " ")
