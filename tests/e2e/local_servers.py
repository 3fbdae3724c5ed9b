"""Servers on loopback: pages to read, a slow search engine, and a program that is not Claimlight."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PAGES = Path(__file__).parent / "pages"


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    """Maximum number of queued connections. Once the default backlog of five is full, clients retry only after a second."""


@contextmanager
def serving(handler: object, port: int = 0) -> Iterator[int]:
    """Run a handler on a port, and yield the port."""
    server = _Server(("127.0.0.1", port), handler)  # type: ignore[arg-type]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Pages(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Suppress the request log."""


def pages() -> object:
    """Return the handler for the pages in this folder."""
    return functools.partial(_Pages, directory=str(PAGES))


class Stranger(BaseHTTPRequestHandler):
    """A program that is not Claimlight and responds to every request with its own page."""

    def do_GET(self) -> None:
        body = b"<h1>It works!</h1>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Suppress the request log."""


class SlowSearch:
    """A SearXNG endpoint that responds, without results or with an error, only after `release` is set."""

    def __init__(self, *, fails: bool = False) -> None:
        self.asked = threading.Event()
        self.release = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.set()
                outer.release.wait(60)
                if fails:
                    self.send_error(500)
                    return
                body = json.dumps({"results": [], "unresponsive_engines": []}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                """Suppress the request log."""

        self.handler = Handler


class BusyClaimlight(Stranger):
    """A Claimlight service that is running but accepts no claims."""

    version = "0.1.0"

    def do_GET(self) -> None:
        health = {"service": "claimlight", "status": "ok", "version": self.version, "ready": True, "kb_size": 1}
        self._say(200, health)

    def do_POST(self) -> None:
        self._say(503, {"error": {"code": "overloaded", "message": "Too many claims.", "hint": ""}})

    def _say(self, status: int, said: object) -> None:
        body = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Retry-After", "1")
        self.end_headers()
        self.wfile.write(body)


class NewerClaimlight(BusyClaimlight):
    """A Claimlight service that is too new for the extension; counts the health checks."""

    version = "9.0.0"
    asked = 0

    def do_GET(self) -> None:
        NewerClaimlight.asked += 1
        super().do_GET()
