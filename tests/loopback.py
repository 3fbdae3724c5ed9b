"""A real HTTP server on a loopback port that responds or misbehaves as configured."""

from __future__ import annotations

import gzip
import math
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import parse_qs, urlsplit


class Fault(StrEnum):
    """Faults observed on real servers."""

    HANG = "hang"
    DRIP = "drip"
    DRIP_HEADERS = "drip_headers"
    RESET = "reset"
    TRUNCATED = "truncated"
    HUGE = "huge"
    BOMB = "bomb"
    BAD_JSON = "bad_json"
    WRONG_SHAPE = "wrong_shape"
    HTML = "html"
    CAPTCHA = "captcha"
    FORBIDDEN = "403"
    TOO_MANY = "429"
    SERVER_ERROR = "500"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A received request, with header names in lower case."""

    method: str
    host: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: bytes = b""
    target: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopbackReply:
    """A response to send."""

    status: int = 200
    body: bytes = b""
    content_type: str = "text/html; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)


STOP_POLL_S = 0.005
"""Interval at which the server checks its stop flag. Hundreds of tests each stop a server and wait for this interval."""
_DRIPS = 3
"""Number of bytes sent after which a dripping response counts as in progress."""
_PLAIN_FAULTS = {
    Fault.BAD_JSON: LoopbackReply(body=b'{"results": [', content_type="application/json"),
    Fault.WRONG_SHAPE: LoopbackReply(
        body=b'{"results": "none", "claims": 3, "query": []}', content_type="application/json"
    ),
    Fault.HTML: LoopbackReply(body=b"<html><body><h1>Welcome</h1><p>Please log in.</p></body></html>"),
    Fault.CAPTCHA: LoopbackReply(
        body=b"<html><body><form id='challenge-form'>Complete the captcha.</form></body></html>"
    ),
    Fault.FORBIDDEN: LoopbackReply(status=403, body=b"<h1>Forbidden</h1>"),
    Fault.TOO_MANY: LoopbackReply(status=429, body=b"<h1>Slow down</h1>", headers={"Retry-After": "30"}),
    Fault.SERVER_ERROR: LoopbackReply(status=500, body=b"<h1>Oops</h1>"),
    Fault.BOMB: LoopbackReply(
        body=gzip.compress(b"<p>" + b"bomb " * 4_000_000 + b"</p>", 9), headers={"Content-Encoding": "gzip"}
    ),
}


class LoopbackServer:
    """A server to use as a context manager. `answer` is called for every request and returns a reply or a Fault to perform."""

    def __init__(self, answer: Callable[[Request], LoopbackReply | Fault] | None = None, *, port: int = 0) -> None:
        self._answer = answer or (lambda _: LoopbackReply(status=404))
        self.requests: list[Request] = []
        self.stopped = threading.Event()
        self.slow = threading.Event()
        """Set during a HANG or DRIP, once the request was read and the response is in progress."""
        self.hung_up = threading.Event()
        """Set when the client closes the connection during a HANG or DRIP."""
        self._server = _Server(("127.0.0.1", port), _handler(self))
        self.port = int(self._server.server_address[1])
        self.url = f"http://127.0.0.1:{self.port}"

    def answer(self, request: Request) -> LoopbackReply | Fault:
        """Send the reply to one request. Subclasses may override this method."""
        return self._answer(request)

    def __enter__(self) -> LoopbackServer:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": STOP_POLL_S}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stopped.set()
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128
    """Maximum number of queued connections. Once the default backlog of five is full, clients retry only after a second."""

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore errors, because many tests disconnect their client."""


def _handler(owner: LoopbackServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.close_connection = True
            request = _read(self)
            owner.requests.append(request)
            reply = owner.answer(request)
            reply = _PLAIN_FAULTS.get(reply, reply) if isinstance(reply, Fault) else reply
            if isinstance(reply, LoopbackReply):
                _send(self, reply)
            else:
                _act(self, reply, owner)

        do_POST = do_GET  # noqa: N815 - the library's name

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            """Log nothing, because tests read `requests` instead."""

    return Handler


def _read(handler: BaseHTTPRequestHandler) -> Request:
    parts = urlsplit(handler.path)
    body = handler.rfile.read(int(handler.headers.get("Content-Length") or 0))
    return Request(
        method=handler.command,
        host=handler.headers.get("Host", "").split(":")[0],
        path=parts.path,
        query=parse_qs(parts.query, keep_blank_values=True),
        headers={name.lower(): value for name, value in handler.headers.items()},
        body=body,
        target=handler.path,
    )


def _send(handler: BaseHTTPRequestHandler, reply: LoopbackReply) -> None:
    handler.send_response(reply.status)
    handler.send_header("Content-Type", reply.content_type)
    handler.send_header("Content-Length", str(len(reply.body)))
    handler.send_header("Connection", "close")
    for name, value in reply.headers.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(reply.body)


def _act(handler: BaseHTTPRequestHandler, fault: Fault, owner: LoopbackServer) -> None:
    if fault is Fault.HANG:
        owner.slow.set()
        _wait(handler, owner, math.inf)
    elif fault is Fault.RESET:
        linger = struct.pack("ii", 1, 0)
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        handler.connection.close()
    elif fault is Fault.DRIP_HEADERS:
        _drip(handler, b"HTTP/1.1 200 OK\r\n" + b"X-Slow: yes\r\n" * 500, owner)
    elif fault is Fault.DRIP:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 90000\r\n\r\n")
        _drip(handler, b"<p>slow</p>" * 5000, owner)
    elif fault is Fault.TRUNCATED:
        handler.wfile.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 90000\r\n\r\n<html><p>Only the beg"
        )
    elif fault is Fault.HUGE:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n")
        for _ in range(160):
            handler.wfile.write(b"<p>" + b"huge " * 13_000 + b"</p>")


def _drip(handler: BaseHTTPRequestHandler, data: bytes, owner: LoopbackServer) -> None:
    for position in range(len(data)):
        if position == _DRIPS:
            owner.slow.set()
        if _wait(handler, owner, 0.05):
            return
        try:
            handler.wfile.write(data[position : position + 1])
        except OSError:
            owner.hung_up.set()
            return


def _wait(handler: BaseHTTPRequestHandler, owner: LoopbackServer, seconds: float) -> bool:
    """Return whether the client disconnected or the server is stopping.

    Clients send no further data, so a readable socket means that the client has disconnected.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until and not owner.stopped.is_set():
        if select.select([handler.connection], [], [], min(0.05, max(0.0, until - time.monotonic())))[0]:
            owner.hung_up.set()
            return True
    return owner.stopped.is_set()
