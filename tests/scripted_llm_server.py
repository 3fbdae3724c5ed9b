"""A real HTTP server that implements OpenAI's chat completions API and misbehaves on demand."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.loopback import STOP_POLL_S

Request = dict[str, Any]
Behaviour = Callable[["_Handler", Request], None]


def completion(content: str | None, *, finish_reason: str = "stop", refusal: str | None = None) -> bytes:
    """Return the bytes of a chat completion."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    return json.dumps({"id": "c", "object": "chat.completion", "model": "scripted", "choices": [choice]}).encode()


def good(value: Mapping[str, Any]) -> Behaviour:
    """Responds with `value` as JSON."""
    return raw(completion(json.dumps(value)))


def text(content: str, *, finish_reason: str = "stop") -> Behaviour:
    """Responds with the given text."""
    return raw(completion(content, finish_reason=finish_reason))


def refusal() -> Behaviour:
    """Responds with a refusal of the model."""
    return raw(completion(None, refusal="I can't help with that."))


def raw(body: bytes, status: int = 200) -> Behaviour:
    """Responds with any bytes and any status."""
    return lambda handler, _: handler.reply(status, body)


def status(code: int) -> Behaviour:
    """Responds with an error in OpenAI's format."""
    return raw(json.dumps({"error": {"message": "no", "type": "e", "code": None}}).encode(), code)


def disconnect() -> Behaviour:
    """Closes the connection without a response."""
    return lambda handler, _: handler.hang_up()


def hang(release: threading.Event) -> Behaviour:
    """Sends nothing until released."""

    def behave(handler: _Handler, _: Request) -> None:
        release.wait(20)
        handler.hang_up()

    return behave


def drip(release: threading.Event) -> Behaviour:
    """Sends one byte every 50 ms, endlessly."""

    def behave(handler: _Handler, _: Request) -> None:
        handler.start(200, 10_000_000)
        while not release.wait(0.05):
            try:
                handler.wfile.write(b" ")
            except OSError:
                return

    return behave


def half(release: threading.Event) -> Behaviour:
    """Sends half a response, then nothing until it is released. Closes the connection if it is already released."""

    def behave(handler: _Handler, _: Request) -> None:
        handler.start(200, 1_000)
        handler.wfile.write(b'{"choices": [')
        handler.wfile.flush()
        release.wait(20)
        handler.hang_up()

    return behave


def understands_only(kinds: set[str], value: Mapping[str, Any], *, otherwise: int = 500) -> Behaviour:
    """Responds with `value` to the named forms of `response_format` ("" for none), and with an error to other forms."""

    def behave(handler: _Handler, request: Request) -> None:
        answer = good(value) if form_of(request) in kinds else status(otherwise)
        answer(handler, request)

    return behave


def refuses_parameters(names: set[str], value: Mapping[str, Any]) -> Behaviour:
    """Responds with `value` once none of the named parameters is sent, as OpenAI's reasoning models do."""

    def behave(handler: _Handler, request: Request) -> None:
        sent = sorted(names & request.keys())
        error = {
            "error": {"message": "Unsupported parameter", "param": sent[0] if sent else None, "code": "unsupported"}
        }
        answer = raw(json.dumps(error).encode(), 400) if sent else good(value)
        answer(handler, request)

    return behave


def form_of(request: Request) -> str:
    """Return the type of a request's `response_format`."""
    wanted = request.get("response_format")
    if wanted is None:
        return ""
    return "object+schema" if "schema" in wanted else str(wanted["type"])


@dataclass
class ScriptedLlmServer:
    """A server to use as a context manager. Plays `script` in order, repeats the last behaviour, and records every request."""

    script: deque[Behaviour] = field(default_factory=deque)
    requests: list[Request] = field(default_factory=list)
    url: str = ""

    def plays(self, *behaviours: Behaviour) -> Self:
        self.script = deque(behaviours)
        return self

    def __enter__(self) -> Self:
        owner = self

        class Bound(_Handler):
            scripted = owner

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Bound)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(STOP_POLL_S,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def next_behaviour(self) -> Behaviour:
        return self.script.popleft() if len(self.script) > 1 else self.script[0]


class _Handler(BaseHTTPRequestHandler):
    scripted: ScriptedLlmServer

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        request["path"], request["authorization"] = self.path, self.headers["Authorization"]
        self.scripted.requests.append(request)
        self.scripted.next_behaviour()(self, request)

    def start(self, code: int, length: int) -> None:
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(length))
        self.end_headers()

    def reply(self, code: int, body: bytes) -> None:
        self.start(code, len(body))
        try:
            self.wfile.write(body)
        except OSError:
            self.close_connection = True

    def hang_up(self) -> None:
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Suppress the request log."""
