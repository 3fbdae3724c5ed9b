"""Requests that a real server refuses because of caller, host, method or body, and ports in use."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from backend.app import listen
from backend.errors import ConfigurationError, PortTaken
from backend.settings import Settings
from tests.api_world import EXTENSION, World, world

CLAIM = {"claim": "The Earth is flat"}
SAFE = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}
ROUTES = (
    "/api/verify", "/api/verify/x", "/api/verify/x/events", "/api/verify/x/cancel", "/api/knowledge/search",
    "/api/knowledge/stats", "/api/knowledge/forget", "/api/history/list", "/api/history/get", "/api/history/delete",
    "/api/scan", "/verify", "/worker/verify",
)  # fmt: skip
NAMES = (
    "claim", "context", "options", "url", "title", "surrounding", "mode", "top_k", "domain", "offline", "remember", "after",
    "query", "limit", "passage_id", "before", "session_id", "all", "blocks", "language", "job_id", "room_id", "source",
)  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES) | st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world(tmp_path_factory.mktemp("data")) as running:
        yield running


@settings(max_examples=300)
@given(route=st.sampled_from(ROUTES), body=st.dictionaries(st.sampled_from(NAMES), ANYTHING, max_size=4))
def test_no_json_body_causes_a_server_error(running_service: World, route: str, body: dict[str, object]) -> None:
    reply = running_service.post(route, body)
    assert reply.status < 500
    assert reply.status == 200 or reply.json()["error"]["message"]


@settings(max_examples=100)
@given(route=st.sampled_from(ROUTES), body=st.binary(max_size=300))
def test_no_bytes_cause_a_server_error(running_service: World, route: str, body: bytes) -> None:
    assert running_service.call("POST", route, body, {"Content-Type": "application/json"}).status < 500


BAD_BODIES: list[tuple[bytes, int]] = [
    (b"", 400),
    (b"null", 400),
    (b"{", 400),
    (b"\x00\xff\xfe", 400),
    (b'{"claim": 7}', 400),
    (b'{"claim": ""}', 400),
    (b'{"claim": "\\ud800"}', 400),
    (b'{"claim": "x", "claim": "y"}', 400),
    (b'{"claim": NaN}', 400),
    (b'{"claim": "x", "options": []}', 400),
    (b'{"claim": "x", "extra": 1}', 400),
    (b"[" * 60_000, 400),
    (json.dumps({"claim": "a" * 5000}).encode(), 413),
    (b'{"claim": "' + b"a" * 70_000 + b'"}', 413),
]


@pytest.mark.parametrize(("body", "status"), BAD_BODIES)
@pytest.mark.parametrize("path", ["/api/verify", "/verify"])
def test_invalid_bodies_get_a_clear_error(running_service: World, path: str, body: bytes, status: int) -> None:
    reply = running_service.call("POST", path, body, {"Content-Type": "application/json"})
    assert reply.status == status
    assert reply.json()["error"]["message"]


NUL = {
    "/api/knowledge/search": ("query",),
    "/api/knowledge/list": ("domain",),
    "/api/knowledge/passage": ("passage_id",),
    "/api/knowledge/forget": ("domain", "passage_id", "claim"),
    "/api/history/list": ("query", "site", "since", "verdict"),
    "/api/history/get": ("session_id",),
    "/api/history/delete": ("session_id",),
    "/api/sources/rate": ("source",),
    "/api/sources/set": ("site",),
    "/api/sources/remove": ("site",),
    "/api/verify/x/events": ("reader",),
    "/api/verify/x/cancel": ("reader",),
}


@pytest.mark.parametrize(("path", "name"), [(path, name) for path, names in NUL.items() for name in names])
def test_nul_characters_are_never_stored(running_service: World, path: str, name: str) -> None:
    """PostgreSQL does not support NUL, so a request that contained a NUL used to cause an internal error."""
    reply = running_service.post(path, {name: "a\0b"})
    assert (reply.status, reply.json()["error"]["message"]) == (400, f"{name} holds a NUL character.")


def test_nul_characters_in_claim_and_page_are_accepted(running_service: World) -> None:
    names = ("title", "surrounding", "url", "published", "language")
    request = {"claim": "The Earth\0 is flat", "context": dict.fromkeys(names, "a\0b")}
    assert running_service.post("/api/verify", request).status == 200
    assert running_service.post("/api/scan", {"blocks": ["The Earth\0 is flat."], "title": "T\0"}).status == 200


def test_invalid_request_gets_no_stream(running_service: World) -> None:
    headers = {"Content-Type": "application/json", "Accept": "text/event-stream"}
    reply = running_service.call("POST", "/api/verify", b'{"claim": ""}', headers)
    assert reply.status == 400


def _raw(running_service: World, request: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", running_service.port), timeout=5) as connection:
        connection.sendall(request)
        received = b""
        while data := connection.recv(65536):
            received += data
        return received


def _chunked(running_service: World, body: bytes) -> bytes:
    head = f"POST /api/verify HTTP/1.1\r\nHost: 127.0.0.1:{running_service.port}\r\nContent-Type: application/json\r\n"
    head += "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    return _raw(running_service, head.encode() + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body))


def test_chunked_bodies_are_read_and_limited(running_service: World) -> None:
    assert b" 200 " in _chunked(running_service, json.dumps(CLAIM).encode()).split(b"\r\n")[0]
    assert b" 413 " in _chunked(running_service, b'{"claim": "' + b"a" * 70_000 + b'"}').split(b"\r\n")[0]
    assert b" 413 " in _chunked(running_service, b'{"claim": "' + b"a" * 200_000 + b'"}').split(b"\r\n")[0]


@pytest.mark.parametrize("host", ["", "evil.example", "a b", "127.0.0.1:99999", "[::1", "\u00fc.example"])
def test_unknown_host_names_are_refused_without_a_server_error(running_service: World, host: str) -> None:
    answer = _raw(running_service, f"GET /api/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert answer.split(b" ")[1] in (b"403", b"400")


@pytest.mark.parametrize("path", ["/api/health", "/", "/static/layout.css", "/nothing", "/api/nothing", "/api/verify"])
@pytest.mark.parametrize("host", [None, "evil.example"])
def test_every_response_has_the_security_headers(running_service: World, path: str, host: str | None) -> None:
    reply = running_service.call("GET", path, headers={"Host": host} if host else {})
    assert {name: reply.headers[name] for name in SAFE} == SAFE
    policy = reply.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "access-control-allow-origin" not in reply.headers


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [
        ("GET", "/api/verify", {}, 405),
        ("PUT", "/api/verify", {}, 405),
        ("DELETE", "/api/history/list", {}, 405),
        ("POST", "/api/health", {"Content-Type": "application/json"}, 405),
        ("POST", "/api/verify", {}, 415),
        ("POST", "/api/verify", {"Content-Type": "text/plain"}, 415),
        ("POST", "/api/verify", {"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ("POST", "/api/nothing", {"Content-Type": "application/json"}, 404),
        ("GET", "/nothing", {}, 404),
        ("POST", "/api/verify", {"Content-Type": "application/json", "Origin": "null"}, 403),
        ("POST", "/api/verify", {"Content-Type": "application/json", "Origin": "https://evil.example"}, 403),
        ("POST", "/api/verify", {"Content-Type": "text/plain", "Sec-Fetch-Site": "cross-site"}, 403),
        ("GET", "/api/status", {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}, 403),
        ("POST", "/api/verify/unknown", {"Content-Type": "application/json"}, 404),
        ("POST", "/api/verify/unknown/events", {"Content-Type": "application/json"}, 404),
        ("POST", "/api/verify/unknown/cancel", {"Content-Type": "application/json"}, 404),
    ],
)
def test_refused_requests_have_their_status_and_code(
    running_service: World, method: str, path: str, headers: dict[str, str], status: int
) -> None:
    reply = running_service.call(method, path, b"{}" if method == "POST" else None, headers)
    assert reply.status == status
    assert reply.json()["error"]["message"]


def test_only_the_extension_gets_cors_headers(running_service: World) -> None:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    preflight = running_service.call("OPTIONS", "/api/verify", headers={"Origin": EXTENSION, **asked})
    assert preflight.status == 204
    assert preflight.headers["access-control-allow-origin"] == EXTENSION
    assert "access-control-allow-credentials" not in preflight.headers
    reply = running_service.post("/api/verify", CLAIM, {"Origin": EXTENSION, "Sec-Fetch-Site": "none"})
    assert (reply.status, reply.headers["access-control-allow-origin"]) == (200, EXTENSION)
    foreign = running_service.call("OPTIONS", "/api/verify", headers={"Origin": "https://evil.example", **asked})
    assert foreign.status == 403
    assert "access-control-allow-origin" not in foreign.headers


def test_token_protects_data_routes_but_not_health(tmp_path: Path) -> None:
    with world(tmp_path, token=SecretStr("s3cret")) as running_service:
        assert running_service.call("GET", "/api/health").status == 200
        assert running_service.post("/api/verify", CLAIM).status == 401
        assert running_service.post("/api/verify", CLAIM, {"Authorization": "Bearer s3cret"}).status == 200
        page = running_service.call("GET", "/")
        assert page.status == 200
        assert b"wikipedia" not in page.body


def test_port_in_use_is_reported_and_a_running_claimlight_is_recognised(running_service: World, tmp_path: Path) -> None:
    with pytest.raises(PortTaken, match="already running") as ours:
        listen(Settings(_env_file=None, data_dir=tmp_path, port=running_service.port))
    assert str(running_service.port) in ours.value.hint
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        threading.Thread(target=_answer_rubbish, args=(other,), daemon=True).start()
        with pytest.raises(PortTaken, match=f"Another program already uses port {port}") as foreign:
            listen(Settings(_env_file=None, data_dir=tmp_path, port=port))
    assert "--port" in foreign.value.hint


def _answer_rubbish(server: socket.socket) -> None:
    connection, _ = server.accept()
    with connection:
        connection.recv(1000)
        connection.sendall(b"HTTP/1.1 403 Forbidden\r\nServer: AirTunes\r\nContent-Length: 0\r\n\r\n")


def test_remote_access_needs_permission_and_a_token(tmp_path: Path) -> None:
    for chosen in ({}, {"allow_remote": True}, {"token": SecretStr("t")}):
        with pytest.raises(ConfigurationError, match="permission and a token"):
            listen(Settings(_env_file=None, data_dir=tmp_path, host="0.0.0.0", **chosen))
    with pytest.raises(ConfigurationError, match="not an address of this machine"):
        listen(Settings(_env_file=None, data_dir=tmp_path, host="192.0.2.1", allow_remote=True, token=SecretStr("t")))
