"""Requests that no browser makes, sent byte by byte to a real server: smuggling, malformed request lines and silent connections."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from backend.domain.claim import VerifyRequest
from backend.domain.run import Run
from backend.domain.verdict import Verdict
from tests.api_world import World, answer_false, world

BODY = b'{"claim":"The Earth is flat"}'
CHUNKED = b"%x\r\n%b\r\n0\r\n\r\n" % (len(BODY), BODY)


@pytest.fixture(scope="module")
def running_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with world(tmp_path_factory.mktemp("data")) as running:
        yield running


def exchange(running_service: World, data: bytes) -> tuple[int, bytes, bytes]:
    """Return status, head and body of the first response; `PORT` is replaced by the port of the service."""
    with socket.create_connection(("127.0.0.1", running_service.port), timeout=20) as line:
        line.sendall(data.replace(b"PORT", b"%d" % running_service.port))
        received = bytearray()
        try:
            while block := line.recv(65536):
                received += block
        except ConnectionResetError:
            # The server does not read the rest of a truncated request either, so closing may reset the connection.
            assert received
    head, _, body = bytes(received).partition(b"\r\n\r\n")
    return int(head.split(b" ", 2)[1]), head.lower(), body


def request(line: bytes, *headers: bytes, body: bytes = b"") -> bytes:
    usual = (b"Host: 127.0.0.1:PORT", b"Content-Type: application/json", b"Connection: close")
    return b"\r\n".join((line, *usual, *headers, b"", body))


VERIFY = b"POST /api/verify HTTP/1.1"
LENGTH = b"Content-Length: %d" % len(BODY)
REFUSED = {
    "another host in the first line": (request(b"POST http://evil.example/api/verify HTTP/1.1", LENGTH, body=BODY), 403),
    "half a bracket in the first line": (request(b"GET http://[evil/api/health HTTP/1.1"), 400),
    "a tunnel": (request(b"CONNECT evil.example:443 HTTP/1.1"), 400),
    "no path": (request(b"POST api/verify HTTP/1.1", LENGTH, body=BODY), 400),
    "letters as they are": (request("GET /api/é HTTP/1.1".encode()), 400),
    "another protocol": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
    "two hosts": (request(VERIFY, LENGTH, b"Host: evil.example", body=BODY), 403),
    "no host": (b"POST /api/verify HTTP/1.0\r\nContent-Type: application/json\r\n\r\n", 403),
    "a host by another name": (b"GET /api/health HTTP/1.0\r\nHost: evil.example\r\nHTTP_HOST: 127.0.0.1:PORT\r\n\r\n", 403),
    "two lengths": (request(VERIFY, LENGTH, b"Content-Length: 0", body=BODY), 400),
    "a length and pieces": (request(VERIFY, LENGTH, b"Transfer-Encoding: chunked", body=CHUNKED), 400),
    "a length of 5,000 digits": (request(VERIFY, b"Content-Length: " + b"9" * 5_000), 400),
    "a length in other digits": (request(VERIFY, "Content-Length: ٢٩".encode(), body=BODY), 400),
    "a huge length": (request(VERIFY, b"Content-Length: 99999999999999999999"), 413),
    "a coding of its own": (request(VERIFY, b"Transfer-Encoding: gzip, chunked", body=CHUNKED), 400),
    "a packed body": (request(VERIFY, LENGTH, b"Content-Encoding: gzip", body=BODY), 415),
    "a piece of negative size": (request(VERIFY, b"Transfer-Encoding: chunked", body=b"-1\r\n" + CHUNKED), 400),
    "a bare line feed": (request(VERIFY, b"X: a\nOrigin: http://evil.example", LENGTH, body=BODY), 400),
    "a blank before the colon": (request(VERIFY, b"Origin : http://evil.example", LENGTH, body=BODY), 400),
    "a folded foreign origin": (request(VERIFY, b"Origin:\r\n http://evil.example", LENGTH, body=BODY), 403),
    "headers without end": (request(VERIFY, *[b"X-%d: y" % n for n in range(4_000)]), 431),
    "a method by header": (request(b"GET /api/verify HTTP/1.1", b"X-HTTP-Method-Override: POST"), 405),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_malformed_request_is_refused(running_service: World, name: str) -> None:
    data, expected = REFUSED[name]
    status, head, body = exchange(running_service, data)
    assert status == expected
    assert json.loads(body)["error"]["message"]
    for header in (
        b"x-content-type-options: nosniff",
        b"cache-control: no-store",
        b"content-security-policy: default-src 'none'",
    ):
        assert header in head


def test_absolute_address_of_the_service_is_accepted(running_service: World) -> None:
    """The control test: an absolute URL with our own host is valid, and so is chunked encoding on its own."""
    whole = request(b"POST http://127.0.0.1:PORT/api/verify HTTP/1.1", LENGTH, body=BODY)
    assert exchange(running_service, whole)[0] == 200
    assert exchange(running_service, request(VERIFY, b"Transfer-Encoding: chunked", body=CHUNKED))[0] == 200


def test_smuggled_request_is_never_answered(running_service: World) -> None:
    inner = b"POST /api/history/delete HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"
    pieces = b"0\r\n\r\n" + inner
    smuggled = request(VERIFY, b"Content-Length: 5", b"Transfer-Encoding: chunked", body=pieces)
    status, _, body = exchange(running_service, smuggled.replace(b"Connection: close\r\n", b""))
    assert status == 400
    assert b"HTTP/1.1" not in body


@pytest.mark.parametrize(
    "said", [b"", b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1", request(VERIFY, b"Content-Length: 60000", body=b"{")]
)
def test_unfinished_connections_do_not_block_others(running_service: World, said: bytes) -> None:
    with ExitStack() as stack:
        silent = [
            stack.enter_context(socket.create_connection(("127.0.0.1", running_service.port), timeout=20))
            for _ in range(300)
        ]
        for line in silent:
            # The server may already have closed some of these connections.
            with suppress(ConnectionError):
                line.sendall(said.replace(b"PORT", b"%d" % running_service.port))
        assert running_service.call("GET", "/api/health").status == 200
        assert is_closed(silent[0]), "the first ones have to make room"


def is_closed(line: socket.socket) -> bool:
    """Return whether the server has closed the connection. Closing with unread bytes resets the connection."""
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def test_connection_with_a_running_answer_is_not_closed(tmp_path: Path) -> None:
    crowded = threading.Event()

    def slow(wanted: VerifyRequest, run: Run) -> Verdict:
        assert crowded.wait(60)
        return answer_false(wanted, run)

    with world(tmp_path, slow) as running_service, ExitStack() as stack:
        stream = running_service.stream("/api/verify", {"claim": "The Earth is flat"})
        for _ in range(300):
            stack.enter_context(socket.create_connection(("127.0.0.1", running_service.port), timeout=20))
        assert running_service.call("GET", "/api/health").status == 200
        crowded.set()
        assert stream.until("result")[2]["verdict"] == "False"
