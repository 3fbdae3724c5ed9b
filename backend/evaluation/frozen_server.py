"""Serves a frozen web on one loopback port: search results in SearXNG's JSON format at /search, and the pages of all hosts."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from urllib.parse import parse_qs, urlsplit

from backend.evaluation.frozen_index import FrozenIndex


@dataclass(frozen=True, slots=True)
class WebTraffic:
    """The requests since the last call to `visit`: the queries, the URLs in their results, and the URLs read."""

    questions: tuple[str, ...]
    found: frozenset[str]
    read: tuple[str, ...]


class FrozenServer:
    """A context manager that listens on a free port of 127.0.0.1. `visit` returns the requests and resets them."""

    def __init__(self, index: FrozenIndex) -> None:
        self._index = index
        self._lock = threading.Lock()
        self._questions: list[str] = []
        self._found: set[str] = set()
        self._read: list[str] = []
        self._server = _Server(("127.0.0.1", 0), _handler(self._answer))
        self.port = int(self._server.server_address[1])
        self.url = f"http://127.0.0.1:{self.port}"

    @property
    def settings(self) -> dict[str, str]:
        """Return the settings that limit the service to this web."""
        return {
            "CLAIMLIGHT_ENGINES": "searxng",
            "CLAIMLIGHT_SEARXNG_URL": self.url,
            "CLAIMLIGHT_RESOLVE": f"*=127.0.0.1:{self.port}",
        }

    def __enter__(self) -> FrozenServer:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def visit(self) -> WebTraffic:
        """Return all requests since the last call to this method."""
        with self._lock:
            seen = WebTraffic(tuple(self._questions), frozenset(self._found), tuple(self._read))
            self._questions, self._found, self._read = [], set(), []
        return seen

    def _answer(self, host: str, target: str) -> tuple[int, str, bytes]:
        """Return the status code, content type and body of the response."""
        parts = urlsplit(target)
        asked = parse_qs(parts.query).get("q", [""])[0]
        if parts.path == "/search" and host == "127.0.0.1":
            return 200, "application/json", self._search(asked)
        page = self._index.pages.get(f"{host}{target}")
        if page is None:
            return 404, "text/html; charset=utf-8", b"<!doctype html><title>Not found</title><h1>Not found</h1>"
        with self._lock:
            self._read.append(page.url)
        return 200, "text/html; charset=utf-8", page.html

    def _search(self, question: str) -> bytes:
        hits = self._index.search(question)
        with self._lock:
            self._questions.append(question)
            self._found.update(hit.page.url for hit in hits)
        results = [
            {
                "url": hit.page.url, "title": hit.page.title, "content": hit.snippet, "publishedDate": None,
                "engine": "frozen", "engines": ["frozen"], "category": "general",
            }
            for hit in hits
        ]  # fmt: skip
        answer = {"query": question, "number_of_results": len(hits), "results": results, "unresponsive_engines": []}
        return json.dumps(answer).encode()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore clients that disconnect."""


def _handler(answer: Callable[[str, str], tuple[int, str, bytes]]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.close_connection = True
            host = self.headers.get("Host", "").partition(":")[0].lower()
            status, kind, body = answer(host, self.path)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            """Suppress the request log, because `visit` returns the requests."""

    return Handler
