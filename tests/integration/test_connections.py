"""Which connection the server closes when its limit is exceeded, and how it reports an internal failure, on real sockets."""

from __future__ import annotations

import http.client
import json
import logging
import socket
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
import waitress

from backend.api.connections import keep_room
from backend.app import in_thread

MOST = 10
LARGE = b"x" * 64_000


def app(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
    """Responds with `ok` or with a long text, or fails."""
    if environ["PATH_INFO"] == "/fault":
        raise ValueError("a fault of ours")
    body = LARGE if environ["PATH_INFO"] == "/large" else b"ok"
    start("200 OK", [("Content-Length", str(len(body)))])
    return [body]


@pytest.fixture
def port() -> Iterator[int]:
    listener = socket.create_server(("127.0.0.1", 0))
    options = {"threads": 4, "connection_limit": 2 * MOST, "channel_request_lookahead": 1, "asyncore_use_poll": True}
    server = waitress.create_server(app, sockets=[listener], **options)
    keep_room(server, MOST)
    with in_thread(server):
        yield listener.getsockname()[1]


def asked(reader: http.client.HTTPConnection, path: str = "/") -> tuple[int, bytes]:
    reader.request("GET", path)
    answer = reader.getresponse()
    return answer.status, answer.read()


def test_answered_connection_is_kept_when_silent_ones_are_closed(port: int) -> None:
    reader = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    reader.connect()
    reader.auto_open = 0
    with ExitStack() as stack:
        stack.callback(reader.close)
        assert asked(reader) == (200, b"ok")
        silent = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=20)) for _ in range(3 * MOST)
        ]
        # The oldest silent connection was closed, but not the newest one.
        assert silent[0].recv(1) == b""
        silent[-1].settimeout(0.2)
        with pytest.raises(TimeoutError):
            silent[-1].recv(1)
        assert asked(reader) == (200, b"ok")


def test_clients_that_do_not_read_answers_do_not_block_others(port: int) -> None:
    many = b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n" * 100
    with ExitStack() as stack:
        for _ in range(3 * MOST):
            slow = stack.enter_context(socket.socket())
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.connect(("127.0.0.1", port))
            slow.sendall(many)
        reader = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        stack.callback(reader.close)
        assert asked(reader) == (200, b"ok")


def test_application_error_becomes_a_server_error(port: int, caplog: pytest.LogCaptureFixture) -> None:
    reader = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    with caplog.at_level(logging.CRITICAL, logger="waitress"):
        status, body = asked(reader, "/fault")
    reader.close()
    assert status == 500
    assert json.loads(body)["error"]["code"] == "internal"
